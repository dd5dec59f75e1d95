extension Job {
    /// What phones make of the tags of a job that is there as a whole, each thing once, as `PlanCheck` tells it of the rows one
    /// after another. Bad rows make no tags.
    public var phoneIssues: [JobIssue] {
        var phones = PhoneTally()
        // The copies of a row are of one kind.
        for item in items where item.key.copy == 1 && item.fault == nil {
            phones.add(item.message, row: item.key.row)
        }
        return phones.issues
    }
}
