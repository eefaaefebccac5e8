@testable import MockPostlyDrift

extension Trial {
    static let headTrials = headers + cookies + statuses

    private static let headers = [
        Trial(
            "an entity tag of their own",
            .own,
            header: "ETag",
            [#"W/"a""#, #"W/"b""#, #"W/"c""#]
        ),
        Trial(
            "a strong tag for a weak one",
            .own,
            header: "ETag",
            [#""a""#, #""a""#, #"W/"c""#],
            says: ["header header etag"]
        ),
        Trial(
            "a tag once weak, once strong",
            .own,
            header: "ETag",
            [#""a""#, #"W/"a""#, #"W/"c""#]
        ),
        Trial(
            "a change long ago",
            .own,
            header: "Last-Modified",
            [
                "Tue, 03 Feb 2026 12:00:00 GMT", "Tue, 03 Feb 2026 12:00:00 GMT",
                "Mon, 11 Aug 2025 09:00:00 GMT",
            ]
        ),
        Trial("a total of their own", .own, header: "X-Total-Count", ["57", "57", "30"]),
        Trial(
            "no total",
            .own,
            header: "X-Total-Count",
            ["", "", "30"],
            says: ["header header x-total-count"]
        ),
        Trial(
            "a name of their own",
            .own,
            header: "Content-Disposition",
            [
                #"inline; filename="sea.jpg""#, #"inline; filename="sea.jpg""#,
                #"inline; filename="tide.jpg""#,
            ]
        ),
        Trial(
            "a token in a field",
            .rule,
            header: "X-CSRF-Token",
            [
                "sCq81hF0aGkUeY7tLwZpN3xR", "tCq81hF0aGkUeY7tLwZpN3xR", "uCq81hF0aGkUeY7tLwZpN3xR",
            ]
        ),
        Trial(
            "another version",
            .own,
            header: "X-Version",
            ["3", "3", "2"],
            says: ["header header x-version"]
        ),
        Trial(
            "a way to cache",
            .own,
            header: "Cache-Control",
            ["max-age=60", "max-age=60", "max-age=600"],
            says: ["header header cache-control"]
        ),
        Trial(
            "the same words in another order",
            .own,
            header: "Cache-Control",
            [
                "public, max-age=60", "public, max-age=60", "max-age=60,public",
            ]
        ),
        Trial(
            "how long to wait",
            .rule,
            header: "Retry-After",
            ["60", "60", "30"],
            says: ["header header retry-after"]
        ),
        Trial("what is left", .rule, header: "X-RateLimit-Remaining", ["3", "3", "98"]),
    ]

    private static let cookies = [
        Trial(
            "a session of their own",
            .person,
            header: "Set-Cookie",
            [
                "sid=sCq81hF0aGkUeY7tLwZpN3xR; Path=/; HttpOnly; Expires=Sat, 14 Feb 2026 13:34:56 GMT",
                "sid=tCq81hF0aGkUeY7tLwZpN3xR; Path=/; HttpOnly; Expires=Sat, 14 Feb 2026 13:35:57 GMT",
                "sid=uCq81hF0aGkUeY7tLwZpN3xR; Path=/; HttpOnly; Expires=Tue, 12 Aug 2025 13:00:00 GMT",
            ]
        ),
        Trial(
            "a session for longer",
            .person,
            header: "Set-Cookie",
            [
                "sid=s; Path=/; Expires=Sun, 15 Feb 2026 13:34:56 GMT",
                "sid=t; Path=/; Expires=Sun, 15 Feb 2026 13:35:57 GMT",
                "sid=u; Path=/; Expires=Tue, 12 Aug 2025 13:00:00 GMT",
            ],
            says: ["header header set-cookie sid expires"]
        ),
        Trial(
            "a cookie for other sites",
            .person,
            header: "Set-Cookie",
            [
                "sid=s; SameSite=None; Secure", "sid=t; SameSite=None; Secure",
                "sid=u; SameSite=Lax",
            ],
            says: ["header header set-cookie sid samesite", "header header set-cookie sid secure"]
        ),
        Trial(
            "another domain",
            .person,
            header: "Set-Cookie",
            [
                "sid=s; Domain=.a.example", "sid=t; Domain=.a.example", "sid=u; Domain=localhost",
            ]
        ),
        Trial(
            "a cookie more",
            .own,
            header: "Set-Cookie",
            ["cart=1; Path=/", "cart=2; Path=/", ""],
            says: ["header header set-cookie cart"]
        ),
    ]

    private static let statuses = [
        Trial("a server that fails at times", says: ["unstable status"]).with {
            $0.statuses = [200, 503, 200]
        },
        Trial("a server that first fails", says: ["unstable status"]).with {
            $0.statuses = [503, 200, 200]
        },
        Trial("two statuses, none of which fits", says: ["status status"]).with {
            $0.statuses = [404, 500, 200]
        },
    ]
}
