extension Schema {
    /// Version 4: messages that name their tag. `item.message` has zero bytes in the places, and so has what `item.digest` is
    /// of; NULL: it names none. JSON, as `Row.uidPlaces` reads it. Version 3 had no such messages.
    static let fourth = """
        ALTER TABLE item ADD COLUMN uid_places TEXT;
        """
}
