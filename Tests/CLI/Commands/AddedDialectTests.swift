import GuestbookDialect
import MockPostlyDialect
import MockPostlyHTTPClient
import MockPostlyServer
import MockPostlyTestKit
import MockPostlyWorlds
import Testing

@testable import MockPostlyCLI

/// The commands of a dialect that no source knows: it is registered, and that is all.
@Suite struct AddedDialectTests {
    private static let registry = DialectRegistry(
        DialectRegistry.standard.all + [Guestbook.self]
    )

    private func run(_ arguments: String..., environment: [String: String] = [:]) -> CapturedRun {
        MockPostlyCLITests.run(arguments, environment: environment, registry: Self.registry)
    }

    /// What a run has written, with one space in place of each end of a line.
    private func words(_ run: CapturedRun) -> String {
        run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    // MARK: Tokens

    @Test func `its tokens are made without a server`() {
        let run = run("token", "guestbook", "--guest", "Ada")
        #expect(run.code == 0 && run.errors.isEmpty)
        #expect(run.output.hasPrefix("Ada.") && run.output.hasSuffix("\n"))
        let json = self.run("token", "guestbook", "--guest", "Ada", "--json").output
        #expect(json.contains("\"dialect\": \"guestbook\""))
        let other = self.run("token", "guestbook", "--guest", "Ada", "--jwt-secret", "mine")
        #expect(other.code == 0 && other.output != run.output)
        #expect(MockPostlyCLITests.run("token", "guestbook", "--guest", "Ada").code == 2)
    }

    @Test func `a server makes them too`() throws {
        let server = try LiveServer {
            $0.registry = Self.registry
            $0.dialects = Self.registry.names
            $0.jwtSecret = "its own"
        }
        let here = run("token", "guestbook", "--guest", "Ada", "--jwt-secret", "its own")
        let there = run(
            "token",
            "guestbook",
            "--guest",
            "Ada",
            environment: ["MOCKPOSTLY_URL": server.url]
        )
        #expect(there.code == 0 && there.output == here.output)
    }

    @Test func `it has the options that it declares, and no others`() {
        let help = run("token", "guestbook", "--help").output
        #expect(help.hasPrefix("Usage: mockpostly token guestbook --guest NAME"))
        #expect(help.contains("mockpostly token guestbook --guest Ada"))
        for flag in ["--kind", "--claims", "--expires-in", "--expired-for", "--email"] {
            #expect(!help.contains(flag), "\(flag)")
        }
        #expect(run("token", "guestbook").errors.contains("needs --guest NAME"))
        #expect(run("token", "guestbook", "--guest", "Ada", "--claims", "{}").code == 2)
    }

    @Test func `help and completion know it`() {
        #expect(words(run("token", "--help")).contains("`guestbook` what a guest signs with"))
        #expect(run("help").output.contains("  token guestbook "))
        #expect(
            words(run()).contains(
                "stands in for your API, or for Postly, DummyJSON, Community, Pexels, Wreely, RealWorld, Guest"
            )
        )
        #expect(run("help", "token", "guestbook").output.contains("--guest NAME"))
        #expect(run("token").errors.contains("google, api, guestbook"))
        #expect(run("token", "gestbook").errors.contains("`mockpostly token guestbook`"))
        for shell in ["bash", "zsh", "fish"] {
            #expect(run("completion", shell).output.contains("guestbook"), "\(shell)")
        }
        #expect(!MockPostlyCLITests.run("completion", "bash").output.contains("guestbook"))
    }

    // MARK: Records

    @Test func `its records are brought into a data file`() throws {
        let directory = try ScratchDirectory()
        try directory.write("A fine place.\nLovely.\n", to: "lines.txt")
        let data = directory.file("book.sqlite")
        let run = run("import", "guestbook", directory.path, "--data", data)
        #expect(run.code == 0 && run.output == "\(data): 2 lines\n")
        #expect(words(self.run("import", "--help")).contains("written ./guestbook."))
        let wrong = self.run("import", "guestbook", directory.file("none"), "--data", data)
        #expect(wrong.code == 3 && wrong.errors.contains("an old book has lines.txt"))
    }
}
