package import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyNouns

extension API: Dialect {
    package static let name = "api"
    package static let title = "Your API"
    /// Its paths are those of the file: ``claims(_:)``.
    package static let claims: [PathClaim] = []
    package static let isServedUnasked = false
    package static let tokens: TokenOffer? = tokenOffer
    package static let routeLines = routes.map { RouteLine($0, of: name) }
    package static let addresses = [DialectAddress("api", path: "")]

    /// The collection of the accounts, which is there when people can log in.
    package static let accounts = Accounts.collection

    /// The collections and objects of the file, and the whole state.
    package static func claims(_ settings: Settings) -> [PathClaim] {
        guard settings.prefix.isEmpty else { return [.below(settings.prefix)] }
        let resources = settings.file?.resources ?? []
        let accounts = settings.authenticates ? Accounts.words + ["me"] + Guard.known : []
        return (resources + accounts).map { .word($0) } + [.exactly("/db")]
    }

    package var introduction: Introduction {
        var introduction = Introduction()
        introduction.lines = [.init("Your API", .address(scheme: "http", path: ""), note: note)]
        introduction.linesWhenAlone = [
            .init("Android emulator", .emulatorAddress(scheme: "http", path: ""))
        ]
        return introduction
    }

    private var note: String {
        let names = store.file.resources
        let shown = names.prefix(5).map { "/\($0)" }.joined(separator: ", ")
        return names.count > 5 ? "\(shown) and \(names.count - 5) more" : shown
    }
}
