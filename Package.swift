// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target is built with: warnings are errors, and the upcoming import and
/// existential rules are on.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .treatWarning("DeprecatedDeclaration", as: .warning),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// What a script builds: `release`, `sanitized`, `threads` or `whole`.
///
/// Flags are chosen for it that a package which others depend on may not have.
let build = Context.environment["MOCKPOSTLY_BUILD"]

/// Targets that no request of an app runs through: a release has them small rather than fast.
let cold: Set<String> = [
    "GoogleDialect", "MockPostlyCLI", "MockPostlyCertificates", "MockPostlyControl",
    "MockPostlyControlClient", "MockPostlyDrift", "MockPostlyHTTPClient", "MockPostlyOptions",
    "MockPostlyProxy", "MockPostlyRecorded", "MockPostlyRecording", "MockPostlySeeds",
]

/// Targets in which tests spend much of their time: optimising these takes less than it saves.
let hot: Set<String> = ["MockPostlyBodies", "MockPostlyImages", "MockPostlyJSON"]

/// Targets of the address sanitizer's build that hold no pointers, and that no fuzz target is about.
let plain: Set<String> = [
    "MockPostlyDialect", "MockPostlyDrift", "MockPostlyMatching", "PexelsContent",
    "RealWorldContent", "WreelyContent",
]

/// What the target `name` of `Sources` is built with.
func settings(of name: String) -> [SwiftSetting] {
    switch build {
    case "release" where cold.contains(name): strict + [.unsafeFlags(["-Osize"])]
    case "whole" where hot.contains(name), "threads" where hot.contains(name):
        strict + [.unsafeFlags(["-O", "-assert-config", "Debug"])]
    // Tests stay as they are: optimising them takes longer than running them.
    case "sanitized" where plain.contains(name): testing
    // The counters are those of libFuzzer.
    case "sanitized":
        strict + [
            .unsafeFlags(["-O", "-assert-config", "Debug"]),
            .unsafeFlags(["-Xfrontend", "-sanitize=fuzzer,address"]),
        ]
    default: strict
    }
}

/// What the tests, and what they share, are built with.
///
/// The address sanitizer watches what they test. Their own code is left out, a fifth of its compile.
let testing: [SwiftSetting] =
    build == "sanitized" ? strict + [.unsafeFlags(["-Xfrontend", "-sanitize="])] : strict

/// A folder of `Sources`.
///
/// Targets import targets of lower floors, and those that stand before them on their own floor;
/// dialects do not import each other.
enum Floor: Int, CaseIterable {
    case c, base, wire, content, dialects, host, server, cli, client, foundation, testing

    /// The folder's name.
    var folder: String {
        switch self {
        case .c: "C"
        case .base: "Base"
        case .wire: "Wire"
        case .content: "Content"
        case .dialects: "Dialects"
        case .host: "Host"
        case .server: "Server"
        case .cli: "CLI"
        case .client: "Client"
        case .foundation: "Foundation"
        case .testing: "Testing"
        }
    }

    /// Whether the folder holds one target, without a folder of its own for it.
    var isOneRoom: Bool { rawValue >= Floor.server.rawValue }
}

/// A folder of `Sources/Dialects`: the API of a system, with what is the system's own.
struct DialectFolder {
    /// A folder inside it.
    enum Room: String {
        /// The target of its API, which is the whole folder where there is no other room.
        case api = "API"
        /// A target below the API: what the system has, and all SQL about it.
        case content = "Content"
        /// Sources of the library that calls servers: names of the system.
        case client = "Client"
        /// Sources of the library for users' tests: options of the system.
        case testing = "Testing"
    }

    /// The folder's name.
    let name: String
    let rooms: [Room]
    /// What its API imports besides what all do.
    let needs: [String]

    /// The folder in which it is.
    let place: String

    init(
        _ name: String,
        _ rooms: [Room] = [],
        needs: [String] = [],
        in place: String = "Sources/Dialects"
    ) {
        (self.name, self.rooms, self.needs, self.place) = (name, rooms, needs, place)
    }

    /// The target of its API.
    var api: String { name + "Dialect" }
    /// The target of its content; nil when it has none of its own.
    var content: String? { rooms.contains(.content) ? name + "Content" : nil }
    /// The path of a folder inside it; of the whole folder where the API has it alone.
    func path(of room: Room) -> String {
        let path = "\(place)/\(name)"
        return rooms.isEmpty ? path : "\(path)/\(room.rawValue)"
    }

    /// What all APIs import.
    static let floor = [
        "MockPostlyArchives", "MockPostlyContent", "MockPostlyCrypto", "MockPostlyDialect",
        "MockPostlyDrift", "MockPostlyHTTP", "MockPostlyImages", "MockPostlyJSON",
        "MockPostlyJavaScript", "MockPostlyNouns", "MockPostlyOptions", "MockPostlyRecorded",
        "MockPostlyText", "MockPostlyWorld",
    ]
    /// What all contents import.
    static let ground = [
        "MockPostlyAssets", "MockPostlyContent", "MockPostlyCrypto", "MockPostlyJSON",
        "MockPostlyNouns", "MockPostlySQLite", "MockPostlyText", "MockPostlyWorld",
    ]
}

