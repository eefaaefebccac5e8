import Foundation
import MockPostlyTestKit
import Testing

@testable import MockPostlyEventHTTP

@Suite struct ListeningSocketTests {
    /// Whether this machine has ::1.
    static let hasIPv6 = (try? ListeningSocket.bind(host: "::1", port: 0)) != nil

    @Test func `port 0 takes a free port`() throws {
        let first = try ListeningSocket.bind(host: "127.0.0.1", port: 0)
        let second = try ListeningSocket.bind(host: "127.0.0.1", port: 0)
        #expect(first.count == 1 && first[0].port > 0)
        #expect(first[0].port != second[0].port)
    }

    @Test(.enabled(if: hasIPv6))
    func `localhost is both loopback addresses, on one port`() throws {
        let sockets = try ListeningSocket.bind(host: "localhost", port: 0)
        #expect(sockets.count == 2)
        #expect(sockets[0].port == sockets[1].port && sockets[0].port > 0)
        for host in ["127.0.0.1", "::1"] {
            #expect(throws: ListenError.inUse) {
                try ListeningSocket.bind(host: host, port: sockets[0].port)
            }
        }
    }

    @Test(.enabled(if: hasIPv6))
    func `everywhere is all addresses of both families, on one port`() throws {
        let sockets = try ListeningSocket.bind(host: ListeningSocket.everywhere, port: 0)
        #expect(sockets.count == 2)
        #expect(sockets[0].port == sockets[1].port && sockets[0].port > 0)
        for host in ["0.0.0.0", "::", "localhost"] {
            #expect(throws: ListenError.inUse) {
                try ListeningSocket.bind(host: host, port: sockets[0].port)
            }
        }
    }

    @Test func `a port in use is refused, and free again when it is let go of`() throws {
        let port = try QuietPort.take()
        var taken = try ListeningSocket.bind(host: "127.0.0.1", port: port)
        #expect(taken[0].port == port)
        for host in ["127.0.0.1", "localhost"] {
            #expect(throws: ListenError.inUse) {
                try ListeningSocket.bind(host: host, port: port)
            }
        }
        taken = []
        #expect(isFree(port))
    }

    @Test(.enabled(if: hasIPv6))
    func `localhost needs its port on both addresses`() throws {
        let taken = try ListeningSocket.bind(host: "::1", port: QuietPort.take())
        #expect(throws: ListenError.inUse) {
            try ListeningSocket.bind(host: "localhost", port: taken[0].port)
        }
        // The one on 127.0.0.1 was not left open.
        #expect(isFree(taken[0].port))
    }

    /// Whether `port` of 127.0.0.1 can be bound.
    private func isFree(_ port: UInt16) -> Bool {
        (try? ListeningSocket.bind(host: "127.0.0.1", port: port)) != nil
    }

    @Test(arguments: ["", "example.com", "256.0.0.1", "127.0.0.1:80", "[::1]", "1.2.3"])
    func `a host that is no address is refused`(_ host: String) {
        #expect(throws: ListenError.notAnAddress) {
            try ListeningSocket.bind(host: host, port: 0)
        }
    }

    @Test func `an address of another machine is refused with the system's words`() {
        let refusal = #expect(throws: ListenError.self) {
            try ListeningSocket.bind(host: "192.0.2.1", port: 0)
        }
        guard case .system(let words)? = refusal else { return #expect(refusal == nil) }
        #expect(!words.isEmpty)
    }

    // MARK: Unix sockets

    @Test func `a Unix socket is gone when it is let go of`() throws {
        let directory = try SocketDirectory()
        var socket: ListeningSocket? = try ListeningSocket.bind(path: directory.file("s"))
        #expect(socket?.port == 0)
        #expect(directory.has("s"))
        socket = nil
        #expect(!directory.has("s"))
    }

    @Test func `a Unix socket that nobody listens on is taken over`() throws {
        let directory = try SocketDirectory()
        try directory.leaveStaleSocket("s")
        #expect(directory.has("s"))
        _ = try ListeningSocket.bind(path: directory.file("s"))
    }

    @Test func `a Unix socket that somebody listens on is left alone`() throws {
        let directory = try SocketDirectory()
        let socket = try ListeningSocket.bind(path: directory.file("s"))
        for _ in 0..<3 {
            #expect(throws: ListenError.inUse) {
                try ListeningSocket.bind(path: directory.file("s"))
            }
        }
        #expect(directory.has("s"))
        withExtendedLifetime(socket) {}
    }

    @Test func `whatever is no socket is left alone`() throws {
        let directory = try SocketDirectory()
        try directory.write("precious", to: "file")
        try FileManager.default.createDirectory(
            atPath: directory.file("folder"),
            withIntermediateDirectories: false
        )
        try FileManager.default.createSymbolicLink(
            atPath: directory.file("link"),
            withDestinationPath: directory.file("file")
        )
        for name in ["file", "folder", "link"] {
            #expect(throws: ListenError.notASocket) {
                try ListeningSocket.bind(path: directory.file(name))
            }
            #expect(directory.has(name))
        }
        #expect(try String(contentsOfFile: directory.file("file"), encoding: .utf8) == "precious")
    }

    @Test func `a path that no socket address holds is refused`() throws {
        let directory = try SocketDirectory()
        #expect(throws: ListenError.pathTooLong) {
            try ListeningSocket.bind(path: directory.file(String(repeating: "s", count: 200)))
        }
    }

    @Test func `a directory that is missing is refused with the system's words`() throws {
        let directory = try SocketDirectory()
        let refusal = #expect(throws: ListenError.self) {
            try ListeningSocket.bind(path: directory.file("missing/s"))
        }
        guard case .system? = refusal else { return #expect(refusal == nil) }
    }
}

/// A directory with a short path, gone with the value.
private final class SocketDirectory {
    private let path: String

    init() throws {
        path = "/tmp/mp-\(UUID().uuidString.prefix(13))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit {
        // What is left behind is in the system's temporary directory.
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String { path + "/" + name }

    func has(_ name: String) -> Bool {
        (try? FileManager.default.attributesOfItem(atPath: file(name))) != nil
    }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
    }

    /// Leaves a socket as a server does that is killed.
    func leaveStaleSocket(_ name: String) throws {
        var socket: ListeningSocket? = try ListeningSocket.bind(path: file(name))
        // Its file is removed with it, unless it goes by another name meanwhile.
        #expect(socket != nil)
        try FileManager.default.moveItem(atPath: file(name), toPath: file(name + "-kept"))
        socket = nil
        try FileManager.default.moveItem(atPath: file(name + "-kept"), toPath: file(name))
    }
}
