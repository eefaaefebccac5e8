import Foundation
import MockPostlyEventHTTP
import Synchronization

/// Ports that no system picks by itself, each given out once: one that is let go of is not
/// another test's, nor another process's, before it is looked at.
package enum QuietPort {
    private static let next = Mutex(UInt16(getpid() % 100) * 100)

    /// A port that nobody listens on, neither on 127.0.0.1 nor on ::1.
    package static func take() throws -> UInt16 {
        for _ in 0..<10_000 {
            let port = next.withLock { place in
                defer { place = (place + 1) % 10_000 }
                return 10_000 + place
            }
            let isFree = (try? ListeningSocket.bind(host: "127.0.0.1", port: port)) != nil
            // Without IPv6 there is nobody on ::1.
            do {
                _ = try ListeningSocket.bind(host: "::1", port: port)
            } catch ListenError.inUse {
                continue
            } catch {}
            if isFree { return port }
        }
        throw NoPort()
    }

    /// All of them are in use.
    package struct NoPort: Error {}
}
