internal import MockPostlyAssets
internal import MockPostlyCompression
internal import MockPostlyContent
internal import MockPostlyControl
internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyNouns
internal import MockPostlyWorld

/// What the control plane asks for that concerns the process, not one world.
extension Worlds: Controlled {
    package var dialects: [String] { configuration.registry.names }

    package var minters: [(name: String, kinds: [String])] {
        configuration.registry.all.compactMap { dialect in
            dialect.tokens.map { (dialect.name, $0.kinds) }
        }
    }

    package var isReady: Bool { isLoaded }

    package var versions: [(name: String, value: String)] { process.versions }

    package func metricsText() throws -> String { try process.metricsText() }

    package var openAPI: [UInt8] {
        Self.description(Assets.openAPI)
    }

    package var openAPIOfControl: [UInt8] {
        Self.description(Assets.openAPIOfControl)
    }

    private static func description(_ bytes: [UInt8]) -> [UInt8] {
        guard Assets.descriptionsArePacked else { return bytes }
        return (try? decompress(bytes, .gzip, limit: 16 * 1024 * 1024)) ?? []
    }
}