/// The dialects; a new one is a line here and a word in `DialectRegistry+Standard.swift`.
let dialects = [
    DialectFolder("Postly"),
    DialectFolder(
        "API",
        needs: [
            "MockPostlyCompression", "MockPostlyFiles", "MockPostlyOpenAPI", "MockPostlyRegex",
            "MockPostlySchemas", "MockPostlySeeds", "MockPostlyThreads", "MockPostlyXML",
            "MockPostlyYAML",
        ]
    ),
    DialectFolder("DummyJSON", needs: ["MockPostlyCompression"]),
    DialectFolder(
        "Community",
        [.content, .client, .testing],
        needs: ["MockPostlyPhoenix", "MockPostlyWebSocket"]
    ),
    DialectFolder("Pexels", [.content, .client, .testing]),
    DialectFolder("Wreely", [.content, .client, .testing], needs: ["MockPostlyPlatform"]),
    DialectFolder("RealWorld", [.content, .client, .testing]),
    DialectFolder("Google", needs: ["MockPostlyThreads"]),
]

/// The dialect of the tutorial, which no source of the program knows; tests add it to servers.
let guestbook = DialectFolder(
    "Guestbook",
    [.content],
    needs: ["MockPostlyFiles"],
    in: "Examples"
)

/// The floors of the targets that were declared so far, for the check of imports.
var floors: [String: Floor] = [:]

/// The targets that need C, their own or that of a target they import.
var targetsWithC: Set<String> = []

/// Where the target `name` is, as a path below `Sources` or `Tests`.
func room(_ name: String, _ floor: Floor) -> String {
    if floor.isOneRoom { return floor.folder }
    let room =
        switch floor {
        case .c: name.dropFirst("CMockPostly".count)
        default: name.dropFirst("MockPostly".count)
        }
    return "\(floor.folder)/\(room)"
}

/// Notes that `name` is on `floor`, and refuses a dependency that does not point down.
@MainActor
func enter(_ name: String, _ floor: Floor, _ dependencies: [String]) {
    for dependency in dependencies {
        guard let other = floors[dependency], other.rawValue <= floor.rawValue else {
            fatalError("\(name) must not import \(dependency), which is not below it")
        }
        if other == .c, floor.rawValue > Floor.wire.rawValue {
            fatalError("\(name) must not import \(dependency): C is for its wrapper alone")
        }
        let owner = dialects.first { $0.content == dependency }
        if let owner, name != owner.api, name != "MockPostlySeeds" {
            fatalError("\(name) must not import \(dependency), which is for \(owner.api)")
        }
        guard floor == .dialects else { continue }
        if ["MockPostlySQLite", "MockPostlyEventHTTP"].contains(dependency) {
            fatalError("\(name) is a dialect and must not import \(dependency)")
        }
        if other == .dialects, dependency != "MockPostlyDialect" {
            fatalError("\(name) must not import \(dependency): dialects do not know each other")
        }
    }
    floors[name] = floor
    guard floor == .c || !targetsWithC.isDisjoint(with: dependencies) else { return }
    if [.client, .foundation].contains(floor) {
        fatalError("\(name) is for systems without our C libraries")
    }
    targetsWithC.insert(name)
}

/// A C library of the system; `package` is what pkg-config knows it by.
@MainActor
func system(_ name: String, _ package: String, apt: String, brew: String) -> Target {
    enter(name, .c, [])
    return .systemLibrary(
        name: name,
        path: "Sources/" + room(name, .c),
        pkgConfig: package,
        providers: [.apt([apt]), .brew([brew])]
    )
}

/// C of our own.
@MainActor
func c(_ name: String, _ dependencies: [String] = []) -> Target {
    enter(name, .c, dependencies)
    return .target(
        name: name,
        dependencies: dependencies.map { .byName(name: $0) },
        path: "Sources/" + room(name, .c),
        cSettings: build == "sanitized" ? [.unsafeFlags(["-fsanitize=fuzzer-no-link"])] : []
    )
}

/// A target of `floor`.
@MainActor
func target(_ name: String, on floor: Floor, _ dependencies: [String] = []) -> Target {
    enter(name, floor, dependencies)
    return .target(
        name: name,
        dependencies: dependencies.map { .byName(name: $0) },
        path: "Sources/" + room(name, floor),
        swiftSettings: settings(of: name)
    )
}

/// The library `name`, with the sources that dialects have for it in folders `room`.
@MainActor
func library(
    _ name: String,
    on floor: Floor,
    with room: DialectFolder.Room,
    _ dependencies: [String]
) -> Target {
    enter(name, floor, dependencies)
    var others = Floor.allCases.filter { $0 != floor && $0 != .dialects }.map(\.folder)
    others += ["Dashboard", "Dialects/Dialect"]
    var own = [floor.folder]
    for dialect in dialects {
        guard dialect.rooms.contains(room) else {
            others.append("Dialects/" + dialect.name)
            continue
        }
        for other in dialect.rooms + [.api] {
            let path = "Dialects/\(dialect.name)/\(other.rawValue)"
            if other == room { own.append(path) } else { others.append(path) }
        }
    }
    return .target(
        name: name,
        dependencies: dependencies.map { .byName(name: $0) },
        path: "Sources",
        exclude: others,
        sources: own,
        swiftSettings: settings(of: name)
    )
}

