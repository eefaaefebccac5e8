@testable import MockPostlyDrift

extension Mutation {
    static let all = login + list + create + others

    private static let login: [Mutation] = [
        .init("no token", "login", .missing, "body.token") { $0.set("token") { _ in nil } },
        .init("no picture", "login", .missing, "body.user.image") {
            $0.set("user.image") { _ in nil }
        },
        .init("a picture where null was", "login", .type, "body.user.image") {
            $0.set("user.image") { _ in .text("/me.png") }
        },
        .init("a person's id as a number", "login", .type, "body.user.id") {
            $0.set("user.id") { _ in .number("7") }
        }.with("login value body.token.claims.sub", "create value body.author.id"),
        .init("null for the person", "login", .type, "body.user") {
            $0.set("user") { _ in .null }
        }.with("login value body.token.claims.sub", "create value body.author.id"),
        .init("a token for 30 minutes", "login", .value, "body.token.claims.exp − iat") {
            $0.token(1) { claims in
                guard case .number(let time)? = claims["exp"], let end = Int64(time) else {
                    return claims
                }
                return claims.setting("exp", .number("\(end + 900)"))
            }
        },
        .init("a token for 14:59", "login", .value, "body.token.claims.exp − iat") {
            $0.token(1) { claims in
                guard case .number(let time)? = claims["exp"], let end = Int64(time) else {
                    return claims
                }
                return claims.setting("exp", .number("\(end - 1)"))
            }
        },
        .init("a token without its type", "login", .missing, "body.token.claims.type") {
            $0.token(1) { $0.setting("type", nil) }
        },
        .init("a token without an end", "login", .missing, "body.token.claims.exp − iat") {
            $0.token(1) { $0.setting("exp", nil) }
        },
        .init("another algorithm", "login", .value, "body.token.header.alg") {
            $0.token(0) { $0.setting("alg", .text("HS512")) }
        },
        .init("a token of somebody else", "login", .value, "body.token.claims.sub") {
            $0.token(1) {
                $0.setting("sub", .text("00000000-0000-4000-8000-000000000000"))
            }
        },
        .init("an opaque token", "login", .value, "body.token") {
            $0.set("token") { _ in .text("sCq81hF0aGkUeY7tLwZpN3xR") }
        },
        .init("a date without fraction", "login", .value, "body.user.since") {
            $0.set("user.since") { _ in .text("2024-09-02T06:58:45Z") }
        },
        .init(
            "a cookie that scripts can read",
            "login",
            .header,
            "header set-cookie session httponly"
        ) {
            $0.header("Set-Cookie", "session=Rk3aaaaaaaaaaaaaaaaaaa; Path=/; Max-Age=900")
        },
        .init("a cookie for longer", "login", .header, "header set-cookie session max-age") {
            $0.header("Set-Cookie", "session=Rk3aaaaaaaaaaaaaaaaaaa; Path=/; HttpOnly; Max-Age=901")
        },
        .init("no cookie", "login", .header, "header set-cookie session") {
            $0.header("Set-Cookie", nil)
        },
        .init("201 for a login", "login", .status, "status") { $0.status = 201 },
    ]

    private static let list: [Mutation] = [
        .init("no articles", "list", .missing, "body.articles") { $0.set("articles") { _ in nil } },
        .init("no titles", "list", .missing, "body.articles[].title") {
            $0.each("articles", "title") { _ in nil }
        },
        .init("one title less", "list", .missing, "body.articles[].title") {
            $0.set("articles.2.title") { _ in nil }
        },
        .init("null for the authors", "list", .type, "body.articles[].author") {
            $0.each("articles", "author") { _ in .null }
        },
        .init("authors as texts", "list", .type, "body.articles[].author") {
            $0.each("articles", "author") { _ in .text("Mira Sol") }
        },
        .init("titles as numbers", "list", .type, "body.articles[].title") {
            $0.each("articles", "title") { _ in .number("1") }
        },
        .init("ids as numbers", "list", .type, "body.articles[].id") {
            $0.each("articles", "id") { _ in .number("1") }
        },
        .init("ids as UUIDs", "list", .value, "body.articles[].id") {
            $0.each("articles", "id") { _ in .text("00000000-0000-4000-8000-000000000000") }
        },
        .init("dates with a blank", "list", .value, "body.articles[].createdAt") {
            $0.each("articles", "createdAt") { node in
                .text(replacing("T", by: " ", in: node?.plain ?? ""))
            }
        },
        .init("dates as numbers", "list", .type, "body.articles[].createdAt") {
            $0.each("articles", "createdAt") { _ in .number("1771072496") }
        },
        .init("the oldest first", "list", .order, "body.articles") {
            $0.set("articles") { .list(Array(($0?.elements ?? []).reversed())) }
        },
        .init("articles by their ids", "list", .type, "body.articles") {
            $0.set("articles") { list in
                .object([.init(name: "a", value: list?.elements.first ?? .null)])
            }
        },
        .init("a member more", "list", .missing, "body.articles[].private") {
            $0.each("articles", "private") { _ in .bool(true) }
        },
        .init("another limit", "list", .value, "body.page.limit") {
            $0.set("page.limit") { _ in .number("4") }
        },
        .init("a total as a text", "list", .type, "body.page.total") {
            $0.set("page.total") { _ in .text("57") }
        },
        .init("no total", "list", .missing, "body.page.total") {
            $0.set("page.total") { _ in nil }
        },
        .init("no links", "list", .header, "header link") { $0.header("Link", nil) },
        .init("another relation", "list", .header, "header link") {
            $0.header("Link", "</articles?page=2>; rel=\"last\"")
        },
    ]

