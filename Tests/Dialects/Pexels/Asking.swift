import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlyTestKit
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
        let world = TimeAndChance(name: "one", clock: .frozen(at: now), randomSeed: 1)
        let pictures = PictureCache(CacheBudget(), isOn: usesCaches)
        return Pexels(world, settings, pictures: pictures)
    }

    /// The answer to a request; slow work is done on the spot.
    func answer(_ request: Request) throws -> Response {
        try respond(to: request).reply.response
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

extension Response {

    var photos: [JSONValue] {
        get throws { try json["photos"]?.elements ?? [] }
    }

    func number(_ name: String) throws -> Int64? { try json[name]?.int }
}

extension JSONValue {
    var names: [String] { members.map(\.name) }
}
