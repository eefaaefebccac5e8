package import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyNouns

extension API: Dialect {
    package static let name = "api"
    package static let title = "Your API"
    /// Its paths are those of the file: ``claims(_:)``.
    package static let claims: [PathClaim] = []
    package static let isServedUnasked = false
    package static let hosts = [practice.host]
    package static let tokens: TokenOffer? = tokenOffer
    package static let routeLines = routes.map { RouteLine($0, of: name) }
    package static let addresses = [DialectAddress("api", path: "")]

    /// The collection of the accounts, which is there when people can log in.
    package static let accounts = Accounts.collection

    /// The collections and objects of the file, and the whole state.
    package static func claims(_ settings: Settings) -> [PathClaim] {
        guard settings.claimsPaths else { return [] }
        if let described = settings.described { return described.claims }
        guard settings.prefix.isEmpty else { return [.below(settings.prefix)] }
        let resources = settings.file?.resources ?? []
        let accounts = settings.authenticates ? Accounts.words + ["me"] + Guard.known : []
        let pictures = settings.file?.hasLinks == true ? [Pictures.word] : []
        return (resources + accounts + pictures + [Files.word]).map { .word($0) } + [
            .exactly("/db")
        ]
    }

    package var introduction: Introduction {
        var introduction = Introduction()
        guard settings.claimsPaths else { return introduction }
        introduction.lines = [.init("Your API", .address(scheme: "http", path: ""), note: note)]
        if let path = settings.hiddenPaths.first {
            let word = path.split(separator: "/")[0]
            introduction.warnings.append(
                "\(path) is not reached: paths below /\(word)/ are the server's. Serve your API below another"
                    + " path."
            )
        }
        if settings.described == nil, let file = settings.file, file.resources.isEmpty {
            introduction.warnings.append(
                "\(file.path) has no collections, so that there are no rows to ask for. Add one, such as"
                    + " {\"posts\": []}."
            )
        }
        introduction.warnings += settings.warnings
        introduction.linesWhenAlone = [
            .init("Android emulator", .emulatorAddress(scheme: "http", path: ""))
        ]
        introduction.example = store.file.resources.first.map {
            .init("\(settings.prefix)/\($0)")
        }
        return introduction
    }

    /// Whether texts in rows may lead to this server.
    var hasLinks: Bool {
        store.file.hasLinks || store.hasUploads
    }

    /// The word of the paths of pictures or files that a word of a path is; nil for others, and where
    /// a resource of the file has that path.
    func ownWord(_ word: String) -> String? {
        let word = word.lowercased()
        guard word == Files.word || word == Pictures.word && store.file.hasLinks else { return nil }
        return store.file.name(matching: word) == nil ? word : nil
    }

    private var note: String {
        if let described = settings.described { return described.note }
        let names = store.file.resources
        let shown = names.prefix(5).map { "/\($0)" }.joined(separator: ", ")
        return names.count > 5 ? "\(shown) and \(names.count - 5) more" : shown
    }
}
