package import MockPostlyEventHTTP
package import MockPostlyHTTP
internal import MockPostlyPlatform

/// Why a server cannot be reached.
package enum DialFailure: Error, Equatable {
    case name(NameFailure)
    /// A client of the network has asked for something on this machine alone.
    case loopback
    /// It did not answer in time.
    case late
    /// The system's words.
    case system(String)

    /// The status for the client.
    package var status: Int {
        switch self {
        case .late, .name(.late), .name(.unreachable): 504
        case .loopback: 403
        case .name, .system: 502
        }
    }

    package var words: String {
        switch self {
        case .name(.late): "no name server has answered"
        case .name(.unreachable): "no name server can be reached"
        case .name(.unknown): "its name has no address"
        case .name(.failed(let words)): "its name was not found: \(printable(words))"
        case .name(.unusable): "names cannot be looked up"
        case .loopback: "this computer's own services are not for other devices"
        case .late: "it does not answer"
        case .system(let words): printable(words)
        }
    }

    /// `text` in what fits into a JSON string without escapes.
    private func printable(_ text: String) -> String {
        String(text.map { $0 == "\"" || $0 == "\\" || !$0.isASCII || $0 < " " ? "?" : $0 })
    }
}

/// The way to a connection with a server: its addresses, and the first of them that answers.
///
/// A next address is tried when one has failed or has not answered for a while, as RFC 8305 has it.
package final class Dialling {
    private static let limit = Duration.seconds(15)
    private static let nameLimit = Duration.seconds(10)
    /// How long an address has before the next one is tried too (RFC 8305, section 8).
    private static let head = Duration.milliseconds(250)
    /// How many addresses are tried at the same time.
    private static let mostAttempts = 2

    private let destination: Authority
    private let loop: EventLoop
    private let reachesLoopback: Bool
    private let body: (Result<BufferedSocket, DialFailure>) -> Void
    private var lookup: NameLookup?
    private var deadline: OneShotTimer?
    private var next: OneShotTimer?
    /// The addresses that were not tried yet.
    private var addresses: ArraySlice<String> = []
    private var attempts: [BufferedSocket] = []
    private var failure: DialFailure?

    /// Connects to `destination` and calls `body` once, later, unless this object is released before.
    ///
    /// Addresses of this machine alone are left out unless `reachesLoopback`.
    package init(
        _ destination: Authority,
        by resolver: LoopResolver,
        on loop: EventLoop,
        reachesLoopback: Bool,
        _ body: @escaping (Result<BufferedSocket, DialFailure>) -> Void
    ) throws(EventError) {
        (self.destination, self.loop, self.reachesLoopback) = (destination, loop, reachesLoopback)
        self.body = body
        let host = destination.host
        deadline = try OneShotTimer(after: Self.limit, on: loop, of: self) { dialling in
            dialling.end(.failure(dialling.failure ?? .late))
        }
        if let known = Self.addresses(of: host) {
            // Later, as with a lookup.
            next = try OneShotTimer(after: .zero, on: loop, of: self) { $0.connect(to: known) }
            return
        }
        lookup = try NameLookup(host, by: resolver, within: Self.nameLimit) {
            [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let addresses): connect(to: addresses)
            case .failure(let failure): end(.failure(.name(failure)))
            }
        }
    }

    /// The addresses of a host that needs no lookup: an address, or a name of loopback (RFC 6761, 6.3).
    private static func addresses(of host: String) -> [String]? {
        if host == "localhost" || host.hasSuffix(".localhost") { return ["127.0.0.1", "::1"] }
        return isAddress(host) ? [host] : nil
    }

    private func connect(to addresses: [String]) {
        let allowed = addresses.filter { reachesLoopback || !isLoopback($0) }
        guard !allowed.isEmpty else { return end(.failure(.loopback)) }
        self.addresses = Self.alternating(allowed)[...]
        tryNext()
    }

    /// `addresses` with those of IPv4 and IPv6 in turns, beginning with the kind of the first.
    static func alternating(_ addresses: [String]) -> [String] {
        let isSix: (String) -> Bool = { $0.utf8.contains(UInt8(ascii: ":")) }
        guard let first = addresses.first.map(isSix) else { return [] }
        let (same, other) = (
            addresses.filter { isSix($0) == first }, addresses.filter { isSix($0) != first }
        )
        return (0..<max(same.count, other.count)).flatMap { place in
            [same, other].compactMap { $0.indices.contains(place) ? $0[place] : nil }
        }
    }

    private func tryNext() {
        next = nil
        while let address = addresses.popFirst() {
            if attempts.count >= Self.mostAttempts { attempts.removeFirst() }
            guard let attempt = BufferedSocket(connectingOn: loop) else {
                failure = failure ?? .system("there is no memory for it")
                continue
            }
            attempts.append(attempt)
            attempt.observer = self
            guard let code = attempt.connect(to: address, destination.port) else {
                if !addresses.isEmpty {
                    next = try? OneShotTimer(after: Self.head, on: loop, of: self) { $0.tryNext() }
                }
                return
            }
            attempts.removeLast()
            failure = failure ?? .system(systemWords(code))
        }
        if attempts.isEmpty { end(.failure(failure ?? .late)) }
    }

    private func fail(_ attempt: BufferedSocket, _ words: String) {
        failure = failure ?? .system(words)
        attempts.removeAll { $0 === attempt }
        if !addresses.isEmpty || attempts.isEmpty { tryNext() }
    }

    private func succeed(_ attempt: BufferedSocket) {
        attempt.observer = nil
        attempts.removeAll { $0 === attempt }
        end(.success(attempt))
    }

    private func end(_ result: Result<BufferedSocket, DialFailure>) {
        (lookup, deadline, next) = (nil, nil, nil)
        attempts = []
        addresses = []
        body(result)
    }
}

extension Dialling: SocketObserver {
    func socket(_ attempt: BufferedSocket, has change: BufferedSocket.Change) {
        switch change {
        case .connected: succeed(attempt)
        case .failed(let code): fail(attempt, systemWords(code))
        case .ended, .expired: fail(attempt, "it has closed the connection")
        case .input, .drained: break
        }
    }
}
