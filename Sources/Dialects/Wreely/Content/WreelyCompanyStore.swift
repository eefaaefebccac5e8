package import MockPostlyContent
internal import MockPostlySQLite
internal import MockPostlyWorld

/// The workspaces of one world and the companies in them.
///
/// Functions throw SQLite's errors and nothing else.
package struct WreelyCompanyStore {
    let work: UnitOfWork
    private var db: Connection { work.connection }

    /// Cheap: reads nothing.
    package init(_ work: UnitOfWork) {
        self.work = work
    }

    /// All workspaces, in the order of their ids.
    package func workspaces() throws -> [WreelyWorkspace] {
        try db.all(
            """
            SELECT id, name, email, logo_url,
                (SELECT count(*) FROM wreely_member m WHERE m.workspace = w.id)
            FROM wreely_workspace w
            ORDER BY id
            """,
            [],
            WreelyWorkspace.init
        )
    }

    /// The workspace with this id; nil when there is none.
    package func workspace(_ id: WreelyWorkspace.ID) throws -> WreelyWorkspace? {
        try db.first(
            """
            SELECT id, name, email, logo_url,
                (SELECT count(*) FROM wreely_member m WHERE m.workspace = w.id)
            FROM wreely_workspace w
            WHERE id = ?1
            """,
            [.integer(id)],
            WreelyWorkspace.init
        )
    }

    /// The companies in a workspace that are not deleted, in the order of their ids.
    package func all(in workspace: WreelyWorkspace.ID) throws -> [WreelyCompany] {
        try db.all(
            """
            SELECT c.id, c.workspace, c.name, c.website, c.about, c.logo_url, c.status,
                c.is_deleted, m.id, coalesce(m.name, u.name), u.email, m.mobile
            FROM wreely_company c
                LEFT JOIN wreely_member m ON m.company = c.id AND m.is_contact = 1
                LEFT JOIN user u ON u.id = m.user
            WHERE c.workspace = ?1 AND c.is_deleted = 0
            ORDER BY c.id
            """,
            [.integer(workspace)],
            WreelyCompany.init
        )
    }

    /// The companies of the members of a workspace, deleted ones too, in the order of their ids.
    ///
    /// For the filter of the app, which shows them by the members that it lists.
    package func all(ofMembersIn workspace: WreelyWorkspace.ID) throws -> [WreelyCompany] {
        try db.all(
            """
            SELECT c.id, c.workspace, c.name, c.website, c.about, c.logo_url, c.status,
                c.is_deleted, m.id, coalesce(m.name, u.name), u.email, m.mobile
            FROM wreely_company c
                LEFT JOIN wreely_member m ON m.company = c.id AND m.is_contact = 1
                LEFT JOIN user u ON u.id = m.user
            WHERE c.id IN (SELECT company FROM wreely_member WHERE workspace = ?1)
            ORDER BY c.id
            """,
            [.integer(workspace)],
            WreelyCompany.init
        )
    }

    /// The company with this id, also a deleted one; nil when there is none.
    package func find(_ id: WreelyCompany.ID) throws -> WreelyCompany? {
        try db.first(
            """
            SELECT c.id, c.workspace, c.name, c.website, c.about, c.logo_url, c.status,
                c.is_deleted, m.id, coalesce(m.name, u.name), u.email, m.mobile
            FROM wreely_company c
                LEFT JOIN wreely_member m ON m.company = c.id AND m.is_contact = 1
                LEFT JOIN user u ON u.id = m.user
            WHERE c.id = ?1
            """,
            [.integer(id)],
            WreelyCompany.init
        )
    }
}

extension WreelyWorkspace {
    /// Reads `id, name, email, logo_url`, number of members.
    fileprivate init(_ row: borrowing Row) {
        self.init(
            id: row.int(0),
            name: row.text(1),
            email: row.text(2),
            logoURL: row.text(3),
            members: row.int(4)
        )
    }
}

extension WreelyCompany {
    /// Reads `id, workspace, name, website, about, logo_url, status, is_deleted`, then id, name,
    /// e-mail and mobile number of the contact.
    fileprivate init(_ row: borrowing Row) {
        let contact = row.optionalInt(8).map { id in
            Contact(id: id, name: row.text(9), email: row.text(10), mobile: row.text(11))
        }
        self.init(
            id: row.int(0),
            workspace: row.int(1),
            name: row.text(2),
            website: row.text(3),
            about: row.text(4),
            logoURL: row.text(5),
            status: row.int(6),
            isDeleted: row.bool(7),
            contact: contact
        )
    }
}
