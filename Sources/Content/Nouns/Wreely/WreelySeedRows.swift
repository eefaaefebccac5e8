internal import MockPostlyContent
internal import MockPostlySQLite

/// Adds rows of a seed, with all values as given; NULL as an id takes the next one.
struct WreelySeedRows {
    let db: Connection

    /// Whether `table` has a row with this id.
    func has(_ id: Int64, in table: ContentTable) throws -> Bool {
        try db.first(DerivedSQL("SELECT 1 FROM \(table.name) WHERE id = ?1"), [.integer(id)]) {
            _ in true
        } ?? false
    }

    func has(mobile: String) throws -> Bool {
        try db.first("SELECT 1 FROM wreely_member WHERE mobile = ?1", [.text(mobile)]) { _ in
            true
        } ?? false
    }

    func has(token: String) throws -> Bool {
        try db.first("SELECT 1 FROM wreely_member WHERE token = ?1", [.text(token)]) { _ in
            true
        } ?? false
    }

    /// Makes a member belong to a company; false when the member has one already.
    func join(_ member: WreelyMember.ID, _ company: WreelyCompany.ID) throws -> Bool {
        try db.run(
            "UPDATE wreely_member SET company = ?2 WHERE id = ?1 AND company IS NULL",
            [.integer(member), .integer(company)]
        ) == 1
    }

    /// Makes a member the one who speaks for the company.
    func makeContact(_ member: WreelyMember.ID) throws {
        try db.run("UPDATE wreely_member SET is_contact = 1 WHERE id = ?1", [.integer(member)])
    }

    // MARK: Inserting

    /// The values with the next id in place of NULL.
    private func numbered(_ values: [Value], _ table: ContentTable) throws -> [Value] {
        guard values[0] == .null else { return values }
        return try [Sequences.newID(of: table, on: db)] + values.dropFirst()
    }

    /// The values are `id, name, email, logo_url, free_minutes`; returns the id.
    func insert(workspace values: [Value]) throws -> Int64 {
        try db.run(
            """
            INSERT INTO wreely_workspace (id, name, email, logo_url, free_minutes)
            VALUES (?1, ?2, ?3, ?4, ?5)
            """,
            numbered(values, .wreelyWorkspace)
        )
        return db.lastInsertRowID
    }

    /// The values are `id, workspace, name, website, about, logo_url, status, is_deleted`; returns
    /// the id.
    func insert(company values: [Value]) throws -> Int64 {
        try db.run(
            """
            INSERT INTO wreely_company (id, workspace, name, website, about, logo_url, status,
                is_deleted)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """,
            numbered(values, .wreelyCompany)
        )
        return db.lastInsertRowID
    }

    /// The values are `id, user, workspace, mobile, name, picture, occupation, membership_type,
    /// about, website, twitter, linkedin, instagram, facebook, firebase_key, token, created_at`;
    /// returns the id.
    func insert(member values: [Value]) throws -> Int64 {
        try db.run(
            """
            INSERT INTO wreely_member (id, user, workspace, mobile, name, picture, occupation,
                membership_type, about, website, twitter, linkedin, instagram, facebook,
                firebase_key, token, created_at, is_contact)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, 0)
            """,
            numbered(values, .wreelyMember)
        )
        return db.lastInsertRowID
    }

    /// The values are `id, workspace, member, content, image_url, created_at, follows`; returns the
    /// id.
    func insert(post values: [Value]) throws -> Int64 {
        try db.run(
            """
            INSERT INTO wreely_post (id, workspace, member, content, image_url, created_at, follows)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """,
            numbered(values, .wreelyPost)
        )
        return db.lastInsertRowID
    }

    /// The values are `id, post, member, content, created_at, follows`.
    func insert(comment values: [Value]) throws {
        try db.run(
            """
            INSERT INTO wreely_comment (id, post, member, content, created_at, follows)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            """,
            numbered(values, .wreelyComment)
        )
    }

    /// The values are `id, post, member`.
    func insert(like values: [Value]) throws {
        try db.run(
            "INSERT INTO wreely_like (id, post, member) VALUES (?1, ?2, ?3)",
            numbered(values, .wreelyLike)
        )
    }

    /// The values are `id, workspace, title, description, image_url, starts_at, ends_at, follows`;
    /// returns the id.
    func insert(event values: [Value]) throws -> Int64 {
        try db.run(
            """
            INSERT INTO wreely_event (id, workspace, title, description, image_url, starts_at,
                ends_at, follows)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """,
            numbered(values, .wreelyEvent)
        )
        return db.lastInsertRowID
    }

    /// The values are `event, member`.
    func insert(attendance values: [Value]) throws {
        try db.run("INSERT INTO wreely_attendance (event, member) VALUES (?1, ?2)", values)
    }

    /// The values are `id, workspace, name, description, opens, closes, images`; returns the id.
    func insert(room values: [Value]) throws -> Int64 {
        try db.run(
            """
            INSERT INTO wreely_room (id, workspace, name, description, opens, closes, images)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """,
            numbered(values, .wreelyRoom)
        )
        return db.lastInsertRowID
    }

    /// The values are `id, room, member, starts_at, ends_at, is_free, follows`.
    func insert(booking values: [Value]) throws {
        try db.run(
            """
            INSERT INTO wreely_booking (id, room, member, starts_at, ends_at, is_free, follows)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """,
            numbered(values, .wreelyBooking)
        )
    }

    /// The values are those of all columns in the order of the table.
    func insert(place values: [Value]) throws {
        try db.run(
            """
            INSERT INTO wreely_place (id, bearing, distance, name, description, address,
                postal_area, city, state, country, image_url, images, url, currency, day_price,
                week_price, month_price, star_rating, reviews, capacity, private_rooms,
                meeting_rooms)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17,
                ?18, ?19, ?20, ?21, ?22)
            """,
            numbered(values, .wreelyPlace)
        )
    }
}
