internal import CMockPostlyLibevent
internal import MockPostlyPlatform

/// Looks up host names by libevent's resolver.
///
/// A static program cannot use the system's resolver, which loads libraries of the machine. This
/// one reads the hosts file and the configuration of the resolver, and asks the name servers
/// itself.
package struct NameResolver: Sendable {
    private let hostsFile: String
    private let configurationFile: String

    /// A resolver with the files of the machine, or with others for tests.
    ///
    /// A missing file counts as empty; without name servers, the one on 127.0.0.1 is asked.
    package init(
        hostsFile: String = "/etc/hosts",
        configurationFile: String = "/etc/resolv.conf"
    ) {
        (self.hostsFile, self.configurationFile) = (hostsFile, configurationFile)
    }

    /// The numeric addresses of `name`, at least one, in the order in which to try them.
    ///
    /// Blocks the calling thread for at most `limit`.
    ///
    /// Name servers are not asked at all when no packet can be sent to any of them.
    ///
    /// - Throws: ``NameFailure``; ``NameFailure/late`` after `limit`.
    /// - Returns: IPv4 and IPv6 addresses such as `192.0.2.1` and `2001:db8::1`, none of them
    ///   twice.
    package func addresses(
        of name: String,
        within limit: Duration
    ) throws(NameFailure) -> [String] {
        guard let base = event_base_new() else { throw .unusable }
        defer { event_base_free(base) }
        guard let dns = resolver(on: base) else { throw .unusable }
        // Open requests fail without a callback, because the loop no longer runs.
        defer { evdns_base_free(dns, 0) }
        let lookup = Lookup { event_base_loopbreak(base) }
        let request = lookup.begin(name, dns)
        if let request, lookup.outcome == nil, !canReachServer(of: dns) {
            // The request is released by its callback.
            evdns_getaddrinfo_cancel(request)
            event_base_loop(base, EVLOOP_NONBLOCK)
            throw .unreachable
        }
        // Without a request there was an answer at once, as from the hosts file.
        if let request, lookup.outcome == nil {
            let (seconds, attoseconds) = max(limit, .zero).components
            var wait = timeval()
            wait.tv_sec = .init(seconds)
            wait.tv_usec = .init(attoseconds / 1_000_000_000_000)
            event_base_loopexit(base, &wait)
            event_base_dispatch(base)
            if lookup.outcome == nil {
                // The request is released by its callback.
                evdns_getaddrinfo_cancel(request)
                event_base_loop(base, EVLOOP_NONBLOCK)
            }
        }
        return try withExtendedLifetime(lookup) { () throws(NameFailure) in
            guard let outcome = lookup.outcome else { throw .late }
            return try outcome.get()
        }
    }

    /// What tells whether the files have changed.
    fileprivate var stamps: [FileStamp?] { [FileStamp(hostsFile), FileStamp(configurationFile)] }

    /// A resolver with the files as they are now; nil when libevent can make none.
    fileprivate func resolver(on base: OpaquePointer) -> OpaquePointer? {
        // What it has to say of name servers is in the failures of lookups.
        evdns_set_log_fn { _, _ in }
        guard let dns = evdns_base_new(base, 0) else { return nil }
        // Some name servers do not repeat a name in the case in which it was asked for.
        _ = evdns_base_set_option(dns, "randomize-case:", "0")
        // A failure leaves the default: the server on 127.0.0.1.
        _ = evdns_base_resolv_conf_parse(
            dns,
            DNS_OPTION_SEARCH | DNS_OPTION_NAMESERVERS | DNS_OPTION_MISC,
            configurationFile
        )
        _ = evdns_base_load_hosts(dns, hostsFile)
        return dns
    }
}

/// Why a name has no address.
package enum NameFailure: Error, Sendable, Hashable {
    /// No name server answered in time.
    case late
    /// No name server can be reached, as without a network.
    case unreachable
    /// The name servers know no address of the name.
    case unknown
    /// The name servers refused or failed; the text is libevent's reason.
    case failed(String)
    /// The resolver cannot be set up.
    case unusable
}

/// What a file is known by without reading it.
private struct FileStamp: Equatable {
    private let device: UInt64
    private let inode: UInt64
    private let size: Int64
    private let seconds: Int64
    private let nanoseconds: Int64

