import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlyWorld

@testable import PexelsDialect

extension Pexels {
    /// The search over a world whose clock stands still at 2026-02-14T12:34:56Z.
    static func fresh(usesCaches: Bool = true, change: (inout Settings) -> Void = { _ in })
        -> Pexels
    {
        var settings = Settings()
        change(&settings)
        let now = Instant(seconds: 1_771_072_496)
        let world = World(name: "one", clock: .frozen(at: now), randomSeed: 1)
        return Pexels(world, settings, usesCaches: usesCaches)
    }

    /// The answer to a request; slow work is done on the spot.
    func answer(_ request: Request) throws -> Response {
        var reply = try respond(to: request).reply
        while true {
            switch reply {
            case .now(let response): return response
            case .later(let work): reply = try work.finish(work.work())
            case .after(_, let body): reply = try body()
            case .held, .handOver: preconditionFailure("there is no such route")
            }
        }
    }

    func answer(
        _ method: String,
        _ target: String,
        _ fields: [(String, String)] = []
    ) throws -> Response {
        try answer(.asking(method, Array(target.utf8), fields))
    }

    /// The answer to a GET request with a key.
    func get(_ target: String, key: String = "k") throws -> Response {
        try answer("GET", target, [("Authorization", key)])
    }

    /// The ids of the photos that a GET request with a key brings.
    func ids(_ target: String) throws -> [Int64] {
        try get(target).photos.compactMap { $0["id"]?.int }
    }
}

struct NoRequest: Error {}

extension Request {
    /// A request as the parser gives it.
    static func asking(
        _ method: String,
        _ target: [UInt8],
        _ fields: [(String, String)] = [],
        host: String? = "localhost:8080"
    ) throws -> Request {
        var head = " HTTP/1.\(host == nil ? 0 : 1)\r\n"
        if let host { head += "Host: \(host)\r\n" }
        for (name, value) in fields { head += "\(name): \(value)\r\n" }
        head += "\r\n"
        let bytes = Array("\(method) ".utf8) + target + Array(head.utf8)
        let step = RequestParser.parse(whole: bytes)
        guard case .request(let request) = step else { throw NoRequest() }
        return request
    }
}

extension Response {
    var text: String { String(decoding: body, as: UTF8.self) }

    /// The body as JSON.
    var json: JSONValue {
        get throws { try JSON(parsing: body).root }
    }

    var photos: [JSONValue] {
        get throws { try json["photos"]?.elements ?? [] }
    }

    func number(_ name: String) throws -> Int64? { try json[name]?.int }
}

extension JSONValue {
    var names: [String] { members.map(\.name) }
}
