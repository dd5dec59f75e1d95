extension Schema {
    /// Version 3: items that are to be locked; what a tag's signature and GET_VERSION said of its maker. Version 2 locked
    /// nothing, and asked for neither.
    static let third = """
        ALTER TABLE item ADD COLUMN lock INTEGER NOT NULL DEFAULT 0 CHECK (lock IN (0, 1));
        ALTER TABLE presentation ADD COLUMN genuine TEXT;
        ALTER TABLE presentation ADD COLUMN vendor INTEGER;
        """
}