/// The content of a dialect; nil when it has none of its own.
@MainActor
func content(of dialect: DialectFolder) -> Target? {
    guard let name = dialect.content else { return nil }
    enter(name, .content, DialectFolder.ground)
    return .target(
        name: name,
        dependencies: DialectFolder.ground.map { .byName(name: $0) },
        path: dialect.path(of: .content),
        swiftSettings: settings(of: name)
    )
}

/// The API of a dialect.
@MainActor
func api(of dialect: DialectFolder) -> Target {
    let dependencies = DialectFolder.floor + dialect.needs + (dialect.content.map { [$0] } ?? [])
    enter(dialect.api, .dialects, dependencies)
    return .target(
        name: dialect.api,
        dependencies: dependencies.map { .byName(name: $0) },
        path: dialect.path(of: .api),
        swiftSettings: settings(of: dialect.api)
    )
}

/// The tests of a dialect's API.
@MainActor
func tests(of dialect: DialectFolder) -> Target {
    let dependencies =
        [dialect.api, "MockPostlySQLite", "MockPostlyTestKit"] + DialectFolder.floor
        + dialect.needs + (dialect.content.map { [$0] } ?? [])
        + (dialect.needs.contains("MockPostlySeeds") ? [] : ["MockPostlySeeds"])
    return .testTarget(
        name: dialect.api + "Tests",
        dependencies: dependencies.map { .byName(name: $0) },
        path: "Tests/Dialects/" + dialect.name,
        swiftSettings: testing
    )
}

/// A target of `floor` that is a program.
@MainActor
func program(_ name: String, on floor: Floor, _ dependencies: [String]) -> Target {
    enter(name, floor, dependencies)
    return .executableTarget(
        name: name,
        dependencies: dependencies.map { .byName(name: $0) },
        path: "Sources/" + room(name, floor),
        swiftSettings: settings(of: name)
    )
}

/// The tests of the target `name`, which stand where it stands.
@MainActor
func tests(
    of name: String,
    _ dependencies: [String] = [],
    excluding excluded: [String] = []
) -> Target {
    guard let floor = floors[name] else { fatalError("there is no target \(name) to test") }
    return .testTarget(
        name: name + "Tests",
        dependencies: ([name] + dependencies).map { .byName(name: $0) },
        path: "Tests/" + room(name, floor),
        exclude: excluded,
        swiftSettings: testing
    )
}

