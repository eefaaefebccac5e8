package import MockPostlySQLite

extension Migration {
    /// The tables of Wreely, a community of co-working spaces.
    ///
    /// People are the rows of `user`. Times are microseconds since 1970. Rows with `follows` 1 came
    /// from a seed with dates relative to the day of seeding: these dates move when the content is
    /// filled on another day.
    package static let wreely = Migration(
        name: "0005-wreely",
        sql: """
            CREATE TABLE wreely_workspace (
                id INTEGER PRIMARY KEY,
                name TEXT NOT NULL,
                email TEXT NOT NULL,
                logo_url TEXT NOT NULL,
                free_minutes INTEGER NOT NULL
            ) STRICT;

            CREATE TABLE wreely_company (
                id INTEGER PRIMARY KEY,
                workspace INTEGER NOT NULL REFERENCES wreely_workspace ON DELETE CASCADE,
                name TEXT NOT NULL,
                website TEXT NOT NULL,
                about TEXT NOT NULL,
                logo_url TEXT NOT NULL,
                status INTEGER NOT NULL,
                is_deleted INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX wreely_company_by_workspace ON wreely_company (workspace);

            -- A name or picture that is NULL is that of the account. A token is stored as it is,
            -- because each login gives it again.
            CREATE TABLE wreely_member (
                id INTEGER PRIMARY KEY,
                user INTEGER NOT NULL UNIQUE REFERENCES user,
                workspace INTEGER NOT NULL REFERENCES wreely_workspace ON DELETE CASCADE,
                company INTEGER REFERENCES wreely_company,
                is_contact INTEGER NOT NULL,
                mobile TEXT NOT NULL UNIQUE,
                name TEXT,
                picture TEXT,
                occupation TEXT NOT NULL,
                membership_type TEXT NOT NULL,
                about TEXT NOT NULL,
                website TEXT NOT NULL,
                twitter TEXT NOT NULL,
                linkedin TEXT NOT NULL,
                instagram TEXT NOT NULL,
                facebook TEXT NOT NULL,
                firebase_key TEXT NOT NULL,
                token TEXT UNIQUE,
                created_at INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX wreely_member_by_workspace ON wreely_member (workspace);
            CREATE INDEX wreely_member_by_company ON wreely_member (company);
            CREATE UNIQUE INDEX wreely_contact ON wreely_member (company) WHERE is_contact = 1;

            CREATE TABLE wreely_login_code (
                member INTEGER NOT NULL REFERENCES wreely_member ON DELETE CASCADE,
                purpose TEXT NOT NULL,
                code TEXT NOT NULL,
                issued_at INTEGER NOT NULL,
                PRIMARY KEY (member, purpose)
            ) STRICT;

            -- Ids of what members make are never given twice.
            CREATE TABLE wreely_post (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                workspace INTEGER NOT NULL REFERENCES wreely_workspace ON DELETE CASCADE,
                member INTEGER NOT NULL REFERENCES wreely_member ON DELETE CASCADE,
                content TEXT NOT NULL,
                image_url TEXT NOT NULL,
                created_at INTEGER NOT NULL,
                follows INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX wreely_post_by_workspace ON wreely_post (workspace, created_at, id);
            CREATE INDEX wreely_post_by_member ON wreely_post (member, workspace, created_at, id);

            CREATE TABLE wreely_comment (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                post INTEGER NOT NULL REFERENCES wreely_post ON DELETE CASCADE,
                member INTEGER NOT NULL REFERENCES wreely_member ON DELETE CASCADE,
                content TEXT NOT NULL,
                created_at INTEGER NOT NULL,
                follows INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX wreely_comment_by_post ON wreely_comment (post, created_at, id);
            CREATE INDEX wreely_comment_by_member ON wreely_comment (member);

            CREATE TABLE wreely_like (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                post INTEGER NOT NULL REFERENCES wreely_post ON DELETE CASCADE,
                member INTEGER NOT NULL REFERENCES wreely_member ON DELETE CASCADE,
                UNIQUE (post, member)
            ) STRICT;
            CREATE INDEX wreely_like_by_member ON wreely_like (member);

            CREATE TABLE wreely_event (
                id INTEGER PRIMARY KEY,
                workspace INTEGER NOT NULL REFERENCES wreely_workspace ON DELETE CASCADE,
                title TEXT NOT NULL,
                description TEXT NOT NULL,
                image_url TEXT NOT NULL,
                starts_at INTEGER NOT NULL,
                ends_at INTEGER NOT NULL,
                follows INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX wreely_event_by_workspace ON wreely_event (workspace, starts_at, id);

            CREATE TABLE wreely_attendance (
                event INTEGER NOT NULL REFERENCES wreely_event ON DELETE CASCADE,
                member INTEGER NOT NULL REFERENCES wreely_member ON DELETE CASCADE,
                PRIMARY KEY (event, member)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX wreely_attendance_by_member ON wreely_attendance (member);

            -- Opening hours are minutes of the day; pictures are one URL a line.
            CREATE TABLE wreely_room (
                id INTEGER PRIMARY KEY,
                workspace INTEGER NOT NULL REFERENCES wreely_workspace ON DELETE CASCADE,
                name TEXT NOT NULL,
                description TEXT NOT NULL,
                opens INTEGER NOT NULL,
                closes INTEGER NOT NULL,
                images TEXT NOT NULL
            ) STRICT;
            CREATE INDEX wreely_room_by_workspace ON wreely_room (workspace);

            CREATE TABLE wreely_booking (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                room INTEGER NOT NULL REFERENCES wreely_room ON DELETE CASCADE,
                member INTEGER NOT NULL REFERENCES wreely_member ON DELETE CASCADE,
                starts_at INTEGER NOT NULL,
                ends_at INTEGER NOT NULL,
                is_free INTEGER NOT NULL,
                follows INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX wreely_booking_by_room ON wreely_booking (room, starts_at);
            CREATE INDEX wreely_booking_by_member ON wreely_booking (member, starts_at);

            -- Co-working spaces around the asked point: degrees clockwise from north, and metres.
            CREATE TABLE wreely_place (
                id INTEGER PRIMARY KEY,
                bearing INTEGER NOT NULL,
                distance INTEGER NOT NULL,
                name TEXT NOT NULL,
                description TEXT NOT NULL,
                address TEXT NOT NULL,
                postal_area TEXT NOT NULL,
                city TEXT NOT NULL,
                state TEXT NOT NULL,
                country TEXT NOT NULL,
                image_url TEXT NOT NULL,
                images TEXT NOT NULL,
                url TEXT NOT NULL,
                currency TEXT NOT NULL,
                day_price TEXT NOT NULL,
                week_price TEXT NOT NULL,
                month_price TEXT NOT NULL,
                star_rating TEXT NOT NULL,
                reviews INTEGER NOT NULL,
                capacity INTEGER NOT NULL,
                private_rooms INTEGER NOT NULL,
                meeting_rooms INTEGER NOT NULL
            ) STRICT;
            """
    )
}
