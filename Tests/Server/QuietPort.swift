import Foundation
import MockPostlyEventHTTP

@testable import MockPostlyCourse
@testable import MockPostlyLog
@testable import MockPostlyServer
@testable import MockPostlyThreads
@testable import MockPostlyWorlds

/// Ports that no system picks by itself, each given out once: one that is let go of is not
/// another test's, nor another process's, before it is looked at.
enum QuietPort {
    private static let next = Monitor(UInt16(getpid() % 100) * 50)

    /// A port that nobody listens on, neither on 127.0.0.1 nor on ::1.
    static func take() throws -> UInt16 {
        for _ in 0..<5000 {
            let port = next.withLock { place in
                defer { place = (place + 1) % 5000 }
                return 15_000 + place
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

    struct NoPort: Error {}
}