let package = Package(
    name: "mockpostly",
    platforms: [.macOS(.v15), .iOS(.v17)],
    products: [
        .executable(name: "mockpostly", targets: ["MockPostlyCLI"]),
        .library(name: "MockPostlyTesting", targets: ["MockPostlyTesting"]),
        // The typed calls alone, without a server and without C: for the simulator of iOS too.
        .library(name: "MockPostlyClient", targets: ["MockPostlyClient"]),
        // The same with Foundation: dates, Codable values, sessions whose requests go to a world.
        .library(name: "MockPostlyFoundation", targets: ["MockPostlyFoundation"]),
    ],
    targets: [
        // C: what the system provides, and what ships inside the program.
        system("CMockPostlyLibevent", "libevent", apt: "libevent-dev", brew: "libevent"),
        system("CMockPostlySQLite", "sqlite3", apt: "libsqlite3-dev", brew: "sqlite"),
        system("CMockPostlyOpenSSL", "libcrypto", apt: "libssl-dev", brew: "openssl@3"),
        system("CMockPostlyTLS", "libssl", apt: "libssl-dev", brew: "openssl@3"),
        system("CMockPostlyZlib", "zlib", apt: "zlib1g-dev", brew: "zlib"),
        system("CMockPostlyBrotli", "libbrotlienc", apt: "libbrotli-dev", brew: "brotli"),
        system("CMockPostlyPNG", "libpng", apt: "libpng-dev", brew: "libpng"),
        system("CMockPostlyJPEG", "libjpeg", apt: "libjpeg-dev", brew: "jpeg-turbo"),
        system("CMockPostlyWebP", "libwebp", apt: "libwebp-dev", brew: "webp"),
        system("CMockPostlyPCRE2", "libpcre2-8", apt: "libpcre2-dev", brew: "pcre2"),
        system("CMockPostlyYAML", "yaml-0.1", apt: "libyaml-dev", brew: "libyaml"),
        system("CMockPostlyFreeType", "freetype2", apt: "libfreetype-dev", brew: "freetype"),
        c(
            "CMockPostlyImages",
            [
                "CMockPostlyFreeType", "CMockPostlyJPEG", "CMockPostlyPNG", "CMockPostlyWebP",
                "CMockPostlyZlib",
            ]
        ),
        c("CMockPostlyAssets"),
        c("CMockPostlyPages", ["CMockPostlySQLite"]),
        c("CMockPostlyStart"),
        c("CMockPostlyFolders"),

        // Base: each knows one thing.
        target("MockPostlyText", on: .base),
        target("MockPostlyPlatform", on: .base),
        target("MockPostlyJSON", on: .base, ["MockPostlyText"]),
        target("MockPostlyWorld", on: .base, ["MockPostlyPlatform", "MockPostlyText"]),
        target("MockPostlyNetwork", on: .base, ["MockPostlyPlatform"]),
        target("MockPostlyThreads", on: .base, ["MockPostlyPlatform", "MockPostlyWorld"]),
        target(
            "MockPostlyFiles",
            on: .base,
            ["MockPostlyPlatform", "MockPostlyThreads", "MockPostlyWorld"]
        ),
        target(
            "MockPostlyFolders",
            on: .base,
            ["CMockPostlyFolders", "MockPostlyFiles", "MockPostlyPlatform"]
        ),
        target("MockPostlyStart", on: .base, ["CMockPostlyStart"]),
        target("MockPostlyOptions", on: .base, ["MockPostlyWorld"]),
        target(
            "MockPostlySQLite",
            on: .base,
            ["CMockPostlyPages", "CMockPostlySQLite", "MockPostlyPlatform"]
        ),
        target("MockPostlyCrypto", on: .base, ["CMockPostlyOpenSSL", "MockPostlyText"]),
        target(
            "MockPostlyCertificates",
            on: .base,
            [
                "CMockPostlyOpenSSL", "MockPostlyCrypto", "MockPostlyFiles", "MockPostlyPlatform",
                "MockPostlyText", "MockPostlyWorld",
            ]
        ),
        target(
            "MockPostlyTLS",
            on: .base,
            ["CMockPostlyTLS", "MockPostlyCertificates", "MockPostlyCrypto"]
        ),
        target(
            "MockPostlyCompression",
            on: .base,
            ["CMockPostlyBrotli", "CMockPostlyZlib", "MockPostlyText"]
        ),
        target("MockPostlyAssets", on: .base, ["CMockPostlyAssets", "MockPostlyCompression"]),
        target("MockPostlyJavaScript", on: .base, ["MockPostlyJSON", "MockPostlyText"]),
        target("MockPostlyRegex", on: .base, ["CMockPostlyPCRE2"]),
        target("MockPostlyXML", on: .base, ["MockPostlyRegex", "MockPostlyText"]),
        target(
            "MockPostlyYAML",
            on: .base,
            ["CMockPostlyYAML", "MockPostlyJSON", "MockPostlyText"]
        ),
        target(
            "MockPostlySchemas",
            on: .base,
            [
                "MockPostlyAssets", "MockPostlyJSON", "MockPostlyJavaScript", "MockPostlyRegex",
                "MockPostlyText", "MockPostlyThreads", "MockPostlyWorld",
            ]
        ),
        target(
            "MockPostlyOpenAPI",
            on: .base,
            [
                "MockPostlyFiles", "MockPostlyJSON", "MockPostlyJavaScript", "MockPostlySchemas",
                "MockPostlyYAML",
            ]
        ),
        target("MockPostlyArchives", on: .base, ["MockPostlyJSON", "MockPostlyText"]),
        target(
            "MockPostlyDrift",
            on: .base,
            [
                "MockPostlyArchives", "MockPostlyJSON", "MockPostlyJavaScript", "MockPostlyOpenAPI",
                "MockPostlySchemas", "MockPostlyText",
            ]
        ),
        target(
            "MockPostlyImages",
            on: .base,
            ["CMockPostlyImages", "MockPostlyText", "MockPostlyWorld", "MockPostlyPlatform"]
        ),

        // Wire: values and byte machines; EventHTTP and Proxy alone know libevent.
        target(
            "MockPostlyHTTP",
            on: .wire,
            ["MockPostlyJSON", "MockPostlyPlatform", "MockPostlyText"]
        ),
        target(
            "MockPostlyEventHTTP",
            on: .wire,
            [
                "CMockPostlyLibevent", "MockPostlyHTTP", "MockPostlyPlatform", "MockPostlyTLS",
                "MockPostlyThreads", "MockPostlyWorld",
            ]
        ),
        target(
            "MockPostlyProxy",
            on: .wire,
            [
                "CMockPostlyLibevent", "MockPostlyCrypto", "MockPostlyEventHTTP", "MockPostlyHTTP",
                "MockPostlyPlatform", "MockPostlyText", "MockPostlyWorld",
            ]
        ),
        target("MockPostlyHTTPClient", on: .wire, ["MockPostlyPlatform", "MockPostlyWorld"]),
        target(
            "MockPostlyControlClient",
            on: .wire,
            ["MockPostlyHTTPClient", "MockPostlyJSON", "MockPostlyText"]
        ),
        target(
            "MockPostlyUpstream",
            on: .wire,
            [
                "MockPostlyEventHTTP", "MockPostlyHTTP", "MockPostlyHTTPClient",
                "MockPostlyPlatform", "MockPostlyProxy", "MockPostlyTLS", "MockPostlyWorld",
            ]
        ),
        target(
            "MockPostlyWebSocket",
            on: .wire,
            ["MockPostlyCompression", "MockPostlyCrypto", "MockPostlyText"]
        ),
        target("MockPostlyPhoenix", on: .wire, ["MockPostlyJSON", "MockPostlyText"]),

        // Content: what the mocked systems have, and all SQL about it.
        target(
            "MockPostlyContent",
            on: .content,
            [
                "MockPostlyAssets", "MockPostlyFiles", "MockPostlyJSON", "MockPostlyJavaScript",
                "MockPostlyPlatform", "MockPostlySQLite", "MockPostlyText", "MockPostlyThreads",
                "MockPostlyWorld",
            ]
        ),
        target(
            "MockPostlyNouns",
            on: .content,
            [
                "MockPostlyAssets", "MockPostlyContent", "MockPostlyCrypto", "MockPostlyFiles",
                "MockPostlyJSON", "MockPostlyJavaScript", "MockPostlyPlatform", "MockPostlySQLite",
                "MockPostlyText", "MockPostlyThreads", "MockPostlyWorld",
            ]
        ),
    ] + (dialects + [guestbook]).compactMap { content(of: $0) } + [
        target(
            "MockPostlySeeds",
            on: .content,
            [
                "MockPostlyAssets", "MockPostlyContent", "MockPostlyJSON", "MockPostlyNouns",
                "MockPostlySQLite", "MockPostlyWorld",
            ] + dialects.compactMap(\.content)
        ),

        target(
            "MockPostlyRecorded",
            on: .content,
            [
                "MockPostlyArchives", "MockPostlyHTTP", "MockPostlyJSON", "MockPostlyJavaScript",
                "MockPostlyText",
            ]
        ),

        // Dialects: translations.
        target(
            "MockPostlyDialect",
            on: .dialects,
            [
                "MockPostlyCrypto", "MockPostlyContent", "MockPostlyDrift", "MockPostlyNouns",
                "MockPostlyHTTP", "MockPostlyImages", "MockPostlyJSON", "MockPostlyOptions",
                "MockPostlyRecorded", "MockPostlySeeds", "MockPostlyText", "MockPostlyThreads",
                "MockPostlyWorld",
            ]
        ),
    ] + (dialects + [guestbook]).map { api(of: $0) } + [
        // Host: what all dialects share while they run.
        target(
            "MockPostlyBodies",
            on: .host,
            ["MockPostlyCompression", "MockPostlyHTTP", "MockPostlyJSON", "MockPostlyText"]
        ),
        target(
            "MockPostlyLog",
            on: .host,
            [
                "MockPostlyBodies", "MockPostlyJSON", "MockPostlyPlatform", "MockPostlyThreads",
                "MockPostlyWorld",
            ]
        ),
        target(
            "MockPostlyMatching",
            on: .host,
            [
                "MockPostlyBodies", "MockPostlyDialect", "MockPostlyHTTP", "MockPostlyJSON",
                "MockPostlyJavaScript", "MockPostlyRegex", "MockPostlySchemas", "MockPostlyText",
                "MockPostlyWorld", "MockPostlyXML",
            ]
        ),
        target(
            "MockPostlyPatching",
            on: .host,
            [
                "MockPostlyBodies", "MockPostlyCompression", "MockPostlyDialect", "MockPostlyHTTP",
                "MockPostlyJSON",
            ]
        ),
        target(
            "MockPostlyFaults",
            on: .host,
            [
                "MockPostlyDialect", "MockPostlyHTTP", "MockPostlyMatching", "MockPostlyPatching",
                "MockPostlyPlatform", "MockPostlyRegex", "MockPostlyWorld",
            ]
        ),
        target(
            "MockPostlySockets",
            on: .host,
            [
                "MockPostlyDialect", "MockPostlyFaults", "MockPostlyHTTP", "MockPostlyJSON",
                "MockPostlyMatching", "MockPostlyPatching", "MockPostlyRegex", "MockPostlyWorld",
            ]
        ),
        target(
            "MockPostlyStubs",
            on: .host,
            [
                "MockPostlyBodies", "MockPostlyCrypto", "MockPostlyFaults", "MockPostlyHTTP",
                "MockPostlyJSON", "MockPostlyMatching", "MockPostlyPatching", "MockPostlyRegex",
                "MockPostlyText", "MockPostlyWorld", "MockPostlyXML",
            ]
        ),
        target(
            "MockPostlyJournal",
            on: .host,
            [
                "MockPostlyBodies", "MockPostlyDialect", "MockPostlyHTTP", "MockPostlyMatching",
                "MockPostlyRegex", "MockPostlyWorld",
            ]
        ),
        target(
            "MockPostlyWorlds",
            on: .host,
            [
                "MockPostlyContent", "MockPostlyCrypto", "MockPostlyDialect", "MockPostlyFaults",
                "MockPostlyFiles", "MockPostlyHTTP", "MockPostlyHTTPClient", "MockPostlyJournal",
                "MockPostlyLog", "MockPostlyNouns", "MockPostlySeeds", "MockPostlySockets",
                "MockPostlyStubs", "MockPostlyText", "MockPostlyThreads", "MockPostlyWorld",
            ]
        ),
        target(
            "MockPostlyRecording",
            on: .host,
            [
                "MockPostlyArchives", "MockPostlyBodies", "MockPostlyCrypto", "MockPostlyHTTP",
                "MockPostlyJSON", "MockPostlyJavaScript", "MockPostlyRecorded", "MockPostlyText",
            ]
        ),
        target(
            "MockPostlyControl",
            on: .host,
            [
                "MockPostlyArchives", "MockPostlyAssets", "MockPostlyBodies",
                "MockPostlyCompression", "MockPostlyContent", "MockPostlyCrypto",
                "MockPostlyDialect", "MockPostlyDrift", "MockPostlyFaults", "MockPostlyHTTP",
                "MockPostlyJSON", "MockPostlyJournal", "MockPostlyLog", "MockPostlyMatching",
                "MockPostlyNetwork", "MockPostlyPatching", "MockPostlyRegex",
                "MockPostlySeeds", "MockPostlySockets", "MockPostlyStubs", "MockPostlyText",
                "MockPostlyWorld", "MockPostlyWorlds",
            ]
        ),
        target(
            "MockPostlyCourse",
            on: .host,
            [
                "MockPostlyBodies", "MockPostlyControl", "MockPostlyDialect", "MockPostlyFaults",
                "MockPostlyHTTP", "MockPostlyHTTPClient", "MockPostlyJournal", "MockPostlyLog",
                "MockPostlyMatching", "MockPostlyNouns", "MockPostlyPatching", "MockPostlyRegex",
                "MockPostlyStubs", "MockPostlyUpstream", "MockPostlyWorld", "MockPostlyWorlds",
            ]
        ),

        // The process, the command line, and the kit for users' tests.
        target(
            "MockPostlyServer",
            on: .server,
            [
                "MockPostlyContent", "MockPostlyControl", "MockPostlyCourse", "MockPostlyCrypto",
                "MockPostlyDialect", "MockPostlyCertificates", "MockPostlyEventHTTP",
                "MockPostlyFaults",
                "MockPostlyFiles", "MockPostlyHTTP", "MockPostlyJSON", "MockPostlyJournal",
                "MockPostlyLog", "MockPostlyMatching", "MockPostlyNetwork", "MockPostlyNouns",
                "MockPostlyPlatform", "MockPostlyHTTPClient", "MockPostlyProxy", "MockPostlySeeds",
                "MockPostlyTLS", "MockPostlyText",
                "MockPostlyThreads", "MockPostlyUpstream", "MockPostlyWorld", "MockPostlyWorlds",
            ] + dialects.map(\.api)
        ),
        program(
            "MockPostlyCLI",
            on: .cli,
            [
                "APIDialect", "MockPostlyArchives", "MockPostlyBodies", "MockPostlyCertificates",
                "MockPostlyContent",
                "MockPostlyControl", "MockPostlyControlClient", "MockPostlyCrypto",
                "MockPostlyDialect", "MockPostlyDrift",
                "MockPostlyEventHTTP", "MockPostlyFaults", "MockPostlyFiles", "MockPostlyFolders",
                "MockPostlyHTTP",
                "MockPostlyHTTPClient", "MockPostlyImages", "MockPostlyJSON", "MockPostlyJournal",
                "MockPostlyLog",
                "MockPostlyMatching", "MockPostlyNetwork", "MockPostlyNouns", "MockPostlyOpenAPI",
                "MockPostlyOptions", "MockPostlyPlatform", "MockPostlyRecording", "MockPostlySeeds",
                "MockPostlyServer", "MockPostlySockets", "MockPostlyStart", "MockPostlyTLS",
                "MockPostlyText", "MockPostlyThreads", "MockPostlyWorld", "MockPostlyWorlds",
            ]
        ),
        library(
            "MockPostlyClient",
            on: .client,
            with: .client,
            [
                "MockPostlyControlClient", "MockPostlyFiles", "MockPostlyHTTPClient",
                "MockPostlyJSON", "MockPostlyPlatform", "MockPostlyText", "MockPostlyThreads",
                "MockPostlyWorld",
            ]
        ),
        target(
            "MockPostlyFoundation",
            on: .foundation,
            [
                "MockPostlyClient", "MockPostlyHTTPClient", "MockPostlyThreads", "MockPostlyWorld",
            ]
        ),
        library(
            "MockPostlyTesting",
            on: .testing,
            with: .testing,
            [
                "MockPostlyClient", "MockPostlyControl", "MockPostlyContent", "MockPostlyCrypto",
                "MockPostlyDialect", "MockPostlyEventHTTP",
                "MockPostlyHTTP", "MockPostlyHTTPClient", "MockPostlyJSON", "MockPostlyLog",
                "MockPostlyNouns", "MockPostlySeeds", "MockPostlyServer", "MockPostlyThreads",
                "MockPostlyWorld", "MockPostlyWorlds",
            ] + dialects.map(\.api)
        ),

        // What the WebSocket tests from outside talk to; no product.
        .executableTarget(
            name: "EchoServer",
            dependencies: ["MockPostlyEventHTTP", "MockPostlyHTTP", "MockPostlyWebSocket"],
            path: "Tests/EchoServer",
            swiftSettings: testing
        ),

        // What the tests of several targets use; no product.
        .target(
            name: "MockPostlyTestKit",
            dependencies: [
                "MockPostlyEventHTTP", "MockPostlyHTTP", "MockPostlyJSON", "MockPostlyLog",
                "MockPostlyWorld",
            ],
            path: "Tests/TestKit",
            swiftSettings: testing
        ),

        // Tests mirror the sources; what crosses targets is in ContractTests.
        tests(of: "MockPostlyText", ["MockPostlyCrypto", "MockPostlyTestKit"]),
        tests(of: "MockPostlyJSON", ["MockPostlyTestKit"]),
        tests(of: "MockPostlyWorld"),
        tests(of: "MockPostlyNetwork"),
        tests(of: "MockPostlyFiles", ["MockPostlyTestKit"]),
        tests(of: "MockPostlyOptions"),
        tests(of: "MockPostlySQLite", ["MockPostlyTestKit"]),
        tests(of: "MockPostlyCrypto", ["MockPostlyTestKit"]),
        tests(
            of: "MockPostlyCertificates",
            ["CMockPostlyOpenSSL", "MockPostlyCrypto", "MockPostlyTestKit", "MockPostlyWorld"]
        ),
        tests(
            of: "MockPostlyTLS",
            [
                "MockPostlyCertificates", "MockPostlyPlatform", "MockPostlyTestKit",
                "MockPostlyWorld",
            ]
        ),
        tests(of: "MockPostlyCompression"),
        tests(of: "MockPostlyJavaScript", ["MockPostlyJSON"]),
        tests(of: "MockPostlyImages"),
        tests(of: "MockPostlyRegex"),
        tests(of: "MockPostlyXML", ["MockPostlyRegex"]),
        tests(of: "MockPostlyYAML", ["MockPostlyJSON"]),
        tests(of: "MockPostlyArchives", ["MockPostlyJSON", "MockPostlyText"]),
        tests(
            of: "MockPostlyDrift",
            [
                "MockPostlyArchives", "MockPostlyJSON", "MockPostlyOpenAPI", "MockPostlyText",
                "MockPostlyWorld",
            ]
        ),
        tests(of: "MockPostlySchemas", ["MockPostlyJSON", "MockPostlyJavaScript"]),
        tests(
            of: "MockPostlyOpenAPI",
            ["MockPostlyJSON", "MockPostlyJavaScript", "MockPostlySchemas", "MockPostlyTestKit"]
        ),
        tests(of: "MockPostlyHTTP", ["MockPostlyTestKit"]),
        tests(
            of: "MockPostlyEventHTTP",
            [
                "EchoServer", "MockPostlyHTTP", "MockPostlyTLS", "MockPostlyTestKit",
                "MockPostlyWebSocket", "MockPostlyWorld",
            ]
        ),
        tests(of: "MockPostlyProxy", ["MockPostlyCrypto", "MockPostlyEventHTTP"]),
        tests(of: "MockPostlyHTTPClient", ["MockPostlyWorld"]),
        tests(of: "MockPostlyControlClient", ["MockPostlyHTTPClient"]),
        tests(of: "MockPostlyWebSocket", ["MockPostlyCompression", "MockPostlyTestKit"]),
        tests(
            of: "MockPostlyPhoenix",
            ["MockPostlyJSON", "MockPostlyTestKit"],
            excluding: ["Conversations"]
        ),
        // The three of the content together: one says what another holds.
        .testTarget(
            name: "MockPostlyContentTests",
            dependencies: [
                "MockPostlyAssets", "MockPostlyContent", "MockPostlyCrypto", "MockPostlyJSON",
                "MockPostlyJavaScript", "MockPostlyNouns", "MockPostlySQLite", "MockPostlySeeds",
                "MockPostlyTestKit", "MockPostlyWorld",
            ].map { .byName(name: $0) } + dialects.compactMap(\.content).map { .byName(name: $0) },
            path: "Tests/Content",
            swiftSettings: testing
        ),
        tests(
            of: "MockPostlyDialect",
            [
                "MockPostlyContent", "MockPostlyCrypto", "MockPostlyHTTP", "MockPostlyNouns",
                "MockPostlySeeds", "MockPostlyTestKit", "MockPostlyWorld",
            ]
        ),
    ] + dialects.map { tests(of: $0) } + [
        tests(
            of: "MockPostlyBodies",
            ["MockPostlyCompression", "MockPostlyHTTP", "MockPostlyTestKit"]
        ),
        tests(of: "MockPostlyRecording", ["MockPostlyCrypto", "MockPostlyJSON", "MockPostlyText"]),
        tests(
            of: "MockPostlyMatching",
            [
                "MockPostlyBodies", "MockPostlyHTTP", "MockPostlyJSON", "MockPostlyRegex",
                "MockPostlyTestKit", "MockPostlyWorld",
            ]
        ),
        tests(
            of: "MockPostlyJournal",
            [
                "MockPostlyDialect", "MockPostlyHTTP", "MockPostlyMatching", "MockPostlyTestKit",
                "MockPostlyWorld",
            ]
        ),
        tests(
            of: "MockPostlyPatching",
            ["MockPostlyCompression", "MockPostlyHTTP", "MockPostlyJSON", "MockPostlyTestKit"]
        ),
        tests(
            of: "MockPostlyFaults",
            [
                "MockPostlyDialect", "MockPostlyHTTP", "MockPostlyJSON", "MockPostlyMatching",
                "MockPostlyTestKit", "MockPostlyWorld",
            ]
        ),
        tests(
            of: "MockPostlySockets",
            [
                "MockPostlyDialect", "MockPostlyFaults", "MockPostlyHTTP", "MockPostlyJSON",
                "MockPostlyMatching", "MockPostlyPatching", "MockPostlyRegex", "MockPostlyWorld",
            ]
        ),
        tests(
            of: "MockPostlyStubs",
            [
                "MockPostlyHTTP", "MockPostlyMatching", "MockPostlyRegex", "MockPostlyTestKit",
                "MockPostlyWorld",
            ]
        ),
        tests(
            of: "MockPostlyControl",
            [
                "GuestbookDialect", "MockPostlyAssets", "MockPostlyContent", "MockPostlyCrypto",
                "MockPostlyDialect", "MockPostlyFaults", "MockPostlyHTTP", "MockPostlyJSON",
                "MockPostlyJournal", "MockPostlyLog", "MockPostlyMatching", "MockPostlyNouns",
                "MockPostlyOptions", "MockPostlyRegex", "MockPostlySeeds", "MockPostlySockets",
                "MockPostlyStubs", "MockPostlyTestKit", "MockPostlyText", "MockPostlyWorld",
                "MockPostlyWorlds",
            ]
        ),
        tests(
            of: "MockPostlyLog",
            ["MockPostlyBodies", "MockPostlyJSON", "MockPostlyTestKit", "MockPostlyWorld"]
        ),
        tests(
            of: "MockPostlyServer",
            [
                "CommunityContent", "CommunityDialect", "DummyJSONDialect", "GoogleDialect",
                "GuestbookDialect",
                "MockPostlyCertificates",
                "MockPostlyDialect", "MockPostlyContent", "MockPostlyControl", "MockPostlyCourse",
                "MockPostlyEventHTTP", "MockPostlyFaults", "MockPostlyHTTP", "MockPostlyJSON",
                "MockPostlyJournal", "MockPostlyLog", "MockPostlyNouns", "MockPostlyProxy",
                "MockPostlySQLite", "MockPostlySeeds", "MockPostlyStubs", "MockPostlyTestKit",
                "MockPostlyThreads",
                "MockPostlyWorld", "MockPostlyWorlds", "PexelsDialect", "PostlyDialect",
                "WreelyContent", "WreelyDialect",
            ]
        ),
        tests(
            of: "MockPostlyCLI",
            [
                "CommunityDialect", "DummyJSONDialect", "GoogleDialect", "GuestbookDialect",
                "MockPostlyCertificates", "MockPostlyControlClient",
                "MockPostlyDialect", "MockPostlyContent", "MockPostlyDrift", "MockPostlyFaults",
                "MockPostlyFiles", "MockPostlyHTTPClient", "MockPostlyImages",
                "MockPostlyJSON", "MockPostlyLog", "MockPostlyNetwork", "MockPostlyNouns",
                "MockPostlyOptions", "MockPostlySeeds", "MockPostlyServer", "MockPostlyTestKit",
                "MockPostlyWorlds",
                "PexelsDialect", "PostlyDialect", "WreelyDialect",
            ]
        ),
        tests(
            of: "MockPostlyTesting",
            ["MockPostlyClient", "MockPostlyHTTPClient", "MockPostlyThreads"],
            excluding: ["Seeds"]
        ),
        tests(of: "MockPostlyFoundation", ["MockPostlyTesting"]),
        .testTarget(
            name: "ContractTests",
            dependencies: [
                "MockPostlyClient", "MockPostlyControl", "MockPostlyCrypto", "MockPostlyHTTP",
                "MockPostlyJSON",
                "MockPostlyTesting", "MockPostlyThreads", "MockPostlyWorld", "PostlyDialect",
                "WreelyDialect",
            ],
            swiftSettings: testing
        ),
    ],
    swiftLanguageModes: [.v6]
)

