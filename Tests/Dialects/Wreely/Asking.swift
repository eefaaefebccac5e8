import Foundation
import MockPostlyContent
import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlySeeds
import MockPostlyTestKit
import MockPostlyWorld

@testable import WreelyDialect

/// The API over the world of the transcripts, with everything that it reports.
final class Phone {
    let api: Wreely
    var reports: [LogMessage] { listener.reports }
    private let listener = Listener()
    /// Who asked for the last answer, by its token.
    private(set) var asker: String?

    /// The members of the small seed who have tokens there.
    static let mira = String(repeating: "1", count: 32)
    static let theo = String(repeating: "2", count: 32)

    /// A world whose clock stands still at 2026-02-14T12:34:56Z.
    init(
        world name: String = "default",
        secret: String = "your-secret-key",
        usesCaches: Bool = true,
        code: String? = nil
    ) throws {
        let now = Instant(seconds: 1_771_072_496)
        let world = TimeAndChance(name: name, clock: .frozen(at: now), randomSeed: 1)
        let domain = try Domain.inMemory(world)
        try domain.reset(toFilesOf: .paths([Self.seed]))
        try domain.work.commit()
        var settings = Wreely.Settings()
        settings.loginCode = code
        let context = DialectContext(
            domain,
            secret: secret,
            usesCaches: usesCaches,
            listener: listener
        )
        api = Wreely(context, settings)
    }

    /// The seed of the transcripts.
    private static var seed: String {
        URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Contracts/wreely/seed.json").standardized
            .path(percentEncoded: false)
    }

    /// The answer to a request, slow work done on the spot.
    func answer(_ method: String, _ path: String, _ body: String = "") throws -> Response {
        let target = path.hasPrefix("/") ? path : "/services/" + path
        var request = try Request.asking(method, target, body: body)
        let found = Found()
        request.findings = found
        defer { asker = found.asker }
        return try api.respond(to: request).reply.response
    }

    func get(_ path: String, _ token: String = mira) throws -> JSONValue {
        try answer("GET", "\(path)?access_token=\(token)").json
    }

    @discardableResult
    func post(_ path: String, _ body: String, _ token: String = mira) throws -> JSONValue {
        try answer("POST", "\(path)?access_token=\(token)", body).json
    }

    /// Asks for a code; the id of the member whom it is for.
    func askForCode(_ number: String = "9876543212") throws -> Int64? {
        let body = #"{"mobile_number":"\#(number)","country_code":"+91"}"#
        return try post("v2/member/login", body, "")["member_id"]?.int
    }

    /// The token for a code; nil when it is refused.
    func confirm(_ code: String, _ member: Int64) throws -> String? {
        let body = #"{"login_code":"\#(code)","member_id":"\#(member)"}"#
        return try post("v2/member/login/confirmation", body, "")["access_token"]?.string
    }

    func advance(by duration: Duration) { api.context.world.clock.advance(by: duration) }
}

/// Keeps what the dialect reports.
private final class Listener: DialectListener {
    private(set) var reports: [LogMessage] = []
    let keepsFrames = false

    func keep(_ frame: ChannelFrame, of dialect: String, fault: String?) {}
    func report(_ report: LogMessage) { reports.append(report) }
}
