// This file contains the differences between C libraries that concern this target.
// libevent's module includes the same headers: some types are found only through it.
internal import CMockPostlyLibevent
internal import MockPostlyPlatform

/// Makes a write to a closed peer an error instead of a signal, for the whole process.
///
/// Also lets a write beyond a file size limit fail instead of killing.
///
/// To be called once, before the first connection.
package func ignoreFatalWriteSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
}

/// The kind of socket for streams, in the type of system calls.
var streamSocketType: Int32 {
    #if canImport(Glibc)
        Int32(SOCK_STREAM.rawValue)
    #else
        SOCK_STREAM
    #endif
}

/// The kind of socket for packets, in the type of system calls.
var datagramSocketType: Int32 {
    #if canImport(Glibc)
        Int32(SOCK_DGRAM.rawValue)
    #else
        SOCK_DGRAM
    #endif
}

/// Raises the soft limit on open files to the hard limit.
///
/// Returns the limit that is in force afterwards; 0 when the system does not tell it.
@discardableResult
package func raiseOpenFileLimit() -> Int {
    #if canImport(Glibc)
        let resource = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
    #else
        let resource = RLIMIT_NOFILE
    #endif
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return 0 }
    var wanted = limit
    wanted.rlim_cur = limit.rlim_max
    #if canImport(Darwin)
        // macOS refuses more than OPEN_MAX, even with no hard limit. A limit that is higher already
        // is kept.
        wanted.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, rlim_t(OPEN_MAX)))
    #endif
    if setrlimit(resource, &wanted) == 0 { limit = wanted }
    return Int(clamping: limit.rlim_cur)
}

/// Makes this process the parent of descendants whose own parent exits; on Linux only.
///
/// Needs Linux 3.4; elsewhere nothing changes, and orphans go to the first process.
package func adoptOrphans() {
    #if os(Linux)
        // An older system cannot do it, and the server runs without.
        _ = mockpostly_adopt_orphans()
    #endif
}

/// The result of accepting on a listening socket.
enum Acceptance {
    /// A client's socket (non-blocking, closed on exec) and its address.
    case accepted(Int32, String)
    /// A client that has left already.
    case left
    case nobody
    /// There is no free file descriptor; whether a client waits is not known.
    case outOfDescriptors
    /// Any other error, such as no memory.
    case failed
}

/// Accepts the next client that waits at `listener`, without blocking.
func acceptClient(_ listener: Int32) -> Acceptance {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutableBytes(of: &address) { bytes in
        let address = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
        let client = accept(listener, address, &length)
        guard client >= 0 else {
            switch errno {
            case EAGAIN, EWOULDBLOCK: return .nobody
            case EINTR, ECONNABORTED, EPROTO: return .left
            case EMFILE, ENFILE: return .outOfDescriptors
            default: return .failed
            }
        }
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        _ = fcntl(client, F_SETFL, O_NONBLOCK)
        #if canImport(Darwin)
            // macOS does not hand TCP_NODELAY on from the listening socket in every version.
            setOption(client, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        #endif
        return .accepted(client, address.map(numericAddress) ?? "")
    }
}

/// Whether a connection was reset, or both of its sides are shut down.
func isBroken(_ socket: Int32) -> Bool {
    var place = pollfd(fd: socket, events: 0, revents: 0)
    return poll(&place, 1, 0) > 0 && place.revents & Int16(POLLERR | POLLHUP) != 0
}

/// The result of a read or write on a non-blocking socket.
enum Transfer {
    case moved(Int)
    /// The socket can take or give nothing now.
    case blocked
    /// The connection is broken.
    case failed
}

/// Receives into `buffer`.
///
/// `.moved(0)` means the peer will send nothing more.
func receive(_ socket: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
    while true {
        let count = recv(socket, buffer.baseAddress, buffer.count, 0)
        if count >= 0 { return .moved(count) }
        if errno == EINTR { continue }
        return errno == EAGAIN || errno == EWOULDBLOCK ? .blocked : .failed
    }
}

/// Sends `head`, `body` and `end` in one call, as much as the socket takes.
func transmit(
    _ socket: Int32,
    head: UnsafeRawBufferPointer,
    body: UnsafeRawBufferPointer,
    end: UnsafeRawBufferPointer
) -> Transfer {
    if body.isEmpty && end.isEmpty { return transmit(socket, head) }
    return withUnsafeTemporaryAllocation(of: iovec.self, capacity: 3) { vectors in
        vectors[0] = iovec(
            iov_base: UnsafeMutableRawPointer(mutating: head.baseAddress),
            iov_len: head.count
        )
        vectors[1] = iovec(
            iov_base: UnsafeMutableRawPointer(mutating: body.baseAddress),
            iov_len: body.count
        )
        vectors[2] = iovec(
            iov_base: UnsafeMutableRawPointer(mutating: end.baseAddress),
            iov_len: end.count
        )
        let used: Int32 = end.isEmpty ? 2 : 3
        while true {
            let count = writev(socket, vectors.baseAddress, used)
            if count >= 0 { return .moved(count) }
            if errno == EINTR { continue }
            return errno == EAGAIN || errno == EWOULDBLOCK ? .blocked : .failed
        }
    }
}

/// Sends `bytes`, as much as the socket takes.
private func transmit(_ socket: Int32, _ bytes: UnsafeRawBufferPointer) -> Transfer {
    while true {
        let count = send(socket, bytes.baseAddress, bytes.count, 0)
        if count >= 0 { return .moved(count) }
        if errno == EINTR { continue }
        return errno == EAGAIN || errno == EWOULDBLOCK ? .blocked : .failed
    }
}

/// Tells the peer that nothing more will be sent.
func shutDownSending(_ socket: Int32) {
    shutdown(socket, Int32(SHUT_WR))
}

/// Makes closing `socket` a reset instead of an orderly end; no effect on Unix sockets.
///
/// Sends RST when the descriptor is closed, and drops what is unsent (`SO_LINGER` of 0 seconds).
package func resetWhenClosed(_ socket: Int32) {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
}

/// How many sent bytes the client's system has not confirmed; 0 where the system cannot tell.
func unconfirmedCount(_ socket: Int32) -> Int {
    var count: Int32 = 0
    #if canImport(Darwin)
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(socket, SOL_SOCKET, SO_NWRITE, &count, &size) == 0 else { return 0 }
    #else
        guard ioctl(socket, UInt(TIOCOUTQ), &count) == 0 else { return 0 }
    #endif
    return Int(count)
}

/// The numeric form of `address` without its port; empty for a Unix socket.
func numericAddress(_ address: UnsafeMutablePointer<sockaddr>) -> String {
    let family = Int32(address.pointee.sa_family)
    let start = UnsafeRawPointer(address)
    let number: UnsafeRawPointer? =
        switch family {
        case AF_INET: MemoryLayout<sockaddr_in>.offset(of: \.sin_addr).map { start + $0 }
        case AF_INET6: MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr).map { start + $0 }
        default: nil
        }
    guard let number else { return "" }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
        inet_ntop(family, number, text.baseAddress, socklen_t(text.count))
            .map { String(cString: $0) } ?? ""
    }
}

