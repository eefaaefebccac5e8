// The module of libevent includes the same headers: some types are found through it only.
internal import CMockPostlyLibevent
internal import MockPostlyPlatform

/// Why a socket could not be bound.
package enum ListenError: Error, Sendable, Equatable {
    /// Another process listens there, or the port is taken.
    case inUse
    /// Neither a numeric address nor `localhost`.
    case notAnAddress
    /// The path exists and is not a socket that could be replaced.
    case notASocket
    /// The path is longer than a socket address holds.
    case pathTooLong
    /// The process or the system is out of file descriptors.
    case outOfDescriptors
    /// Any other error, with the system's message.
    ///
    /// Such as `Permission denied` for a port below 1024.
    case system(String)
}

/// A bound, listening, non-blocking socket.
///
/// Released, it is closed, and the file of a Unix socket is removed.
///
/// It is inherited by no program that is started later (`FD_CLOEXEC`).
package final class ListeningSocket {
    let descriptor: Int32
    /// The port in host byte order, which the system chose for port 0; 0 for a Unix socket.
    package let port: UInt16
    private let path: String?

    private init(_ descriptor: Int32, port: UInt16, path: String?) {
        self.descriptor = descriptor
        self.port = port
        self.path = path
    }

    deinit {
        close(descriptor)
        if let path { unlink(path) }
    }

    /// The host that means all addresses of this machine.
    package static let everywhere = "*"

    /// Binds `port` of `host`: a numeric address, `localhost` for 127.0.0.1 and ::1, or
    /// ``everywhere`` for 0.0.0.0 and ::.
    ///
    /// Port 0 takes a free port, for the hosts with two addresses the same on both. A system without
    /// IPv6 gives the IPv4 socket alone. Throws ``ListenError/inUse`` when the port is taken.
    ///
    /// - Returns: one socket, or two for the hosts with two addresses: IPv4 first.
    /// - Throws: also ``ListenError/notAnAddress`` for a host name, which is not looked up.
    package static func bind(host: String, port: UInt16) throws(ListenError) -> [ListeningSocket] {
        switch host {
        case "localhost": try bind("127.0.0.1", "::1", port: port)
        case everywhere: try bind("0.0.0.0", "::", port: port)
        default: [try bind(address: host, port: port)]
        }
    }

    /// Binds a port as ``bind(host:port:)`` does without listening: connections to it are refused.
    ///
    /// - Returns: the sockets; none when the port is taken.
    package static func keep(host: String, port: UInt16) -> [ListeningSocket] {
        let addresses =
            switch host {
            case "localhost": ["127.0.0.1", "::1"]
            case everywhere: ["0.0.0.0", "::"]
            default: [host]
            }
        return addresses.compactMap { try? bind(address: $0, port: port, listens: false) }
    }

    private static func bind(
        _ four: String,
        _ six: String,
        port: UInt16
    ) throws(ListenError) -> [ListeningSocket] {
        // With port 0 the port that IPv4 got may be taken on IPv6; then another port is tried.
        for attempt in 0..<16 {
            let first = try bind(address: four, port: port)
            do throws(ListenError) {
                return [first, try bind(address: six, port: first.port)]
            } catch .inUse where port == 0 && attempt < 15 {
                continue
            } catch .inUse {
                throw .inUse
            } catch {
                return [first]
            }
        }
        throw .inUse
    }

    private static func bind(
        address: String,
        port: UInt16,
        listens: Bool = true
    ) throws(ListenError) -> ListeningSocket {
        var four = sockaddr_in()
        four.sin_family = sa_family_t(AF_INET)
        four.sin_port = port.bigEndian
        if inet_pton(AF_INET, address, &four.sin_addr) == 1 {
            return try make(AF_INET, &four, size: MemoryLayout<sockaddr_in>.size, listens: listens)
        }
        var six = sockaddr_in6()
        six.sin6_family = sa_family_t(AF_INET6)
        six.sin6_port = port.bigEndian
        if inet_pton(AF_INET6, address, &six.sin6_addr) == 1 {
            return try make(AF_INET6, &six, size: MemoryLayout<sockaddr_in6>.size, listens: listens)
        }
        throw .notAnAddress
    }

    /// Binds a Unix socket at `path`, and replaces a socket file that nobody listens on.
    ///
    /// - Throws: ``ListenError/inUse`` when a process listens there, ``ListenError/notASocket`` for
    /// any other file, which is left alone, and ``ListenError/pathTooLong`` from 108 bytes on Linux
    /// and 104 on macOS.
    package static func bind(path: String) throws(ListenError) -> ListeningSocket {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        let bytes = Array(path.utf8)
        guard bytes.count < capacity else { throw .pathTooLong }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        try clear(path, &address)
        return try make(AF_UNIX, &address, size: MemoryLayout<sockaddr_un>.size, path: path)
    }

    /// Removes a socket file at `path` that nobody listens on, and nothing else.
    private static func clear(_ path: String, _ address: inout sockaddr_un) throws(ListenError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket }
        let probe = openSocket(AF_UNIX)
        guard probe >= 0 else { throw .noDescriptor(errno) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isTaken = withSocketAddress(&address) { connect(probe, $0, size) } == 0
        let code = errno
        close(probe)
        if isTaken { throw .inUse }
        switch code {
        case ECONNREFUSED: unlink(path)
        case ENOENT: break
        // A process listens there and its queue of connections is full.
        case EAGAIN, EINPROGRESS: throw .inUse
        case EPROTOTYPE: throw .notASocket
        default: throw .system(systemWords(code))
        }
    }

    private static func make<Address>(
        _ family: Int32,
        _ address: inout Address,
        size: Int,
        path: String? = nil,
        listens: Bool = true
    ) throws(ListenError) -> ListeningSocket {
        let descriptor = openSocket(family)
        guard descriptor >= 0 else { throw .noDescriptor(errno) }
        var length = socklen_t(size)
        setOption(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
        if family == AF_INET6 { setOption(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 1) }
        if family != AF_UNIX { setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1) }
        let isBound =
            withSocketAddress(&address) {
                #if canImport(Darwin)
                    Darwin.bind(descriptor, $0, length)
                #elseif canImport(Glibc)
                    Glibc.bind(descriptor, $0, length)
                #else
                    Musl.bind(descriptor, $0, length)
                #endif
            } == 0
        guard isBound, !listens || listen(descriptor, 4096) == 0 else {
            let code = errno
            close(descriptor)
            if isBound, let path { unlink(path) }
            throw code == EADDRINUSE ? .inUse : .system(systemWords(code))
        }
        _ = withSocketAddress(&address) { getsockname(descriptor, $0, &length) }
        let port = withUnsafeBytes(of: &address) { bytes in
            family == AF_UNIX ? 0 : UInt16(bytes[2]) << 8 | UInt16(bytes[3])
        }
        return ListeningSocket(descriptor, port: port, path: path)
    }

    /// Opens a non-blocking socket that is closed on exec; -1 with `errno` on failure.
    static func openSocket(_ family: Int32) -> Int32 {
        let descriptor = socket(family, streamSocketType, 0)
        if descriptor >= 0 {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        }
        return descriptor
    }

    private static func withSocketAddress<Address, Result>(
        _ address: inout Address,
        _ body: (UnsafeMutablePointer<sockaddr>) -> Result
    ) -> Result? {
        withUnsafeMutableBytes(of: &address) { bytes in
            bytes.baseAddress.map { body($0.assumingMemoryBound(to: sockaddr.self)) }
        }
    }
}

extension ListenError {
    /// The error for a socket that could not be opened.
    fileprivate static func noDescriptor(_ code: Int32) -> ListenError {
        code == EMFILE || code == ENFILE ? .outOfDescriptors : .system(systemWords(code))
    }
}

/// Sets an integer socket option; a system without it is left as it is.
package func setOption(_ socket: Int32, _ level: Int32, _ name: Int32, _ value: Int32) {
    var value = value
    setsockopt(socket, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
}
