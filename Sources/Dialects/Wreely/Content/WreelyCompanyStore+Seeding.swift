internal import MockPostlyContent
internal import MockPostlySQLite

/// Who belongs to a company, as seeds tell it.
extension WreelyCompanyStore {
    /// Makes a member belong to a company; false when the member has one already.
    func join(_ member: WreelyMember.ID, _ company: WreelyCompany.ID) throws -> Bool {
        try work.connection.run(
            "UPDATE wreely_member SET company = ?2 WHERE id = ?1 AND company IS NULL",
            [.integer(member), .integer(company)]
        ) == 1
    }

    /// Makes a member the one who speaks for the company.
    func makeContact(_ member: WreelyMember.ID) throws {
        try work.connection.run(
            "UPDATE wreely_member SET is_contact = 1 WHERE id = ?1",
            [.integer(member)]
        )
    }
}
