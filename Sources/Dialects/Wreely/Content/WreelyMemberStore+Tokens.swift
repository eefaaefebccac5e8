internal import MockPostlyContent
internal import MockPostlySQLite

extension WreelyMemberStore {
    /// The token that a seed has given to a member; nil when there is none.
    ///
    /// Other members get a token that depends on the server's secret and is not stored.
    package func storedToken(of id: WreelyMember.ID) throws -> String? {
        try work.connection.first(
            "SELECT token FROM wreely_member WHERE id = ?1 AND token IS NOT NULL",
            [.integer(id)]
        ) { $0.text(0) }
    }
}
