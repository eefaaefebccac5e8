import MockPostlyCertificates
import MockPostlyPlatform
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyTLS

@Suite
struct TLSConnectionTests {
    /// Two ends of a stream that do not block.
    private final class Pair {
        let server: Int32
        let client: Int32

        init() throws {
            var ends: [Int32] = [-1, -1]
            #if canImport(Glibc)
                let kind = Int32(SOCK_STREAM.rawValue)
            #else
                let kind = SOCK_STREAM
            #endif
            try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
            for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
            (server, client) = (ends[0], ends[1])
        }

        deinit {
            close(server)
            close(client)
        }

        func send(_ bytes: [UInt8]) {
            #expect(
                bytes.withUnsafeBytes { write(client, $0.baseAddress, $0.count) } == bytes.count
            )
        }

        /// What has come for the client.
        var received: [UInt8] {
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = buffer.withUnsafeMutableBytes { read(client, $0.baseAddress, $0.count) }
            return Array(buffer.prefix(max(0, count)))
        }
    }

    private func context(in folder: String) throws -> TLSServerContext {
        let authority = try CertificateAuthority(
            in: AuthorityFolder(folder),
            machine: "desk",
            now: Clock.real.now()
        )
        let leaves = try Leaves(of: authority, names: [CertificateName("localhost")], kind: .p256)
        return try TLSServerContext { _ throws(CertificateProblem) in
            try leaves.certificate(at: Clock.real.now())
        }
    }

    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = try ScratchDirectory()
        try body(folder.file("ca"))
    }

    private func receive(from connection: TLSConnection) -> TLSConnection.Outcome {
        withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 16) {
            connection.read(into: $0)
        }
    }

    @Test
    func `a client that says nothing is waited for`() throws {
        try inFolder { folder in
            let pair = try Pair()
            let connection = try #require(TLSConnection(over: pair.server, try context(in: folder)))
            guard case .wantsReading = receive(from: connection) else {
                Issue.record("it does not wait")
                return
            }
            #expect(!connection.isEstablished && !connection.wantsWriting)
            // Nothing may be said before the handshake.
            connection.finish()
            #expect(pair.received.isEmpty)
        }
    }

    @Test
    func `what is no TLS is refused`() throws {
        try inFolder { folder in
            let pair = try Pair()
            let connection = try #require(TLSConnection(over: pair.server, try context(in: folder)))
            pair.send(Array("\u{16}GET / HTTP/1.1\r\n\r\n".utf8))
            guard case .failed(let failure?) = receive(from: connection) else {
                Issue.record("it is not refused")
                return
            }
            #expect(failure == .other("wrong version number"))
        }
    }

    /// Has both ends speak until one has what the other has written, or fails.
    private func exchange(
        _ client: TLSConnection,
        _ server: TLSConnection
    ) -> (client: TLSConnection.Outcome, server: TLSConnection.Outcome) {
        let none = UnsafeRawBufferPointer(start: nil, count: 0)
        var written = false
        for _ in 0..<100 {
            if !written {
                let outcome = Array("hello".utf8).withUnsafeBytes {
                    client.write(head: $0, body: none, end: none)
                }
                switch outcome {
                case .moved: written = true
                case .failed: return (outcome, receive(from: server))
                default: break
                }
            }
            let outcome = receive(from: server)
            switch outcome {
            case .moved, .failed: return (receive(from: client), outcome)
            default: break
            }
        }
        return (.ended, .ended)
    }

    @Test
    func `a client that trusts the authority speaks with the server`() throws {
        try inFolder { folder in
            let pair = try Pair()
            let server = try #require(TLSConnection(over: pair.server, try context(in: folder)))
            let path = AuthorityFolder(folder).certificatePath
            let trusting = try TLSClientContext(trusting: .also(path: path))
            let client = try #require(TLSConnection(over: pair.client, to: "localhost", trusting))
            guard case .moved(5) = exchange(client, server).server else {
                Issue.record("nothing has come")
                return
            }
            #expect(client.isEstablished)
        }
    }

    @Test(arguments: [("localhost", false), ("example.com", true), ("127.0.0.2", true)])
    func `a client refuses who is not trusted, and who has another name`(
        host: String,
        isAuthorityTrusted: Bool
    ) throws {
        try inFolder { folder in
            let pair = try Pair()
            let server = try #require(TLSConnection(over: pair.server, try context(in: folder)))
            let path = AuthorityFolder(folder).certificatePath
            let trusting = try TLSClientContext(
                trusting: isAuthorityTrusted ? .also(path: path) : .system
            )
            let client = try #require(TLSConnection(over: pair.client, to: host, trusting))
            guard case .failed(.untrusted(let words)?) = exchange(client, server).client else {
                Issue.record("it is trusted")
                return
            }
            let expected =
                switch host {
                case "localhost": "unable to get local issuer certificate"
                case "example.com": "hostname mismatch"
                default: "IP address mismatch"
                }
            #expect(words == expected)
        }
    }

    @Test
    func `a file without certificates is told`() throws {
        try inFolder { folder in
            let path = folder + "/absent.pem"
            let problem = #expect(throws: TLSTrustProblem.self) {
                try TLSClientContext(trusting: .also(path: path))
            }
            let words = "no certificates can be read from \(path): no such file or directory"
            #expect(problem?.words == words)
        }
    }

    @Test(
        arguments: [
            (48, .distrusted), (46, .distrusted), (42, .distrusted), (45, .expired), (70, .version),
            (80, .alert(80)),
        ] as [(Int, TLSFailure)]
    )
    func `an alert tells why a client has left`(_ alert: Int, _ failure: TLSFailure) {
        #expect(TLSFailure(alert: alert) == failure)
    }

    @Test
    func `a client that leaves has ended`() throws {
        try inFolder { folder in
            let pair = try Pair()
            let connection = try #require(TLSConnection(over: pair.server, try context(in: folder)))
            shutdown(pair.client, Int32(SHUT_WR))
            switch receive(from: connection) {
            case .ended, .failed: break
            default: Issue.record("it is waited for")
            }
        }
    }
}
