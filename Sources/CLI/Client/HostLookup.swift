internal import MockPostlyEventHTTP
internal import MockPostlyHTTPClient
internal import MockPostlyWorld

extension HTTPConnection {
    /// Connects to `target`, whose host may be a name that the machine's name servers know.
    ///
    /// Throws when that fails or `deadline` passes.
    init(
        to target: HTTPTarget,
        lookingUpUntil deadline: Deadline,
        securing: ((_ socket: Int32) -> (any ByteStream)?)? = nil
    ) throws(HTTPFailure) {
        try self.init(to: target, until: deadline, securing: securing) {
            name,
            deadline throws(HTTPFailure) in
            do throws(NameFailure) {
                return try NameResolver().addresses(of: name, within: deadline.left)
            } catch {
                throw .noAddress(error.words(for: name))
            }
        }
    }
}

extension NameFailure {
    /// The reason in English for a person.
    func words(for name: String) -> String {
        switch self {
        case .late: "no name server answered in time for \(quoted(name))"
        case .unreachable: "no name server can be reached for \(quoted(name))"
        case .unknown: "no address is known for the name \(quoted(name))"
        case .failed(let reason): "the name \(quoted(name)) cannot be looked up: \(reason)"
        case .unusable: "the name \(quoted(name)) cannot be looked up: no resolver could be made"
        }
    }
}