/// Leaves of the package what these targets need.
@MainActor
func keep(_ wanted: Set<String>) {
    let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
    guard wanted.isSubset(of: targets.keys) else {
        fatalError("these are not all targets: \(wanted.subtracting(targets.keys).sorted())")
    }
    var needed: Set<String> = []
    var waiting = wanted
    while let name = waiting.popFirst() {
        guard needed.insert(name).inserted, let target = targets[name] else { continue }
        for case .byNameItem(let dependency, _) in target.dependencies {
            waiting.insert(dependency)
        }
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products.removeAll { product in
        switch product {
        case let product as Product.Executable: !needed.isSuperset(of: product.targets)
        case let product as Product.Library: !needed.isSuperset(of: product.targets)
        default: false
        }
    }
}

// A script that needs some targets only, or the tests of all but those after a "!", builds nothing that
// these do not need.
if let words = Context.environment["TARGETS_OF_MOCKPOSTLY"]?.split(separator: " "), !words.isEmpty {
    let named = Set(words.map(String.init)).subtracting(["!"])
    let tests = Set(package.targets.filter { $0.type == .test }.map(\.name))
    keep(words[0] == "!" ? tests.subtracting(named) : named)
}

// The tests of what threads share: mailboxes, and the pages of worlds that the worker reads. For the
// thread sanitizer they are compiled with the files that they need, and without others.
if build == "threads" {
    let files = [
        "ContractTests": ["Author", "ParallelWorldsTests"],
        "MockPostlyEventHTTPTests": [
            "Feed", "MailboxTests", "TestClient", "TestServer", "Wire",
        ],
        "MockPostlySQLiteTests": ["FilePagesTests", "PagesTests"],
        "MockPostlyServerTests": [
            "Fixtures", "LiveChangesTests", "LiveLanesTests", "LiveServer", "LiveWorldsTests",
            "TestHost", "WorkerTests", "Worlds",
        ],
        "MockPostlyTestingTests": ["CheckTests", "Doors"],
    ]
    keep(Set(files.keys))
    for target in package.targets {
        target.sources = files[target.name]?.map { $0 + ".swift" } ?? target.sources
    }
}
