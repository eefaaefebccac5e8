internal import MockPostlyNouns
internal import MockPostlyOptions

/// The options that belong to single commands.
enum CommandOptions {
    static let json = Option.request("json", \.isJSON, "print JSON")

    static let markdown = Option.request(
        "markdown",
        \.isMarkdown,
        "print the table of all options for docs/settings.md"
    ).with { $0.isHidden = true }

    static let schemas = Option.request(
        "schemas",
        \.writesSchemas,
        "print what openapi-control.yaml says of orders"
    ).with { $0.isHidden = true }

    static let manual = Option.request(
        "man",
        \.isManual,
        "print the manual page of all commands (`man -l -` shows it)"
    )

    // MARK: seed gen

    static let posts = amount("posts", \.generated.posts, "number of posts")
    static let users = amount("users", \.generated.users, "number of people")
    static let comments = amount(
        "comments",
        \.generated.comments,
        "number of comments, over all posts"
    )

    static let likes = Option.value(
        "likes",
        "N",
        \.generated.likes,
        ValueType.count(0...10_000_000).optional,
        "number of likes, over all posts; default: up to 12 of each"
    ).with { $0.reach = .commandLine }
    static let feed = amount(
        "feed",
        \.generated.feed,
        "number of posts of a feed, whose members are all people"
    )

    static let records = Option.value(
        "records",
        "KIND=N,…",
        \.generated.records,
        .recordCounts,
        "number of DummyJSON's records of some kinds",
        """
        Those of the program, again and again with ids of their own: products=5000,users=1000. Kinds \
        that are not named stay the program's.
        """
    ).with { $0.reach = .commandLine }

    static let words = Option.value(
        "words",
        "MIN-MAX",
        \.generated.words,
        .range(1...10_000),
        "approximate number of words in a post"
    ).with { $0.reach = .commandLine }

    static let generatorSeed = Option.value(
        "random-seed",
        "NUMBER",
        \.generatorSeed,
        .seedNumber,
        "the same number gives the same files"
    ).with { $0.reach = .commandLine }

    static let outputDirectory = Option.value(
        "out",
        "DIR",
        \.outputPath,
        ValueType.path.optional,
        "directory for the files; created if it does not exist"
    ).with {
        $0.reach = .commandLine
        $0.isRequired = true
    }

    // MARK: healthcheck

    static let timeout = Option.value(
        "timeout",
        "TIME",
        \.timeout,
        .duration(days: 1),
        "how long to wait for the answer"
    ).with { $0.reach = .commandLine }

    // MARK: Kinds

    private static func amount(
        _ name: String,
        _ place: any Option.Place<Int>,
        _ summary: String
    ) -> Option {
        Option.value(name, "N", place, .count(0...10_000_000), summary).with {
            $0.reach = .commandLine
        }
    }
}

extension ValueType where Value == [DocumentKind: Int] {
    /// `products=5000,users=1000`.
    fileprivate static let recordCounts = ValueType(
        expected: "kinds and numbers such as products=5000,users=1000; the kinds are "
            + DocumentKind.allCases.map { "\($0.name)" }.joined(separator: ", "),
        read: { text in
            var counts: [DocumentKind: Int] = [:]
            for part in text.split(separator: ",", omittingEmptySubsequences: false) {
                let pair = part.split(separator: "=", maxSplits: 1)
                guard pair.count == 2, let count = Int(pair[1]), 0...10_000_000 ~= count,
                    let kind = DocumentKind.allCases.first(where: { "\($0.name)" == pair[0] }),
                    counts.updateValue(count, forKey: kind) == nil
                else { return nil }
            }
            return counts
        },
        show: { counts in
            let kinds = DocumentKind.allCases.filter { counts[$0] != nil }
            return .text(kinds.map { "\($0.name)=\(counts[$0] ?? 0)" }.joined(separator: ","))
        }
    )
}
