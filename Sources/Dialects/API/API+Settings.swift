package import MockPostlyContent
internal import MockPostlyDialect
package import MockPostlyNouns
package import MockPostlyOptions
internal import MockPostlyText

extension API {
    /// Whose answers are given where those of json-server would surprise.
    package enum Likeness: String, Sendable, CaseIterable {
        /// Where json-server fails or loses data, what its user wants instead.
        case better
        /// As json-server 0.17 does, faults included.
        case jsonServer = "json-server"
    }

    /// Whose query language and ids the API has.
    package enum Language: String, Sendable, CaseIterable {
        /// json-server 0.17, which most projects use.
        case v0
        /// json-server 1.0.
        case v1
    }

    /// What becomes of writes.
    package enum Keeping: String, Sendable, CaseIterable {
        /// They stay in the world.
        case kept
        /// They are answered as if they had been made, and nothing changes: what JSONPlaceholder does.
        case echoed
    }

    /// The options of the dialect.
    package struct Settings: DialectSettings {
        /// The path of the file or folder with the collections; nil serves none.
        package var path: String?
        /// What was read from ``path``; nil until the server starts.
        package var file: CollectionFile?
        /// Whether the file is read again when it changes.
        package var watches = false
        /// What does so; nil until the file is read, and where nobody wants it.
        var watch: FileWatch?
        /// Whether its paths are served under every name of the server; else only what is asked for
        /// by the name of an original is.
        package var claimsPaths = true
        package var likeness = Likeness.better
        package var language = Language.v0
        /// What becomes of writes; nil keeps them, but for the practice API.
        package var writes: Keeping?
        /// Whether people register and log in, and guards are heeded.
        package var authenticates = false
        /// The guards of resources that are called without one in the path.
        package var guards: [String: Guard] = [:]
        /// The object in which lists are answered; nil for plain arrays.
        package var envelope: Envelope?
        /// The object in which refusals are answered; nil for json-server's.
        package var errorShape: ErrorShape?
        /// What rows must be like, by the schema beside the file.
        var schemas = RowSchemas()
        /// The names of members that are dates, with dots before those inside others.
        package var dateNames: [String] = []
        /// Where rows of collections have dates, which may be relative in files and seeds.
        package internal(set) var dates: [String: [any DateFinder]] = [:]
        /// Whether dates in the file may be relative, as its options say.
        var hasRelativeDates = true
        /// Whether ``file`` has some; settings that are read again share it.
        package let relativeRows = RelativeRows()
        /// What of the options is of no use, and why.
        var warnings: [String] = []
        /// What stands before all paths, with a slash at its beginning alone; empty for nothing.
        package var prefix = ""
        /// The member that is the id of a row.
        package var id = "id"
        /// What a member ends in that names a row of another collection: `postId`.
        package var keySuffix = "Id"
        /// What was read from ``path`` where it is a description; nil where it is data.
        package var described: DescribedSource?
        /// What to do about a description that could not be read; nil for anything else.
        package internal(set) var faultHint: String?
        /// The path of a file that corrects what is guessed of a description; nil for one beside it.
        package var overlay: String?
        /// How many first rows a collection of a description has.
        package var firstRows = 3
        /// Whether requests are let in that a description does not allow.
        package var isLax = false

        package init() {}

        package static func == (one: Settings, other: Settings) -> Bool {
            one.path == other.path && one.file === other.file && one.likeness == other.likeness
                && one.language == other.language && one.authenticates == other.authenticates
                && one.guards == other.guards && one.prefix == other.prefix
                && one.envelope == other.envelope && one.id == other.id
                && one.keySuffix == other.keySuffix && one.watches == other.watches
                && one.writes == other.writes
                && one.claimsPaths == other.claimsPaths && one.errorShape == other.errorShape
                && one.described === other.described && one.firstRows == other.firstRows
                && one.isLax == other.isLax && one.overlay == other.overlay
                && one.dateNames == other.dateNames
        }
    }

