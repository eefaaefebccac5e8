internal import MockPostlyContent

extension Domain {
    /// Deletes an account with all that is its own in the parts that forget it.
    ///
    /// What it wrote in Postly stays there with the name of its author, as in the original. Throws
    /// ``UserError/noSuchUser``.
    ///
    /// All of it happens or nothing.
    ///
    /// - Parameters:
    ///   - id: whose account goes.
    ///   - leaving: called before it goes, with its number, within the unit of work.
    /// - Throws: also SQLite's errors, and what `leaving` throws.
    package func deleteAccount(
        _ id: User.ID,
        leaving: (Int64) throws -> Void = { _ in }
    ) throws {
        try work.write {
            guard let number = try users.number(id: id.text) else { throw UserError.noSuchUser }
            try leaving(number)
            for part in registry.parts { try part.forget?(number, work, world) }
            try users.delete(id)
        }
    }
}
