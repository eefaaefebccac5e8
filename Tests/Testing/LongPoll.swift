import MockPostlyTesting
import Testing

/// A client of the community's feed that asks for messages by requests.
struct LongPoll {
    private let world: MockServer.World
    private let path: String

    init(_ world: MockServer.World) throws {
        self.world = world
        let base = "/community/longpoll?vsn=2.0.0&token="
        let answer = try world.send("GET", base + "mira-sol-token-for-trying-the-feed-out-0000")
        let token = try #require(try MockServer.JSON(bytes: answer.body)["token"]?.string)
        path = base + token
    }

    func send(_ frame: String) throws {
        let answer = try world.send(
            "POST",
            path,
            headers: ["Content-Type": "application/json"],
            body: frame
        )
        try #require(answer.status == 200)
    }

    /// The messages that wait, as texts; waits for one if there is none.
    @discardableResult
    func poll() throws -> [String] {
        let answer = try world.send("GET", path)
        let messages = try MockServer.JSON(bytes: answer.body)["messages"]
        return (messages?.elements ?? []).compactMap(\.string)
    }
}
