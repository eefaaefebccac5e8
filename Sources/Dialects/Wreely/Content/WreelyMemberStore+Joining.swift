internal import MockPostlyContent
package import MockPostlyNouns
internal import MockPostlySQLite
internal import MockPostlyWorld

extension WreelyMemberStore {
    /// Makes an account a member of a workspace; nil when there is no such workspace or account.
    ///
    /// The account must not be a member already, and nobody may have the mobile number, which is 4
    /// to 15 digits.
    ///
    /// - Parameters:
    ///   - workspace: its id.
    ///   - account: the name and picture of the account are shown until the member changes them.
    ///   - mobile: without spaces and country code.
    /// - Returns: the new member, of the membership type 1, dated by the world's clock.
    /// - Throws: SQLite's errors, among them that of a mobile number or account that is taken.
    package func join(
        _ workspace: WreelyWorkspace.ID,
        account: User.ID,
        mobile: String
    ) throws -> WreelyMember? {
        let isAdded = try work.writeOnce {
            try work.connection.run(
                """
                INSERT INTO wreely_member (user, workspace, is_contact, mobile, occupation,
                    membership_type, about, website, twitter, linkedin, instagram, facebook,
                    firebase_key, created_at)
                SELECT u.id, w.id, 0, ?3, '', '1', '', '', '', '', '', '', '', ?4
                FROM user u, wreely_workspace w
                WHERE u.user_id = ?1 AND w.id = ?2
                """,
                [
                    .text(account.text), .integer(workspace), .text(mobile),
                    .integer(world.now.microseconds),
                ]
            ) == 1
        }
        return isAdded ? try find(account) : nil
    }

    /// Removes the member of an account with all that is its own, within an open unit of work.
    @Sendable static func forget(
        _ account: Int64,
        _ work: UnitOfWork,
        _: TimeAndChance
    ) throws {
        try work.connection.run("DELETE FROM wreely_member WHERE user = ?1", [.integer(account)])
    }
}