/// The system's message for `errno`.
func lastSystemError() -> String {
    systemWords(errno)
}

/// Gives back memory that holds pages of the program file.
///
/// Pages that only the start has used are not read again, and the others are still in the system's
/// file cache. Works on Linux, where a process can list its mappings; elsewhere it does nothing.
package func releaseProgramPages() {
    #if os(Linux)
        var program: [ArraySlice<UInt8>]?
        var mapping: Range<UInt>?
        let others = UInt8(ascii: "B")...UInt8(ascii: "Z")
        var rest = contents(of: "/proc/self/smaps")[...]
        while let end = rest.firstIndex(of: 0x0a) {
            let line = rest[..<end]
            rest = rest[(end + 1)...]
            // What follows the line of a mapping begins with capitals; one of these counts.
            guard let first = line.first, !others.contains(first) else { continue }
            let words = line.split(separator: 0x20)
            // 00400000-00452000 r-xp 00000000 08:02 173521 /usr/bin/mockpostly
            if words.count > 5, let range = addressRange(words[0]) {
                // The mappings of the program come first; device and inode identify its file.
                let file = Array(words[3...4])
                if program == nil { program = file }
                guard file == program else { return }
                mapping = words[1].contains(UInt8(ascii: "w")) ? nil : range
            } else if let range = mapping, words.first?.elementsEqual("Anonymous:".utf8) == true {
                // Pages that differ from the file, such as those that the linker has relocated,
                // exist nowhere else.
                if words.count > 1, words[1].elementsEqual("0".utf8) { release(range) }
                mapping = nil
            }
        }
    #endif
}

#if os(Linux)
    /// Gives back the pages of a mapping that nobody has written to.
    private func release(_ mapping: Range<UInt>) {
        // A failure only means that the memory stays in use.
        madvise(
            UnsafeMutableRawPointer(bitPattern: mapping.lowerBound),
            mapping.count,
            MADV_DONTNEED
        )
    }

    /// Reads `start-end`, both in hexadecimal.
    private func addressRange(_ word: ArraySlice<UInt8>) -> Range<UInt>? {
        let ends = word.split(separator: UInt8(ascii: "-")).compactMap {
            UInt(String(decoding: $0, as: UTF8.self), radix: 16)
        }
        return ends.count == 2 && ends[0] < ends[1] ? ends[0]..<ends[1] : nil
    }

    /// The content of the file at `path`; empty when it cannot be read.
    private func contents(of path: String) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var contents: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 32 * 1024)
        while case let count = read(file, &buffer, buffer.count), count > 0 {
            contents += buffer[..<count]
        }
        return contents
    }
#endif
