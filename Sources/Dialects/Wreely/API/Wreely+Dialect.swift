package import MockPostlyDialect
package import MockPostlyDrift
package import MockPostlyHTTP
internal import MockPostlyNouns
package import MockPostlyRecorded
internal import WreelyContent

extension Wreely: Dialect {
    package static let name = "wreely"
    package static let title = "Wreely"
    package static let drift: DriftScenario? = .wreely
    package static let recorded: (any RecordedRows.Type)? = WreelyRows.self
    package static let claims: [PathClaim] = [.word("services"), .word("wreely")]
    package static let routeLines = routes.map { RouteLine($0, of: name) }
    package static let addresses = [
        DialectAddress("wreely", path: "/services"), DialectAddress("wreelyBeta", path: "/wreely"),
        DialectAddress("wreelyLocal", path: "/wreely/services"),
    ]
    package static let tokens: TokenOffer? = tokenOffer

    /// The id of the member; nil without a known token.
    package func account(of request: Request) throws -> String? {
        try Self.token(in: request).flatMap(tokens.member)?.id.description
    }

    /// The id of the member first, then those of the account: id, e-mail address and mobile number.
    package func names(ofAccount account: String) throws -> [String] {
        guard let member = try Int64(account).flatMap(members.find) else { return [account] }
        return [account, member.user.text, member.email, member.mobile]
    }

    package var figures: [Figure] {
        [
            Figure(
                "wreely_cache_hits_total",
                .counter,
                help: "Answers of Wreely found in the cache.",
                value: context.statistics(of: Wreely.self).hits
            ),
            Figure(
                "wreely_cache_misses_total",
                .counter,
                help: "Answers of Wreely made anew and cached.",
                value: context.statistics(of: Wreely.self).misses
            ),
        ]
    }

    /// The mobile number of a member of the standard seed.
    private static let knownNumber = "9876543210"

    /// The member is shown only where the content has one with this number.
    package var introduction: Introduction {
        var introduction = Introduction()
        introduction.source = .seed
        introduction.lines = [
            .init("Co-working app", .address(scheme: "http", path: "/services/")),
            .init("its beta", .address(scheme: "http", path: "/wreely/")),
        ]
        // A data file may not have this member.
        if let member = try? members.find(mobile: Self.knownNumber) {
            introduction.example = .init(
                "/services/v2/member/login?access_token=",
                body: #"{"mobile_number":"\#(Self.knownNumber)","country_code":"+91"}"#
            )
            introduction.lines.append(
                .init(
                    "Mobile number",
                    .text(Self.knownNumber),
                    note: settings.loginCode.map { "\(member.email), code \($0)" } ?? member.email
                )
            )
        }
        return introduction
    }
}
