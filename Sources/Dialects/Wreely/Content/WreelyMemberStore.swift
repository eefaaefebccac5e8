package import MockPostlyContent
package import MockPostlyNouns
internal import MockPostlySQLite
package import MockPostlyWorld

/// The workspaces' members of one world.
///
/// What a member changes of name and picture stays with the member: the account, which other
/// systems show too, keeps its own.
///
/// Functions throw SQLite's errors and nothing else.
package struct WreelyMemberStore {
    let work: UnitOfWork
    let world: TimeAndChance
    private var db: Connection { work.connection }

    package init(_ work: UnitOfWork, _ world: TimeAndChance) {
        (self.work, self.world) = (work, world)
    }

    /// The member with this id; nil when there is none.
    package func find(_ id: WreelyMember.ID) throws -> WreelyMember? {
        try db.first(
            """
            SELECT m.id, u.user_id, m.workspace, m.company, c.name, coalesce(m.name, u.name),
                u.email, m.mobile, m.occupation, m.membership_type, m.about,
                coalesce(m.picture, u.picture), m.website, m.twitter, m.linkedin, m.instagram,
                m.facebook, m.firebase_key, m.created_at
            FROM wreely_member m JOIN user u ON u.id = m.user
                LEFT JOIN wreely_company c ON c.id = m.company
            WHERE m.id = ?1
            """,
            [.integer(id)],
            WreelyMember.init
        )
    }

    /// The member with this mobile number, given without spaces and country code; nil when there is
    /// none.
    ///
    /// Compared as text: a number with its country code is another.
    package func find(mobile: String) throws -> WreelyMember? {
        try db.first("SELECT id FROM wreely_member WHERE mobile = ?1", [.text(mobile)]) {
            $0.int(0)
        }.flatMap(find)
    }

    /// The member with this access token; nil when there is none.
    ///
    /// Only tokens of a seed are found by it.
    package func find(token: String) throws -> WreelyMember? {
        try db.first("SELECT id FROM wreely_member WHERE token = ?1", [.text(token)]) {
            $0.int(0)
        }.flatMap(find)
    }

    /// The member whose account has exactly this e-mail, the oldest when several have it; nil when
    /// there is none.
    package func find(email: String) throws -> WreelyMember? {
        try db.first(
            """
            SELECT m.id FROM user u JOIN wreely_member m ON m.user = u.id
            WHERE u.email = ?1
            ORDER BY u.id
            LIMIT 1
            """,
            [.text(email)]
        ) { $0.int(0) }.flatMap(find)
    }

    /// The member with this account; nil when there is none.
    package func find(_ account: User.ID) throws -> WreelyMember? {
        try db.first(
            """
            SELECT m.id FROM user u JOIN wreely_member m ON m.user = u.id WHERE u.user_id = ?1
            """,
            [.text(account.text)]
        ) { $0.int(0) }.flatMap(find)
    }

    /// The members of a workspace, in the order of their ids.
    package func all(in workspace: WreelyWorkspace.ID) throws -> [WreelyMember] {
        try db.all(
            """
            SELECT m.id, u.user_id, m.workspace, m.company, c.name, coalesce(m.name, u.name),
                u.email, m.mobile, m.occupation, m.membership_type, m.about,
                coalesce(m.picture, u.picture), m.website, m.twitter, m.linkedin, m.instagram,
                m.facebook, m.firebase_key, m.created_at
            FROM wreely_member m JOIN user u ON u.id = m.user
                LEFT JOIN wreely_company c ON c.id = m.company
            WHERE m.workspace = ?1
            ORDER BY m.id
            """,
            [.integer(workspace)],
            WreelyMember.init
        )
    }

    /// The members who belong to a company, in the order of their ids.
    package func all(of company: WreelyCompany.ID) throws -> [WreelyMember] {
        try db.all(
            """
            SELECT m.id, u.user_id, m.workspace, m.company, c.name, coalesce(m.name, u.name),
                u.email, m.mobile, m.occupation, m.membership_type, m.about,
                coalesce(m.picture, u.picture), m.website, m.twitter, m.linkedin, m.instagram,
                m.facebook, m.firebase_key, m.created_at
            FROM wreely_member m JOIN user u ON u.id = m.user
                JOIN wreely_company c ON c.id = m.company
            WHERE m.company = ?1
            ORDER BY m.id
            """,
            [.integer(company)],
            WreelyMember.init
        )
    }

    // MARK: Writing

    /// Changes the profile of a member; nil when there is none.
    ///
    /// A member of the profile that is nil stays; an empty text removes the value.
    package func change(
        _ profile: WreelyProfile,
        of id: WreelyMember.ID
    ) throws -> WreelyMember? {
        _ = try work.writeOnce {
            try db.run(
                """
                UPDATE wreely_member
                SET name = coalesce(?2, name), picture = coalesce(?3, picture),
                    occupation = coalesce(?4, occupation), about = coalesce(?5, about),
                    website = coalesce(?6, website), twitter = coalesce(?7, twitter),
                    linkedin = coalesce(?8, linkedin), instagram = coalesce(?9, instagram),
                    facebook = coalesce(?10, facebook)
                WHERE id = ?1
                """,
                [
                    .integer(id), .optional(profile.name), .optional(profile.pictureURL),
                    .optional(profile.occupation), .optional(profile.about),
                    .optional(profile.website), .optional(profile.twitter),
                    .optional(profile.linkedin), .optional(profile.instagram),
                    .optional(profile.facebook),
                ]
            )
        }
        return try find(id)
    }

    /// Sets the key under which the app knows a member at Firebase; false when there is no such
    /// member.
    package func set(firebaseKey: String, of id: WreelyMember.ID) throws -> Bool {
        try work.writeOnce {
            try db.run(
                "UPDATE wreely_member SET firebase_key = ?2 WHERE id = ?1",
                [.integer(id), .text(firebaseKey)]
            ) == 1
        }
    }
}

extension WreelyMember {
    /// Reads `id, user_id, workspace, company, company's name, name, email, mobile, occupation,
    /// membership_type, about, picture, website, twitter, linkedin, instagram, facebook,
    /// firebase_key, created_at`.
    fileprivate init(_ row: borrowing Row) {
        self.init(
            id: row.int(0),
            user: User.ID(row.text(1)),
            workspace: row.int(2),
            companyID: row.optionalInt(3),
            companyName: row.optionalText(4) ?? "",
            name: row.text(5),
            email: row.text(6),
            mobile: row.text(7),
            occupation: row.text(8),
            membershipType: row.text(9),
            about: row.text(10),
            pictureURL: row.optionalText(11) ?? "",
            website: row.text(12),
            twitter: row.text(13),
            linkedin: row.text(14),
            instagram: row.text(15),
            facebook: row.text(16),
            firebaseKey: row.text(17),
            createdAt: Instant(microseconds: row.int(18))
        )
    }
}

extension WreelyPerson {
    /// Reads id, name and picture, which begin at column `first`.
    init(_ row: borrowing Row, from first: Int32) {
        self.init(
            id: row.int(first),
            name: row.text(first + 1),
            pictureURL: row.optionalText(first + 2) ?? ""
        )
    }
}