    /// The stamp of the file at `path`; nil when there is none.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        (seconds, nanoseconds) = (Int64(time.tv_sec), Int64(time.tv_nsec))
    }
}

/// A ``NameResolver`` on a loop: it reads its files once, and again when they have changed.
///
/// Belongs to the loop's thread.
package final class LoopResolver {
    /// The `evdns_base`, which lives as long as its last lookup.
    fileprivate final class Base {
        let pointer: OpaquePointer

        init(_ pointer: OpaquePointer) {
            self.pointer = pointer
        }

        deinit {
            evdns_base_free(pointer, 0)
        }
    }

    fileprivate let loop: EventLoop
    private let resolver: NameResolver
    private var present: Base?
    private var stamps: [FileStamp?] = []

    /// The files are compared by device, inode, size and time of change before each lookup, and
    /// read only when these differ.
    package init(_ resolver: NameResolver = NameResolver(), on loop: EventLoop) {
        (self.resolver, self.loop) = (resolver, loop)
    }

    /// One with the files as they are now.
    fileprivate func base() throws(EventError) -> Base {
        let stamps = resolver.stamps
        if let present, stamps == self.stamps { return present }
        guard let pointer = resolver.resolver(on: loop.base) else {
            throw EventError(words: "no resolver for names")
        }
        let base = Base(pointer)
        (present, self.stamps) = (base, stamps)
        return base
    }
}

/// The lookup of a name on a loop that runs, without waiting for it.
///
/// Belongs to the loop's thread. Released before its end, it calls nothing any more.
package final class NameLookup {
    private let steps: Steps

    /// Looks up `name` and calls `body` once with its addresses, later and at the latest after
    /// `limit`.
    ///
    /// - Parameters:
    ///   - name: a host name; a numeric address is its own answer.
    ///   - resolver: whose loop `body` is called on.
    ///   - limit: after which `body` gets ``NameFailure/late``.
    ///   - body: called once, never during this call.
    /// - Throws: ``EventError`` when the resolver or the timer cannot be made; `body` is not called
    ///   then.
    package init(
        _ name: String,
        by resolver: LoopResolver,
        within limit: Duration,
        _ body: @escaping (Result<[String], NameFailure>) -> Void
    ) throws(EventError) {
        steps = Steps(try resolver.base(), body)
        try steps.begin(name, on: resolver.loop, within: limit)
    }

    deinit {
        steps.abandon()
    }

    /// What lives until libevent is done with the request, which may be after ``NameLookup``.
    private final class Steps {
        private let dns: LoopResolver.Base
        private var body: ((Result<[String], NameFailure>) -> Void)?
        private var lookup: Lookup?
        private var request: OpaquePointer?
        private var limit: OneShotTimer?
        private var end: OneShotTimer?
        /// Why there is no outcome.
        private var reason = NameFailure.late

        init(_ dns: LoopResolver.Base, _ body: @escaping (Result<[String], NameFailure>) -> Void) {
            (self.dns, self.body) = (dns, body)
        }

        func begin(_ name: String, on loop: EventLoop, within limit: Duration) throws(EventError) {
            self.limit = try OneShotTimer(after: limit, on: loop, of: self) { $0.cancel() }
            // Armed by the end of the request, and at the earliest after this call.
            lookup = Lookup { [self] in
                self.limit = nil
                request = nil
                // Not called from here: libevent is not done with the resolver yet.
                end = try? OneShotTimer(after: .zero, on: loop, of: loop) { [self] _ in finish() }
            }
            request = lookup?.begin(name, dns.pointer)
            guard request != nil, !canReachServer(of: dns.pointer) else { return }
            reason = .unreachable
            cancel()
        }

        /// Ends the request, and tells nobody.
        func abandon() {
            body = nil
            cancel()
        }

        /// Ends the request, whose callback then follows.
        func cancel() {
            guard let request else { return }
            self.request = nil
            evdns_getaddrinfo_cancel(request)
        }

        private func finish() {
            let (body, outcome) = (body, lookup?.outcome)
            // These hold this object.
            self.body = nil
            lookup = nil
            end = nil
            body?(outcome ?? .failure(reason))
        }
    }
}