    package static let options = [
        Option<Settings>.value(
            "api",
            "PATH",
            \.path,
            ValueType.path.optional,
            "serve this file: collections in JSON, a folder of them, or an OpenAPI description",
            """
            `mockpostly serve db.json` says the same. Each array of the file is a collection with \
            list, get, post, put, patch and delete, each object a resource of its own; of a folder \
            each file posts.json is the collection posts. The file is only read. Alone it is all \
            that is served; --systems adds systems, whose paths give way to those of the file. \
            Of an OpenAPI description or Swagger 2.0, in JSON or YAML, collections, actions and documents \
            are recognised by paths and schemas; `mockpostly routes FILE` lists them. \
            jsonplaceholder is a file inside the program: the practice API of many tutorials, with \
            texts and pictures of our own.
            """
        ),
        Option<Settings>.boolean(
            "watch",
            "read the file of your API again when it changes",
            """
            Worlds to which nothing was written have the new rows with the next request; others keep \
            theirs until they are reset, and the log says so. A file that cannot be read leaves all as \
            it was.
            """,
            set: { $1.watches = $0 },
            get: { $0.watches }
        ),
        Option<Settings>.value(
            "api-like",
            "WORD",
            \.likeness,
            .choice,
            "answers where json-server's would surprise: better or json-server",
            """
            better: a taken id is 409, malformed input is 400 with a reason, bodies are read \
            whatever their type, _gt and _lt are operators. json-server: the answers of \
            json-server 0.17, its failures too.
            """
        ).with { $0.isPerWorld = true },
        Option<Settings>.value(
            "api-query",
            "WORD",
            \.language,
            .choice,
            "the query language of json-server 0.17 or 1.0: v0 or v1",
            """
            v0: _sort, _order, _page, _limit, _start, _end, q, _embed, _expand and field_gte. v1: \
            field:gte, _where, _sort=-a, _page with _per_page in an envelope; ids are texts, and a \
            delete sets the keys of children to null.
            """
        ).with { $0.isPerWorld = true },
        Option<Settings>.value(
            "api-writes",
            "WORD",
            \.writes,
            ValueType<Keeping>.choice.optional,
            "whether writes stay in the world: kept or echoed",
            """
            echoed answers them as if they had been made, and changes nothing, as JSONPlaceholder does; \
            it is the default with --api jsonplaceholder. All other files keep them.
            """
        ).with { $0.isPerWorld = true },
        Option<Settings>.boolean(
            "api-auth",
            "let people register and log in, as json-server-auth does",
            """
            POST /register and /login with email and password give an access token, GET /me the account \
            of one. /600/notes is for owners (userId), /660/notes for whoever is logged in, /644/notes \
            is read by all and written by owners, and so on: owner, logged in, all; 4 reads, 2 writes.
            """,
            set: { $1.authenticates = $0 },
            get: { $0.authenticates }
        ),
        Option<Settings>(
            name: "api-guard",
            kind: .list("NAME=DIGITS"),
            summary: "guard a resource without digits in its path; repeatable",
            details: "With notes=640, /notes is what /640/notes is. It turns --api-auth on.",
            expected:
                "a resource and one of \(Guard.known.joined(separator: ", ")), such as notes=640",
            completion: .none,
            take: { text, isFirst, settings in
                let parts = text.split(separator: "=", omittingEmptySubsequences: false)
                guard parts.count == 2, !parts[0].isEmpty, let digits = Guard(String(parts[1]))
                else { return false }
                if isFirst { settings.guards = [:] }
                settings.guards[String(parts[0])] = digits
                settings.authenticates = true
                return true
            },
            show: { settings in
                .list(settings.guards.map { "\($0)=\($1.digits)" }.sorted())
            }
        ),
        Option<Settings>.value(
            "api-prefix",
            "PATH",
            \.prefix,
            .prefix,
            "what stands before all paths, such as /api/v2",
            "With /api, the collection posts is /api/posts."
        ),
        Option<Settings>.value(
            "api-envelope",
            "JSON",
            \.envelope,
            .envelope,
            "the object in which lists are answered",
            """
            Such as '{"data": $rows, "total": $count}': $rows is the list, $count the number of rows \
            before it was sliced.
            """
        ).with { $0.isPerWorld = true },
        Option<Settings>.value(
            "api-error",
            "JSON",
            \.errorShape,
            .errorShape,
            "the object in which refusals are answered",
            """
            Such as '{"error": {"message": $message, "code": $status}}': $message is the reason, or \
            the usual words of the status, and $status its number.
            """
        ).with { $0.isPerWorld = true },
        Option<Settings>.value(
            "api-id",
            "NAME",
            \.id,
            .text,
            "the member that is the id of a row",
            "Such as slug or _id. Paths, new rows and relations go by it."
        ),
        Option<Settings>.value(
            "api-foreign-key",
            "SUFFIX",
            \.keySuffix,
            .text,
            "what a member ends in that names a row of another collection",
            "With _id, post_id is the id of a post."
        ),
        Option<Settings>.list(
            "api-dates",
            "NAME",
            \.dateNames,
            .text,
            "a member that is a date, which may be relative; repeatable",
            """
            In the file and in seeds, such a member of a row may be -3d, now-5m or +1d 09:30: it counts \
            from when a world is filled, and again from each reset. posts.createdAt is that of posts \
            alone, author.since one inside another. What a JSON Schema beside the file, or a description, \
            calls date-time or date is one anyway.
            """
        ),
        Option<Settings>.value(
            "api-rows",
            "N",
            \.firstRows,
            .count(0...1000),
            "how many first rows a collection of a description has",
            """
            Of an OpenAPI description: examples first, then rows that are drawn from the schema, the same \
            in each run. 0 begins with empty collections.
            """
        ),
        Option<Settings>.value(
            "api-overlay",
            "FILE",
            \.overlay,
            ValueType.path.optional,
            "a file that corrects what is guessed of a description",
            """
            By default openapi.mock.yaml beside openapi.yaml, where there is one. `mockpostly routes \
            openapi.yaml --overlay` prints the guess as such a file.
            """
        ),
        Option<Settings>.boolean(
            "api-lax",
            "let in requests that the description of your API does not allow",
            """
            What is wrong with them is said in the header X-Mockpostly-Invalid of the answer, in place of \
            a refusal.
            """,
            set: { $1.isLax = $0 },
            get: { $0.isLax }
        ),
    ]
}

extension ValueType where Value == String {
    /// A path of plain words, with or without slashes at its ends.
    fileprivate static let prefix = ValueType(
        expected: "a path such as /api, of letters, digits, dots, dashes and underscores",
        read: { text in
            let words = text.split(separator: "/")
            let isPlain = words.allSatisfy { word in
                word.utf8.allSatisfy {
                    $0.isDigit || $0.isLetter || "._-".utf8.contains($0)
                }
            }
            return words.isEmpty || !isPlain ? nil : words.map { "/" + $0 }.joined()
        },
        show: { $0.isEmpty ? .nothing : .text($0) }
    )
}

extension ValueType where Value == Envelope? {
    fileprivate static let envelope = ValueType(
        expected: "a JSON object with $rows in it, such as {\"data\": $rows, \"total\": $count}",
        read: { text in Envelope(text).map(Optional.some) },
        show: { $0.map { .text($0.text) } ?? .nothing }
    )
}

extension ValueType where Value == ErrorShape? {
    fileprivate static let errorShape = ValueType(
        expected: "a JSON object with $message in it, such as {\"error\": $message}",
        read: { text in ErrorShape(text).map(Optional.some) },
        show: { $0.map { .text($0.text) } ?? .nothing }
    )
}
