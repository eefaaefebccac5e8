import MockPostlyDialect
import MockPostlyOptions
import MockPostlyServer
import MockPostlyWorlds
import Testing

@testable import MockPostlyCLI

/// Where links to pictures lead, by the options.
@Suite struct LinkOptionsTests {
    /// The target of each system that has links.
    private func targets(
        _ arguments: [String],
        _ variables: [String: String] = [:]
    ) throws(Failure) -> [String: LinkTarget] {
        let configuration = try serveCall(arguments, variables).serverConfiguration()
        var targets: [String: LinkTarget] = [:]
        for dialect in configuration.registry.all {
            targets[dialect.name] = dialect.links(in: configuration.settings)
        }
        return targets
    }

    private static let systems: Set = [
        "postly", "community", "dummyjson", "pexels", "realworld",
    ]

    @Test func `usually pictures of Postly, the community and RealWorld are the originals'`() throws
    {
        let targets = try targets([])
        #expect(Set(targets.keys) == Self.systems)
        let upstream = targets.filter { $0.value == .upstream }.keys
        #expect(Set(upstream) == ["postly", "community", "realworld"])
    }

    @Test(
        arguments: [
            (["--lan"], .local), (["--links", "local"], .local), (["--links=upstream"], .upstream),
            // What is said wins over what a network suggests.
            (["--lan", "--links", "upstream"], .upstream),
        ] as [([String], LinkTarget)]
    )
    func `one word is for all`(arguments: [String], target: LinkTarget) throws {
        #expect(
            try targets(arguments) == .init(uniqueKeysWithValues: Self.systems.map { ($0, target) })
        )
    }

    @Test(
        arguments: [
            (["--links", "local", "--links", "postly=upstream"], "postly", .upstream),
            (["--links", "postly=upstream,local"], "postly", .upstream),
            (["--lan", "--links", "pexels=upstream"], "pexels", .upstream),
            (["--lan", "--links", "pexels=upstream"], "postly", .local),
            // The earlier options hold where --links says nothing of the system.
            (["--lan", "--postly-images", "upstream"], "postly", .upstream),
            (["--lan", "--dummyjson-links", "upstream"], "dummyjson", .upstream),
            (["--lan", "--pexels-links", "upstream"], "pexels", .upstream),
            (["--lan", "--realworld-links", "upstream"], "realworld", .upstream),
            (["--lan", "--postly-images", "upstream"], "community", .local),
            (["--postly-images", "local"], "postly", .local),
            (["--postly-images", "local"], "community", .upstream),
            (["--links", "upstream", "--postly-images", "local"], "postly", .upstream),
            (["--links", "pexels=local", "--pexels-links", "upstream"], "pexels", .local),
            (["--links", "pexels=local", "--postly-images", "local"], "postly", .local),
        ] as [([String], String, LinkTarget)]
    )
    func `the word for a system wins over the one for all, and over earlier options`(
        arguments: [String],
        system: String,
        target: LinkTarget
    ) throws {
        #expect(try targets(arguments)[system] == target)
    }

    @Test func `a flag replaces what a variable says`() throws {
        let variables = ["MOCKPOSTLY_LINKS": "local,postly=upstream"]
        #expect(try targets([], variables)["postly"] == .upstream)
        #expect(try targets([], variables)["community"] == .local)
        #expect(try targets(["--links", "local"], variables)["postly"] == .local)
    }

    @Test(arguments: [
        "remote", "", "Local", "local,", "postly", "postly=", "=local", "postly=remote",
        "wreely=local", "guestbook=local", "postly=local=local",
    ])
    func `other words are refused with those there are`(word: String) throws {
        let failure = try #require(throws: Failure.self) { try targets(["--links=\(word)"]) }
        #expect(failure.exitCode == .usage)
        #expect(failure.words.hasPrefix("--links: expected local, upstream, or either of them for"))
    }
}
