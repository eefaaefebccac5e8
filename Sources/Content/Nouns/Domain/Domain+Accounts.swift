internal import MockPostlyContent

extension Domain {
    /// Deletes an account with all that is its own in the community and in Wreely.
    ///
    /// What it wrote in Postly stays there with the name of its author, as in the original. Throws
    /// ``UserError/noSuchUser``.
    ///
    /// Tokens, memberships, and posts, comments and likes of the community go. All of it happens or
    /// nothing.
    ///
    /// - Throws: also SQLite's errors.
    /// - Returns: what the feed has lost, for the sockets that show it.
    package func deleteAccount(_ id: User.ID) throws -> FeedDeparture {
        try work.write {
            guard let number = try users.number(id: id.text) else { throw UserError.noSuchUser }
            let departure = try feed.remove(allOf: number)
            try apiTokens.removeAll(of: number)
            _ = try members.leave(number)
            try WreelyMemberStore.remove(account: number, work.connection)
            try users.delete(id)
            return departure
        }
    }
}
