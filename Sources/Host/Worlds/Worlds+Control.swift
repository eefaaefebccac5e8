internal import MockPostlyAssets
internal import MockPostlyContent
package import MockPostlyControl
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

    package var trustAnchor: TrustAnchor? { process.trustAnchor }
    package var proxy: ProxyOffer? { process.proxy }

    package func metricsText() throws -> String { try process.metricsText() }

    package var openAPI: [UInt8] { Assets.openAPI }

    package var openAPIOfControl: [UInt8] { Assets.openAPIOfControl }

    package var openAPIInJSON: [UInt8]? { Assets.openAPIInJSON }

    package var openAPIOfControlInJSON: [UInt8]? { Assets.openAPIOfControlInJSON }
}
