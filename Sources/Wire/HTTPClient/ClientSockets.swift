// The differences between systems that concern this target.
internal import MockPostlyPlatform

/// Whether `text` is a numeric IPv4 or IPv6 address.
///
/// IPv4 in four decimal parts only, as `inet_pton` reads it: `127.1` is none. Brackets are not
/// taken.
package func isNumericAddress(_ text: String) -> Bool {
    var four = in_addr()
    var six = in6_addr()
    return inet_pton(AF_INET, text, &four) == 1 || inet_pton(AF_INET6, text, &six) == 1
}

/// Opens a non-blocking stream socket that is closed on exec; negative, with `errno`, on failure.
func streamSocket(_ family: Int32) -> Int32 {
    #if canImport(Glibc)
        let socket = socket(family, Int32(SOCK_STREAM.rawValue), 0)
    #else
        let socket = socket(family, SOCK_STREAM, 0)
    #endif
    guard socket >= 0 else { return socket }
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    #if canImport(Darwin)
        var on: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
    return socket
}

/// Sends what the socket takes; -1, with `errno`, when it takes nothing.
///
/// A closed peer is an error, not a signal.
func sendQuietly(_ socket: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
        send(socket, bytes.baseAddress, bytes.count, 0)
    #else
        send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #endif
}

// Outside of types, where these names would mean a member.

func systemConnect(
    _ socket: Int32,
    _ address: UnsafePointer<sockaddr>,
    _ size: socklen_t
) -> Int32 {
    connect(socket, address, size)
}
