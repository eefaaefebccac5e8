/// The options that belong to single commands.
enum CommandOptions {
    static let json = Option.request("json", \.isJSON, "answer in JSON")

    static let markdown = Option.request(
        "markdown",
        \.isMarkdown,
        "print the table of all options for the README"
    ).with { $0.isHidden = true }

    // MARK: token

    static let email = single("email", "ADDRESS", \.email, "whose token").with {
        $0.isRequired = true
    }

    static let name = single("name", "NAME", \.name, "name in the token; default: from the e-mail")

    static let subject = single(
        "sub",
        "NUMBER",
        \.subject,
        "Google account number; default: made from the e-mail"
    )

    static let picture = single("picture", "URL", \.picture, "address of a profile picture")

    static let googleLifetime = lifetime(\.googleLifetime)
    static let postlyLifetime = lifetime(\.postlyLifetime)

    // MARK: seed gen

    static let posts = amount("posts", \.generated.posts, "how many posts")
    static let users = amount("users", \.generated.users, "how many people")
    static let comments = amount("comments", \.generated.comments, "how many comments in all")

    static let words = Option.value(
        "words",
        "MIN-MAX",
        \.generated.words,
        .range(1...10_000),
        "about how many words a post has"
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
        "directory for the files; made when it is not there"
    ).with {
        $0.reach = .commandLine
        $0.isRequired = true
    }

    // MARK: healthcheck

    static let url = Option.value(
        "url",
        "URL",
        \.url,
        ValueType.text.optional,
        "server to ask, http://ADDRESS:PORT or unix:///PATH"
    ).with { $0.reach = .commandLineAndEnvironment }

    static let timeout = Option.value(
        "timeout",
        "TIME",
        \.timeout,
        .duration(days: 1),
        "how long to wait for the answer"
    ).with { $0.reach = .commandLine }

    // MARK: Kinds

    private static func single(
        _ name: String,
        _ placeholder: String,
        _ place: any Option.Place<String?>,
        _ summary: String
    ) -> Option {
        Option.value(name, placeholder, place, ValueType.text.optional, summary).with {
            $0.reach = .commandLine
        }
    }

    private static func lifetime(_ place: any Option.Place<Duration>) -> Option {
        Option.value(
            "expires-in",
            "TIME",
            place,
            .duration(days: 36_500),
            "how long the token holds"
        ).with {
            $0.reach = .commandLine
        }
    }

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
