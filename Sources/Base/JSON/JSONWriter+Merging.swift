extension JSONWriter {
    /// Writes the object `base` with the members of `changes`, if there are any.
    ///
    /// They stand in the place of members with their names; those with new names come last.
    package mutating func object(_ base: JSONValue, changedBy changes: JSONValue?) {
        beginObject()
        for (name, value) in base.members {
            key(name)
            self.value(changes?[name] ?? value)
        }
        for (name, value) in changes?.members ?? [] where base[name] == nil {
            key(name)
            self.value(value)
        }
        endObject()
    }
}
