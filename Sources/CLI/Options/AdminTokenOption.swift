internal import MockPostlyFiles
internal import MockPostlyOptions
internal import MockPostlyServer
internal import MockPostlyWorlds

extension Command.Call {
    /// The admin token, given directly or in a file; nil when there is none.
    ///
    /// A flag wins over a variable, a variable over the configuration file.
    func adminToken() throws(Failure) -> String? {
        let given = settings.configuration.adminToken
        guard let path = settings.adminTokenFile else { return given }
        if let given {
            let token = resolution.origin(of: ServerOptions.adminToken)
            let file = resolution.origin(of: ServerOptions.adminTokenFile)
            guard token.rank != file.rank else {
                throw .usage(
                    "--admin-token and --admin-token-file are both given: \(token.words) and "
                        + file.words,
                    hint: "give one of them"
                )
            }
            if token.rank > file.rank { return given }
        }
        return try token(inFile: path)
    }

    private func token(inFile path: String) throws(Failure) -> String {
        let bytes: [UInt8]
        do throws(FileProblem) {
            bytes = try contents(ofFile: path, .small)
        } catch {
            throw Failure(
                "admin token file \(path): \(error.words)",
                hint: "--admin-token-file names a file that holds the token alone",
                .configuration
            )
        }
        var text = bytes[...]
        if text.last == UInt8(ascii: "\n") { text.removeLast() }
        if text.last == UInt8(ascii: "\r") { text.removeLast() }
        guard let token = ValueType.adminToken.read(String(decoding: text, as: UTF8.self)) else {
            let words = text.isEmpty ? "is empty" : "holds no \(ValueType.adminToken.expected)"
            throw Failure(
                "admin token file \(path) \(words)",
                hint: "put the token into it, in one line and nothing else",
                .configuration
            )
        }
        return token
    }
}

extension Origin {
    /// The precedence of an origin; the higher number wins.
    var rank: Int {
        switch self {
        case .standard: 0
        case .file: 1
        case .variable: 2
        case .flag: 3
        }
    }
}
