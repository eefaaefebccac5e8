import Foundation
import Synchronization
import Testing

/// A listening socket that says what it is told to, whatever it is asked.
final class Listener: Sendable {
    /// The path of a Unix socket; empty for other families.
    let path: String
    let port: UInt16
    private let socket: Int32
    var descriptor: Int32 { socket }
    private let clients = Mutex<[Int32]>([])

    /// Listens, unless told not to, on a free port or on `port` of another address of this machine.
    init(
        family: Int32,
        listens: Bool = true,
        address four: UInt32 = 0x7F00_0001,
        port wanted: UInt16 = 0
    ) throws {
        let temporary = FileManager.default.temporaryDirectory.path
        let path = family == AF_UNIX ? "\(temporary)/\(UInt32.random(in: 0...UInt32.max)).sock" : ""
        self.path = path
        #if canImport(Glibc)
            let socket = Foundation.socket(family, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let socket = Foundation.socket(family, SOCK_STREAM, 0)
        #endif
        self.socket = socket
        let bound: Int32
        switch family {
        case AF_UNIX:
            var address = sockaddr_un()
            address.sun_family = sa_family_t(family)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            bound = Self.withAddress(of: &address) { bind(socket, $0, $1) }
        case AF_INET6:
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(family)
            address.sin6_addr = in6addr_loopback
            bound = Self.withAddress(of: &address) { bind(socket, $0, $1) }
        default:
            var address = sockaddr_in()
            address.sin_family = sa_family_t(family)
            address.sin_addr.s_addr = four.bigEndian
            address.sin_port = wanted.bigEndian
            bound = Self.withAddress(of: &address) { bind(socket, $0, $1) }
        }
        try #require(bound == 0)
        if listens { try #require(listen(socket, 8) == 0) }
        // The port is at the same place in both families.
        var found = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        _ = Self.withAddress(of: &found) { address, _ in
            getsockname(socket, UnsafeMutablePointer(mutating: address), &size)
        }
        port = UInt16(bigEndian: found.sin6_port)
    }

    deinit {
        for client in clients.withLock(\.self) { close(client) }
        close(socket)
        if !path.isEmpty { unlink(path) }
    }

    /// Lets one client in, on a thread of its own, and sends each of `answers` when something has
    /// come; the connection is kept until this is released, or closed with `closes`.
    func answer(_ answers: String..., closes: Bool = false) {
        let thread = Thread { [self] in
            let client = accept(socket, nil, nil)
            var buffer = [UInt8](repeating: 0, count: 1_024)
            for answer in answers {
                guard read(client, &buffer, buffer.count) > 0 else { break }
                let bytes = Array(answer.utf8)
                _ = write(client, bytes, bytes.count)
            }
            if closes {
                close(client)
            } else {
                clients.withLock { $0.append(client) }
            }
        }
        thread.start()
    }

    private static func withAddress<Address>(
        of address: inout Address,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        withUnsafeMutableBytes(of: &address) { bytes in
            guard let base = bytes.baseAddress else { return -1 }
            return body(base.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
        }
    }
}
