extension TagImage {
    /// The image as a file of that format. Passwords and keys are never written; what is not known is marked as such, so
    /// that reading the file gives what is known and no more.
    ///
    /// - Throws: `notWritable` where the format cannot hold this tag, or what it needs is not known; the sentence says
    ///   which.
    public func write(as format: ImageFormat) throws(ImageError) -> [UInt8] {
        switch format {
        case .flipper: try flipperFile()
        case .proxmarkJSON: try proxmarkJSONFile()
        default: throw ImageError(.notWritable, "images of the kind \(format.rawValue) are read and not written")
        }
    }
}
