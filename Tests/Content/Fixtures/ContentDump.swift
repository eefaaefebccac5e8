import MockPostlySQLite

/// Everything in a content that a client can see, table by table; numbers that nobody sees are
/// ranks.
func dump(_ connection: Connection) throws -> [String: [[String]]] {
    func rows(_ columns: Int32, _ sql: StaticString) throws -> [[String]] {
        try connection.all(sql) { row in
            (0..<columns).map { row.isNull($0) ? "NULL" : "'\(row.text($0))'" }
        }
    }
    return [
        "user": try rows(
            8,
            """
            SELECT id, user_id, email, name, picture, password, last_login, created_at
            FROM user ORDER BY id
            """
        ),
        "post": try rows(
            17,
            """
            SELECT row_number() OVER (ORDER BY p.id), post_id, author_id, author_name,
                author_email, author_picture, title, slug, status, cover_image, read_time,
                created_at, updated_at, views, likes, comments, content
            FROM post p JOIN post_content c ON c.id = p.id ORDER BY p.id
            """
        ),
        "post_like": try rows(
            2,
            """
            SELECT post_id, user_id FROM post_like l JOIN post p ON p.id = l.post
            ORDER BY post_id, user_id
            """
        ),
        "comment": try rows(
            7,
            """
            SELECT post_id, comment_id, c.author_id, c.author_name, c.author_picture, content,
                c.created_at
            FROM comment c JOIN post p ON p.id = c.post ORDER BY p.id, c.id
            """
        ),
        "totals": try rows(
            3,
            """
            SELECT '', status, posts FROM status_total WHERE posts > 0
            UNION SELECT author_id, status, posts FROM author_total WHERE posts > 0
            ORDER BY 1, 2
            """
        ),
        "document_import": try rows(
            3,
            "SELECT kind, position, body FROM document_import ORDER BY 1, 2"
        ),
        "document_change": try rows(
            3,
            "SELECT kind, id, body FROM document_change ORDER BY 1, 2"
        ),
        "custom_response": try rows(
            4,
            "SELECT identifier, method, body, created_at FROM custom_response ORDER BY 1"
        ),
        "community_member": try rows(
            2,
            "SELECT user, joined_at FROM community_member ORDER BY 1"
        ),
        "api_token": try rows(
            4,
            "SELECT hash, user, created_at, revoked_at FROM api_token ORDER BY 1"
        ),
        "community_post": try rows(
            9,
            """
            SELECT id, user, content, image_url, created_at, updated_at, likes, liked_by, comments
            FROM community_post ORDER BY 1
            """
        ),
        "community_comment": try rows(
            5,
            "SELECT id, post, user, content, created_at FROM community_comment ORDER BY 1"
        ),
        "realworld_person": try rows(
            3,
            "SELECT user, username, bio FROM realworld_person ORDER BY 1"
        ),
        "realworld_article": try rows(
            8,
            """
            SELECT slug, author, title, description, created_at, updated_at, tags, body FROM
            realworld_article ORDER BY id
            """
        ),
        "realworld_comment": try rows(
            5,
            "SELECT id, article, author, body, created_at FROM realworld_comment ORDER BY 1"
        ),
        "realworld_favorite": try rows(
            2,
            "SELECT article, person FROM realworld_favorite ORDER BY 1, 2"
        ),
        "realworld_follow": try rows(
            2,
            "SELECT follower, followed FROM realworld_follow ORDER BY 1, 2"
        ),
        "wreely_workspace": try rows(
            5,
            """
            SELECT id, name, email, logo_url, free_minutes FROM wreely_workspace ORDER BY 1,
            2
            """
        ),
        "wreely_company": try rows(
            8,
            """
            SELECT id, workspace, name, website, about, logo_url, status, is_deleted FROM
            wreely_company ORDER BY 1, 2
            """
        ),
        "wreely_member": try rows(
            19,
            """
            SELECT id, user, workspace, company, is_contact, mobile, name, picture,
            occupation, membership_type, about, website, twitter, linkedin, instagram,
            facebook, firebase_key, token, created_at FROM wreely_member ORDER BY 1, 2
            """
        ),
        "wreely_post": try rows(
            6,
            """
            SELECT id, workspace, member, content, image_url, created_at FROM wreely_post
            ORDER BY 1, 2
            """
        ),
        "wreely_comment": try rows(
            5,
            """
            SELECT id, post, member, content, created_at FROM wreely_comment ORDER BY 1, 2
            """
        ),
        "wreely_like": try rows(
            3,
            """
            SELECT id, post, member FROM wreely_like ORDER BY 1, 2
            """
        ),
        "wreely_event": try rows(
            7,
            """
            SELECT id, workspace, title, description, image_url, starts_at, ends_at FROM
            wreely_event ORDER BY 1, 2
            """
        ),
        "wreely_attendance": try rows(
            2,
            """
            SELECT event, member FROM wreely_attendance ORDER BY 1, 2
            """
        ),
        "wreely_room": try rows(
            7,
            """
            SELECT id, workspace, name, description, opens, closes, images FROM wreely_room
            ORDER BY 1, 2
            """
        ),
        "wreely_booking": try rows(
            6,
            """
            SELECT id, room, member, starts_at, ends_at, is_free FROM wreely_booking ORDER
            BY 1, 2
            """
        ),
        "wreely_place": try rows(
            22,
            """
            SELECT id, bearing, distance, name, description, address, postal_area, city,
            state, country, image_url, images, url, currency, day_price, week_price,
            month_price, star_rating, reviews, capacity, private_rooms, meeting_rooms FROM
            wreely_place ORDER BY 1, 2
            """
        ),
        "sqlite_sequence": try rows(2, "SELECT name, seq FROM sqlite_sequence ORDER BY 1"),
    ]
}
