extension JSONWriter {
    /// Writes the object `base` with the members of `changes`, if there are any.
    ///
    /// Changed members keep their position in `base`; members with new names come last.
    ///
    /// - Parameters:
    ///   - base: an object; another kind counts as an empty one.
    ///   - changes: an object whose members replace those of `base`; nil changes nothing. A member
    ///     that is `null` replaces too, it does not remove.
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
