internal import MockPostlyPlatform
internal import MockPostlyWorld

/// Connects a non-blocking socket, which the caller must close.
func connect(
    to target: HTTPTarget,
    until deadline: Deadline,
    _ lookup: HTTPConnection.Lookup
) throws(HTTPFailure) -> Int32 {
    switch target {
    case .unix(let path): try connect(path, until: deadline)
    // Names below `localhost` are loopback too, and need not be known to anybody (RFC 6761, 6.3).
    case .network(let host, let port) where isLoopbackName(host):
        try connect(["127.0.0.1", "::1"], port, until: deadline)
    case .network(let host, let port) where isNumericAddress(host):
        try connect(host, port, until: deadline)
    case .network(let host, let port):
        try connect(lookup(host, deadline), port, until: deadline)
    }
}

/// Whether a name is `localhost`, or ends in it after a dot.
private func isLoopbackName(_ host: String) -> Bool {
    let name = host.lowercased()
    return name == "localhost" || name.hasSuffix(".localhost")
}

private func connect(_ path: String, until deadline: Deadline) throws(HTTPFailure) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
        throw .pathTooLong
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return try openSocket(AF_UNIX, address, until: deadline)
}

/// Tries the numeric `addresses` one after the other; throws the failure of the first.
///
/// Each gets an equal share of the time that is left, so that one which never answers does not use
/// up that of the others.
private func connect(
    _ addresses: [String],
    _ port: UInt16,
    until deadline: Deadline
) throws(HTTPFailure) -> Int32 {
    var failure = HTTPFailure.notNumeric
    for (index, address) in addresses.enumerated() {
        do throws(HTTPFailure) {
            let share = deadline.left / (addresses.count - index)
            return try connect(address, port, until: Deadline(in: share))
        } catch {
            if index == 0 { failure = error }
        }
    }
    throw failure
}

private func connect(
    _ address: String,
    _ port: UInt16,
    until deadline: Deadline
) throws(HTTPFailure) -> Int32 {
    var four = sockaddr_in()
    four.sin_family = sa_family_t(AF_INET)
    four.sin_port = port.bigEndian
    if inet_pton(AF_INET, address, &four.sin_addr) == 1 {
        return try openSocket(AF_INET, four, until: deadline)
    }
    var six = sockaddr_in6()
    six.sin6_family = sa_family_t(AF_INET6)
    six.sin6_port = port.bigEndian
    guard inet_pton(AF_INET6, address, &six.sin6_addr) == 1 else {
        throw .notNumeric
    }
    return try openSocket(AF_INET6, six, until: deadline)
}

/// Opens and connects a non-blocking socket, which the caller must close.
private func openSocket<Address>(
    _ family: Int32,
    _ address: Address,
    until deadline: Deadline
) throws(HTTPFailure) -> Int32 {
    let socket = streamSocket(family)
    guard socket >= 0 else { throw .system() }
    let code = withUnsafeBytes(of: address) { bytes -> Int32 in
        guard let base = bytes.baseAddress else { return EINVAL }
        let pointer = base.assumingMemoryBound(to: sockaddr.self)
        return systemConnect(socket, pointer, socklen_t(bytes.count)) == 0 ? 0 : errno
    }
    do throws(HTTPFailure) {
        try finishConnecting(socket, code, until: deadline)
        return socket
    } catch {
        // A failure to close loses nothing, because nothing was sent.
        _ = close(socket)
        throw error
    }
}

/// Waits until a connection is made; `code` is the error of `connect`, or 0.
private func finishConnecting(
    _ socket: Int32,
    _ code: Int32,
    until deadline: Deadline
) throws(HTTPFailure) {
    if code == 0 { return }
    // A Unix socket with a full queue gives EAGAIN, and waiting for it is not possible.
    guard code == EINPROGRESS || code == EINTR else {
        throw .system(code)
    }
    _ = try wait(for: POLLOUT, on: socket, until: deadline)
    var problem: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(socket, SOL_SOCKET, SO_ERROR, &problem, &size) == 0 else {
        throw .system()
    }
    guard problem == 0 else { throw .system(problem) }
}
