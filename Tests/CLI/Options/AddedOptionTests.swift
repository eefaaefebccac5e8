import GuestbookDialect
import MockPostlyDialect
import MockPostlyOptions
import MockPostlyServer
import MockPostlyWorlds
import Testing

@testable import MockPostlyCLI

/// The options of a dialect that no source knows.
@Suite struct AddedOptionTests {
    private static let registry = DialectRegistry(
        DialectRegistry.standard.all + [Guestbook.self]
    )

    private func resolve(
        _ arguments: [String],
        _ environment: [String: String] = [:]
    ) throws(Failure) -> Resolution {
        let options = ServerOptions.groups(of: Self.registry).flatMap(\.options)
        var parser = ArgumentParser(command: "serve", options: options)
        let parsed = try parser.parse(arguments)
        return try Resolution(
            options,
            parsed.uses,
            environment: Environment(environment),
            helpHint: "help"
        )
    }

    @Test func `they stand in the help under its title`() {
        let group = ServerOptions.groups(of: Self.registry).first { $0.title == "Guestbook" }
        #expect(group?.options.map(\.name) == ["guestbook-greeting"])
        #expect(!ServerOptions.all.contains { $0.name == "guestbook-greeting" })
    }

    @Test func `they are read from flags and variables`() throws {
        let flag = try resolve(["--guestbook-greeting", "Come in"])
        #expect(flag.settings.configuration.settings[Guestbook.self].greeting == "Come in")
        let variable = try resolve([], ["MOCKPOSTLY_GUESTBOOK_GREETING": "Hello"])
        #expect(variable.settings.configuration.settings[Guestbook.self].greeting == "Hello")
    }
}
