internal import MockPostlyHTTPClient
internal import MockPostlyPlatform
internal import MockPostlyThreads
internal import MockPostlyWorld

/// A server that something else has started and will end.
final class AttachedDoor: Door {
    let url: String
    let isOwn = false
    private let target: HTTPTarget
    private let isStopped = Monitor(false)

    /// A door to the server at `url`, which is not asked yet.
    init(url: String) throws {
        let isHTTP = url.lowercased().hasPrefix("http://")
        guard isHTTP, let target = HTTPTarget(url: url) else {
            throw MockServer.Failure(
                "'\(url)' is not the URL of a mock server, such as http://localhost:8080"
            )
        }
        let path = url.dropFirst("http://".count).drop { $0 != "/" && $0 != "?" && $0 != "#" }
        guard path.isEmpty || path == "/" else {
            throw MockServer.Failure(
                "'\(url)' has a path, and the URL of a mock server is "
                    + "'\(target.description)' alone"
            )
        }
        self.url = target.description
        self.target = target
    }

    func exchange(_ request: [UInt8], timeout: Duration) throws -> MockServer.Answer {
        try open().exchange(request, timeout: timeout)
    }

    func stream(
        _ request: [UInt8],
        into reader: inout HTTPAnswerReader,
        for listener: some AnswerListener
    ) throws {
        guard !isStopped.withLock(\.self) else { throw MockServer.Failure.detached }
        let connection = try HTTPConnection(
            to: target,
            until: Deadline(in: MockServer.timeout),
            lookup: { name, _ throws(HTTPFailure) in try addresses(of: name) }
        )
        try connection.exchange(request, into: &reader, for: listener)
    }

    func connect() throws -> LoopbackConnection? { try open() }

    private func open() throws -> LoopbackConnection {
        guard !isStopped.withLock(\.self) else { throw MockServer.Failure.detached }
        return try LoopbackConnection(to: target) { name, _ throws(HTTPFailure) in
            try addresses(of: name)
        }
    }

    func makeWorld(
        _ order: WorldRequest,
        from origin: MockServer.Origin,
        for authority: String
    ) throws -> String? {
        guard case .files(let paths) = origin, paths.count != 1 else { return nil }
        throw MockServer.Failure(
            "a server that runs elsewhere takes one seed file: put them together, or send "
                + "'.json(…)'"
        )
    }

    func stop() {
        isStopped.withLock { $0 = true }
    }
}

extension MockServer.Failure {
    fileprivate static let detached = Self(
        "the mock server is not used any more: stop() was called"
    )
}

/// The numeric addresses of a host, in the order in which to try them.
private func addresses(of name: String) throws(HTTPFailure) -> [String] {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_protocol = Int32(IPPROTO_TCP)
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(name, nil, &hints, &list)
    guard code == 0, let first = list else {
        throw .noAddress("the name '\(name)' is not known: \(String(cString: gai_strerror(code)))")
    }
    defer { freeaddrinfo(first) }
    var addresses: [String] = []
    var next: UnsafeMutablePointer<addrinfo>? = first
    while let entry = next?.pointee {
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let length = socklen_t(text.count)
        if getnameinfo(entry.ai_addr, entry.ai_addrlen, &text, length, nil, 0, NI_NUMERICHOST) == 0
        {
            let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            addresses.append(String(decoding: bytes, as: UTF8.self))
        }
        next = entry.ai_next
    }
    return addresses
}
