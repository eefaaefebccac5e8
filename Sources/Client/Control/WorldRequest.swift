internal import MockPostlyFiles
internal import MockPostlyJSON
internal import MockPostlyWorld

/// What a new world is to be like, but for its content.
package struct WorldRequest: Sendable {
    /// Its name; nil when the server is to choose it.
    package var name: String?
    /// Its clock; nil for the usual one.
    package var clock: MockServer.Clock?
    /// The seed of its random numbers; nil for the usual one.
    package var randomSeed: UInt64?
    /// Whether it gets a port of its own.
    package var hasOwnPort: Bool
    /// What is different from the usual settings.
    package var settings: [MockServer.Setting]
    /// How long it may stay unused; nil for the usual time.
    package var timeToLive: Duration?
    /// What unknown requests do to checks; nil for the usual.
    package var onUnknown: MockServer.OnUnknown?

    /// Writes the members of a request for it.
    func write(_ json: inout JSONWriter, isOfOwnServer: Bool) throws {
        if let name { json.field("id", name) }
        if let clock {
            json.key("clock")
            json.beginObject()
            try clock.write(&json)
            json.endObject()
        }
        if let randomSeed {
            json.key("randomSeed")
            json.raw("\(randomSeed)".utf8)
        }
        if hasOwnPort { json.field("port", 0) }
        if !settings.isEmpty {
            json.key("settings")
            json.beginObject()
            for setting in settings {
                json.key(setting.name)
                json.string(setting.value)
            }
            json.endObject()
        }
        if let onUnknown { json.field("onUnknown", onUnknown.rawValue) }
        if let timeToLive {
            json.field("ttl", formatDuration(timeToLive))
        } else if isOfOwnServer {
            json.key("ttl")
            json.null()
        }
    }
}

extension MockServer.Origin {
    /// The bytes of a seed file; throws a ``MockServer/Failure`` when they are no JSON.
    private static func seed(at path: String) throws -> [UInt8] {
        let bytes: [UInt8]
        do throws(FileFailure) {
            bytes = try FileSystem.contents(of: path)
        } catch {
            throw MockServer.Failure("the seed '\(path)' cannot be read: \(error.words)")
        }
        do {
            _ = try MockServer.JSON(bytes: bytes)
        } catch let failure as MockServer.Failure {
            throw MockServer.Failure("the seed '\(path)' is \(failure.message)")
        }
        return bytes
    }

    /// Writes the member that says it.
    func write(_ json: inout JSONWriter) throws {
        switch self {
        case .seed: json.field("from", "seed")
        case .empty: json.field("from", "empty")
        case .snapshot(let name, let world): json.field("from", "snapshot:\(world)/\(name)")
        case .world(let name): json.field("from", "world:\(name)")
        case .scenario(let scenario): json.field("scenario", scenario.rawValue)
        case .json(let text):
            json.key("seed")
            json.value(try MockServer.JSON(text: text))
        case .files(let paths):
            let path = paths.first ?? ""
            json.field("seedName", path)
            json.key("seed")
            // As it stands there, so that mistakes have its lines.
            json.raw(try Self.seed(at: path))
        }
    }
}