    private static let create: [Mutation] = [
        .init("200 for a new article", "create", .status, "status") { $0.status = 200 },
        .init("a like too many", "create", .value, "body.likes") {
            $0.set("likes") { _ in .number("1") }
        },
        .init("likes as a text", "create", .type, "body.likes") {
            $0.set("likes") { _ in .text("0") }
        },
        .init("no likes", "create", .missing, "body.likes") { $0.set("likes") { _ in nil } },
        .init("null for likes", "create", .type, "body.likes") { $0.set("likes") { _ in .null } },
        .init("another title", "create", .value, "body.title") {
            $0.set("title") { _ in .text("low tide") }
        },
        .init("another slug", "create", .value, "body.slug") {
            $0.set("slug") { _ in .text("low-tide-1") }
        },
        .init("tags in order", "create", .order, "body.tags") {
            $0.set("tags") { _ in .list([.text("salt"), .text("sand"), .text("sea")]) }
        },
        .init("a tag less", "create", .missing, "body.tags[]") {
            $0.set("tags") { _ in .list([.text("sea"), .text("salt")]) }
        },
        .init("null for tags", "create", .type, "body.tags") { $0.set("tags") { _ in .null } },
        .init("tags in a text", "create", .type, "body.tags") {
            $0.set("tags") { _ in .text("sea,salt,sand") }
        },
        .init("another author", "create", .value, "body.author.id") {
            $0.set("author.id") { _ in .text("00000000-0000-4000-8000-000000000000") }
        },
        .init("no picture of the author", "create", .missing, "body.author.image") {
            $0.set("author.image") { _ in nil }
        },
        .init("another zone", "create", .value, "body.createdAt") {
            $0.set("createdAt") { node in
                .text(replacing("Z", by: "+00:00", in: node?.plain ?? ""))
            }
        },
        .init("local time", "create", .value, "body.createdAt") {
            $0.set("createdAt") { node in
                .text(replacing("T12:", by: "T14:", in: node?.plain ?? ""))
            }
        },
        .init("an earlier end", "create", .value, "body.expires") {
            $0.set("expires") { node in
                .text(replacing("T12:", by: "T11:", in: node?.plain ?? ""))
            }
        },
        .init("a draft", "create", .value, "body.draft") { $0.set("draft") { _ in .bool(true) } },
        .init("a draft as a number", "create", .type, "body.draft") {
            $0.set("draft") { _ in .number("0") }
        },
        .init("a whole score", "create", .value, "body.score") {
            $0.set("score") { _ in .number("4") }
        },
        .init("another link", "create", .value, "body.link") {
            $0.set("link") { node in
                .text(replacing("/articles/", by: "/article/", in: node?.plain ?? ""))
            }
        },
        .init("a member more", "create", .missing, "body.internal") {
            $0.set("internal") { _ in .number("1") }
        },
        .init("another name of a member", "create", .missing, "body.updatedAt") {
            $0.set("updatedAt") { _ in nil }
        },
        .init("no location", "create", .header, "header location") { $0.header("Location", nil) },
        .init("another location", "create", .header, "header location") {
            $0.header("Location", "/elsewhere")
        },
        .init("another media type", "create", .header, "header content-type") {
            $0.header("Content-Type", "text/plain")
        },
        .init("another charset", "create", .header, "header content-type") {
            $0.header("Content-Type", "application/json; charset=latin1")
        },
        .init("caches allowed", "create", .header, "header cache-control") {
            $0.header("Cache-Control", "max-age=60")
        },
        .init("no pages of others", "create", .header, "header access-control-allow-origin") {
            $0.header("Access-Control-Allow-Origin", nil)
        },
    ]

    private static let others: [Mutation] = [
        .init("the newest comment first", "comments", .order, "body") {
            $0.set("") { .list(Array(($0?.elements ?? []).reversed())) }
        },
        .init("a comment on another article", "comments", .value, "body[0].articleId") {
            $0.set("0.articleId") { _ in .text("69886d862f3621d9bb00ffff") }
        },
        .init("a comment less", "comments", .missing, "body[]") { $0.set("1") { _ in nil } },
        .init("another text", "comments", .value, "body[1].text") {
            $0.set("1.text") { _ in .text("Second") }
        },
        .init("counted twice", "recount", .value, "body.articles") {
            $0.set("articles") { node in
                .number("\((Int(node?.plain ?? "") ?? 0) + 1)")
            }
        },
        .init("another error text", "missing", .value, "body.error") {
            $0.set("error") { _ in .text("Article 'none' was not found") }
        },
        .init("another code", "missing", .value, "body.code") {
            $0.set("code") { _ in .number("1405") }
        },
        .init("200 for what is not there", "missing", .status, "status") { $0.status = 200 },
        .init("a page in place of JSON", "missing", .type, "body") {
            $0.body = Array("<h1>Not Found</h1>".utf8)
        },
        .init("no body", "missing", .missing, "body") { $0.body = [] },
        .init("another limit of requests", "missing", .header, "header x-ratelimit-limit") {
            $0.header("X-RateLimit-Limit", "60")
        },
        .init("200 for a deletion", "gone", .status, "status") { $0.status = 200 },
        .init("a body of a deletion", "gone", .missing, "body") { $0.body = Array("{}".utf8) },
    ]
}
