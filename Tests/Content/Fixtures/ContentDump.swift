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
        "sqlite_sequence": try rows(2, "SELECT name, seq FROM sqlite_sequence ORDER BY 1"),
    ]
}