/// Whether a packet can be sent to one of the name servers of an `evdns_base`.
///
/// Without a network the system knows no way to them, and says so at once. A server on this machine
/// that does not listen is found by a query for the root, which it refuses at once too; libevent
/// would ask all of them again until the time is up.
private func canReachServer(of dns: OpaquePointer) -> Bool {
    let count = evdns_base_count_nameservers(dns)
    guard count > 0 else { return false }
    return (0..<count).contains { index in
        var storage = sockaddr_storage()
        let size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                let length = evdns_base_get_nameserver_addr(dns, index, address, size)
                return length > 0 && canReach(address, socklen_t(length))
            }
        }
    }
}

private func canReach(_ address: UnsafeMutablePointer<sockaddr>, _ length: socklen_t) -> Bool {
    let descriptor = socket(Int32(address.pointee.sa_family), datagramSocketType, 0)
    // Without a descriptor nothing is known, and libevent may have one.
    guard descriptor >= 0 else { return true }
    defer { _ = close(descriptor) }
    guard connect(descriptor, address, length) == 0 else { return false }
    // A header with one question: the name servers of the root.
    let query: [UInt8] = [0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1]
    guard isOfLoopback(address) else { return true }
    guard query.withUnsafeBytes({ send(descriptor, $0.baseAddress, $0.count, 0) }) >= 0 else {
        return false
    }
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT)) >= 0 || errno != ECONNREFUSED
}

private func isOfLoopback(_ address: UnsafeMutablePointer<sockaddr>) -> Bool {
    let raw = UnsafeRawPointer(address)
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
        let four = raw.loadUnaligned(as: sockaddr_in.self).sin_addr
        return UInt32(bigEndian: four.s_addr) >> 24 == 127
    case AF_INET6:
        let six = raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
        return withUnsafeBytes(of: six) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
    default: return false
    }
}

/// One request to the resolver.
private final class Lookup {
    /// Nil before the end, and after a request that was ended by us.
    private(set) var outcome: Result<[String], NameFailure>?
    private let whenEnded: () -> Void

    init(whenEnded: @escaping () -> Void) {
        self.whenEnded = whenEnded
    }

    /// Asks for the addresses of `name`; nil when the answer has come at once.
    ///
    /// The caller holds this object until the answer has come, or the loop runs no more.
    func begin(_ name: String, _ dns: OpaquePointer) -> OpaquePointer? {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = streamSocketType
        hints.ai_protocol = Int32(IPPROTO_TCP)
        return evdns_getaddrinfo(
            dns,
            name,
            nil,
            &hints,
            { result, list, context in
                guard let context else { return }
                Unmanaged<Lookup>.fromOpaque(context).takeUnretainedValue().end(result, list)
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    /// Takes the result of the request and the list of its addresses, which it releases.
    private func end(_ result: Int32, _ list: UnsafeMutablePointer<addrinfo>?) {
        defer { if let list { evutil_freeaddrinfo(list) } }
        switch result {
        case 0:
            let addresses = texts(of: list)
            outcome = addresses.isEmpty ? .failure(.unknown) : .success(addresses)
        case EVUTIL_EAI_CANCEL: break
        case EVUTIL_EAI_NONAME, EVUTIL_EAI_NODATA: outcome = .failure(.unknown)
        default:
            let words = evutil_gai_strerror(result).map { String(cString: $0) } ?? "\(result)"
            outcome = .failure(.failed(words))
        }
        whenEnded()
    }

    private func texts(of list: UnsafeMutablePointer<addrinfo>?) -> [String] {
        var texts: [String] = []
        var next = list
        while let entry = next?.pointee {
            if let text = text(of: entry), !texts.contains(text) { texts.append(text) }
            next = entry.ai_next
        }
        return texts
    }

    private func text(of entry: addrinfo) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let size = socklen_t(buffer.count)
        guard let address = entry.ai_addr else { return nil }
        let raw = UnsafeRawPointer(address)
        let isWritten: Bool
        switch entry.ai_family {
        case AF_INET:
            var four = raw.loadUnaligned(as: sockaddr_in.self).sin_addr
            isWritten = inet_ntop(AF_INET, &four, &buffer, size) != nil
        case AF_INET6:
            var six = raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            isWritten = inet_ntop(AF_INET6, &six, &buffer, size) != nil
        default: isWritten = false
        }
        guard isWritten else { return nil }
        return buffer.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
    }
}
