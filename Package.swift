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

/// What a script builds: `release` or `sanitized`.
///
/// Flags are chosen for it that a package which others depend on may not have.
let build = Context.environment["MOCKPOSTLY_BUILD"]

/// Targets that no request of an app runs through: a release has them small rather than fast.
let cold: Set<String> = [
    "GoogleDialect", "MockPostlyCLI", "MockPostlyCertificates", "MockPostlyControl",
    "MockPostlyHTTPClient", "MockPostlyOptions", "MockPostlyProxy", "MockPostlySeeds",
]

/// What the target `name` of `Sources` is built with.
func settings(of name: String) -> [SwiftSetting] {
    switch build {
    case "release" where cold.contains(name): strict + [.unsafeFlags(["-Osize"])]
    // Tests stay as they are: optimising them takes longer than running them.
    case "sanitized": strict + [.unsafeFlags(["-O"])]
    default: strict
    }
}

/// A folder of `Sources`.
///
/// Targets import targets of lower floors, and those that stand before them on their own floor;
/// dialects do not import each other.
enum Floor: Int {
    case c, base, wire, content, dialects, host, server, cli, client, testing

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
        case .testing: "Testing"
        }
    }

    /// Whether the folder holds one target, without a folder of its own for it.
    var isOneRoom: Bool { rawValue >= Floor.server.rawValue }
}

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
        case .dialects where name.hasSuffix("Dialect") && !name.hasPrefix("MockPostly"):
            name.dropLast("Dialect".count)
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
    if floor == .client { fatalError("\(name) is for systems without our C libraries") }
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
        path: "Sources/" + room(name, .c)
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
        swiftSettings: strict
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

        // Base: each knows one thing.
        target("MockPostlyPlatform", on: .base),
        target("MockPostlyJSON", on: .base),
        target("MockPostlyWorld", on: .base, ["MockPostlyPlatform"]),
        target("MockPostlyNetwork", on: .base, ["MockPostlyPlatform"]),
        target("MockPostlyThreads", on: .base, ["MockPostlyPlatform", "MockPostlyWorld"]),
        target(
            "MockPostlyFiles",
            on: .base,
            ["MockPostlyPlatform", "MockPostlyThreads", "MockPostlyWorld"]
        ),
        target("MockPostlyStart", on: .base, ["CMockPostlyStart"]),
        target("MockPostlyOptions", on: .base, ["MockPostlyWorld"]),
        target(
            "MockPostlySQLite",
            on: .base,
            ["CMockPostlyPages", "CMockPostlySQLite", "MockPostlyPlatform"]
        ),
        target("MockPostlyCrypto", on: .base, ["CMockPostlyOpenSSL"]),
        target(
            "MockPostlyCertificates",
            on: .base,
            [
                "CMockPostlyOpenSSL", "MockPostlyCrypto", "MockPostlyFiles", "MockPostlyPlatform",
                "MockPostlyWorld",
            ]
        ),
        target(
            "MockPostlyTLS",
            on: .base,
            ["CMockPostlyTLS", "MockPostlyCertificates", "MockPostlyCrypto"]
        ),
        target("MockPostlyCompression", on: .base, ["CMockPostlyBrotli", "CMockPostlyZlib"]),
        target("MockPostlyAssets", on: .base, ["CMockPostlyAssets", "MockPostlyCompression"]),
        target("MockPostlyJavaScript", on: .base, ["MockPostlyJSON"]),
        target("MockPostlyRegex", on: .base, ["CMockPostlyPCRE2"]),
        target(
            "MockPostlyImages",
            on: .base,
            ["CMockPostlyImages", "MockPostlyWorld", "MockPostlyPlatform"]
        ),

        // Wire: values and byte machines; EventHTTP and Proxy alone know libevent.
        target("MockPostlyHTTP", on: .wire, ["MockPostlyJSON", "MockPostlyPlatform"]),
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
                "MockPostlyPlatform", "MockPostlyWorld",
            ]
        ),
        target("MockPostlyHTTPClient", on: .wire, ["MockPostlyPlatform", "MockPostlyWorld"]),
        target("MockPostlyWebSocket", on: .wire, ["MockPostlyCompression", "MockPostlyCrypto"]),
        target("MockPostlyPhoenix", on: .wire, ["MockPostlyJSON"]),

        // Content: what the mocked systems have, and all SQL about it.
        target(
            "MockPostlyContent",
            on: .content,
            [
                "MockPostlyAssets", "MockPostlyFiles", "MockPostlyJSON", "MockPostlyPlatform",
                "MockPostlySQLite", "MockPostlyThreads", "MockPostlyWorld",
            ]
        ),
        target(
            "MockPostlyNouns",
            on: .content,
            [
                "MockPostlyAssets", "MockPostlyContent", "MockPostlyCrypto", "MockPostlyFiles",
                "MockPostlyJSON", "MockPostlyJavaScript", "MockPostlyPlatform", "MockPostlySQLite",
                "MockPostlyThreads", "MockPostlyWorld",
            ]
        ),
        target(
            "MockPostlySeeds",
            on: .content,
            [
                "MockPostlyAssets", "MockPostlyContent", "MockPostlyJSON", "MockPostlyNouns",
                "MockPostlySQLite", "MockPostlyWorld",
            ]
        ),

        // Dialects: translations.
        target(
            "MockPostlyDialect",
            on: .dialects,
            [
                "MockPostlyCrypto", "MockPostlyContent", "MockPostlyNouns", "MockPostlyHTTP",
                "MockPostlyImages", "MockPostlyJSON", "MockPostlyOptions", "MockPostlyWorld",
            ]
        ),
        target(
            "PostlyDialect",
            on: .dialects,
            [
                "MockPostlyCrypto", "MockPostlyDialect", "MockPostlyContent", "MockPostlyNouns",
                "MockPostlyHTTP", "MockPostlyImages", "MockPostlyJSON", "MockPostlyOptions",
                "MockPostlyWorld",
            ]
        ),
        target(
            "APIDialect",
            on: .dialects,
            [
                "MockPostlyCompression", "MockPostlyContent", "MockPostlyCrypto",
                "MockPostlyDialect", "MockPostlyFiles", "MockPostlyHTTP", "MockPostlyImages",
                "MockPostlyJSON", "MockPostlyJavaScript", "MockPostlyNouns", "MockPostlyOptions",
                "MockPostlyRegex",
                "MockPostlySeeds", "MockPostlyWorld",
            ]
        ),
        target(
            "DummyJSONDialect",
            on: .dialects,
            [
                "MockPostlyCompression", "MockPostlyCrypto", "MockPostlyDialect",
                "MockPostlyContent", "MockPostlyNouns", "MockPostlyHTTP", "MockPostlyImages",
                "MockPostlyJSON", "MockPostlyJavaScript", "MockPostlyOptions", "MockPostlyWorld",
            ]
        ),
        target(
            "CommunityDialect",
            on: .dialects,
            [
                "MockPostlyCrypto", "MockPostlyDialect", "MockPostlyContent", "MockPostlyNouns",
                "MockPostlyHTTP", "MockPostlyJSON", "MockPostlyOptions", "MockPostlyPhoenix",
                "MockPostlyWebSocket", "MockPostlyWorld",
            ]
        ),
        target(
            "PexelsDialect",
            on: .dialects,
            [
                "MockPostlyCrypto", "MockPostlyDialect", "MockPostlyContent", "MockPostlyNouns",
                "MockPostlyHTTP", "MockPostlyImages", "MockPostlyJSON", "MockPostlyOptions",
                "MockPostlyWorld",
            ]
        ),
        target(
            "WreelyDialect",
            on: .dialects,
            [
                "MockPostlyCrypto", "MockPostlyDialect", "MockPostlyContent", "MockPostlyNouns",
                "MockPostlyHTTP", "MockPostlyImages", "MockPostlyJSON", "MockPostlyOptions",
                "MockPostlyPlatform", "MockPostlyWorld",
            ]
        ),
        target(
            "RealWorldDialect",
            on: .dialects,
            [
                "MockPostlyContent", "MockPostlyCrypto", "MockPostlyDialect", "MockPostlyHTTP",
                "MockPostlyJSON", "MockPostlyNouns", "MockPostlyOptions", "MockPostlyWorld",
            ]
        ),
        target(
            "GoogleDialect",
            on: .dialects,
            [
                "MockPostlyContent", "MockPostlyCrypto", "MockPostlyDialect", "MockPostlyHTTP",
                "MockPostlyJSON", "MockPostlyNouns", "MockPostlyOptions", "MockPostlyThreads",
                "MockPostlyWorld",
            ]
        ),

        // Host: what all dialects share while they run.
        target(
            "MockPostlyBodies",
            on: .host,
            ["MockPostlyCompression", "MockPostlyHTTP", "MockPostlyJSON"]
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
                "MockPostlyRegex",
            ]
        ),
        target(
            "MockPostlyFaults",
            on: .host,
            [
                "MockPostlyDialect", "MockPostlyHTTP", "MockPostlyMatching", "MockPostlyPlatform",
                "MockPostlyRegex", "MockPostlyWorld",
            ]
        ),
        target(
            "MockPostlySockets",
            on: .host,
            [
                "MockPostlyDialect", "MockPostlyFaults", "MockPostlyHTTP", "MockPostlyJSON",
                "MockPostlyMatching", "MockPostlyRegex", "MockPostlyWorld",
            ]
        ),
        target(
            "MockPostlyStubs",
            on: .host,
            ["MockPostlyHTTP", "MockPostlyMatching", "MockPostlyRegex"]
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
                "MockPostlyFiles", "MockPostlyHTTP", "MockPostlyJournal", "MockPostlyLog",
                "MockPostlyNouns", "MockPostlySeeds", "MockPostlySockets", "MockPostlyStubs",
                "MockPostlyThreads", "MockPostlyWorld",
            ]
        ),
        target(
            "MockPostlyControl",
            on: .host,
            [
                "MockPostlyAssets", "MockPostlyBodies", "MockPostlyCompression",
                "MockPostlyContent", "MockPostlyCrypto", "MockPostlyDialect", "MockPostlyFaults",
                "MockPostlyHTTP", "MockPostlyJSON", "MockPostlyJournal", "MockPostlyLog",
                "MockPostlyMatching", "MockPostlyNetwork", "MockPostlyRegex", "MockPostlySeeds",
                "MockPostlySockets", "MockPostlyStubs", "MockPostlyWorld", "MockPostlyWorlds",
            ]
        ),
        target(
            "MockPostlyCourse",
            on: .host,
            [
                "MockPostlyBodies", "MockPostlyControl", "MockPostlyDialect", "MockPostlyFaults",
                "MockPostlyHTTP", "MockPostlyJournal", "MockPostlyLog", "MockPostlyMatching",
                "MockPostlyNouns", "MockPostlyRegex", "MockPostlyStubs", "MockPostlyWorld",
                "MockPostlyWorlds",
            ]
        ),

        // The process, the command line, and the kit for users' tests.
        target(
            "MockPostlyServer",
            on: .server,
            [
                "APIDialect", "CommunityDialect", "DummyJSONDialect", "GoogleDialect",
                "MockPostlyContent",
                "MockPostlyControl", "MockPostlyCourse", "MockPostlyCrypto", "MockPostlyDialect",
                "MockPostlyCertificates", "MockPostlyEventHTTP", "MockPostlyFaults",
                "MockPostlyFiles", "MockPostlyHTTP", "MockPostlyJSON", "MockPostlyJournal",
                "MockPostlyLog", "MockPostlyNetwork", "MockPostlyNouns", "MockPostlyPlatform",
                "MockPostlyProxy", "MockPostlySeeds", "MockPostlyTLS", "MockPostlyThreads",
                "MockPostlyWorld", "MockPostlyWorlds", "PexelsDialect", "PostlyDialect",
                "RealWorldDialect", "WreelyDialect",
            ]
        ),
        program(
            "MockPostlyCLI",
            on: .cli,
            [
                "APIDialect", "MockPostlyCertificates",
                "MockPostlyContent", "MockPostlyControl", "MockPostlyCrypto", "MockPostlyDialect",
                "MockPostlyEventHTTP",
                "MockPostlyFaults", "MockPostlyFiles", "MockPostlyHTTP", "MockPostlyHTTPClient",
                "MockPostlyImages", "MockPostlyJSON", "MockPostlyJournal", "MockPostlyLog",
                "MockPostlyMatching", "MockPostlyNetwork", "MockPostlyNouns", "MockPostlyOptions",
                "MockPostlyPlatform", "MockPostlySeeds", "MockPostlyServer", "MockPostlySockets",
                "MockPostlyStart",
                "MockPostlyThreads", "MockPostlyWorld", "MockPostlyWorlds",
            ]
        ),
        target(
            "MockPostlyClient",
            on: .client,
            [
                "MockPostlyHTTPClient", "MockPostlyJSON", "MockPostlyPlatform",
                "MockPostlyThreads", "MockPostlyWorld",
            ]
        ),
        target(
            "MockPostlyTesting",
            on: .testing,
            [
                "APIDialect", "CommunityDialect", "DummyJSONDialect", "GoogleDialect",
                "MockPostlyClient",
                "MockPostlyControl",
                "MockPostlyContent", "MockPostlyCrypto", "MockPostlyDialect", "MockPostlyEventHTTP",
                "MockPostlyHTTP", "MockPostlyHTTPClient", "MockPostlyJSON", "MockPostlyLog",
                "MockPostlyNouns", "MockPostlySeeds", "MockPostlyServer", "MockPostlyThreads",
                "MockPostlyWorld", "MockPostlyWorlds", "PexelsDialect", "PostlyDialect",
                "RealWorldDialect", "WreelyDialect",
            ]
        ),

        // A dialect that no source knows: what a further one needs.
        .target(
            name: "GuestbookDialect",
            dependencies: [
                "MockPostlyContent", "MockPostlyCrypto", "MockPostlyDialect", "MockPostlyFiles",
                "MockPostlyHTTP", "MockPostlyJSON", "MockPostlyNouns", "MockPostlyOptions",
                "MockPostlySQLite",
            ],
            path: "Tests/Guestbook",
            swiftSettings: strict
        ),

        // What the WebSocket tests from outside talk to; no product.
        .executableTarget(
            name: "EchoServer",
            dependencies: ["MockPostlyEventHTTP", "MockPostlyHTTP", "MockPostlyWebSocket"],
            path: "Tests/EchoServer",
            swiftSettings: strict
        ),

        // What the tests of several targets use; no product.
        .target(
            name: "MockPostlyTestKit",
            dependencies: [
                "MockPostlyEventHTTP", "MockPostlyHTTP", "MockPostlyJSON", "MockPostlyLog",
                "MockPostlyWorld",
            ],
            path: "Tests/TestKit",
            swiftSettings: strict
        ),

        // Tests mirror the sources; what crosses targets is in ContractTests.
        tests(of: "MockPostlyJSON", ["MockPostlyTestKit"]),
        tests(of: "MockPostlyWorld"),
        tests(of: "MockPostlyNetwork"),
        tests(of: "MockPostlyFiles", ["MockPostlyTestKit"]),
        tests(of: "MockPostlyOptions"),
        tests(of: "MockPostlySQLite", ["MockPostlyTestKit"]),
        tests(of: "MockPostlyCrypto"),
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
        tests(of: "MockPostlyWebSocket", ["MockPostlyCompression", "MockPostlyTestKit"]),
        tests(of: "MockPostlyPhoenix", ["MockPostlyJSON"], excluding: ["Conversations"]),
        // The three of the content together: one says what another holds.
        .testTarget(
            name: "MockPostlyContentTests",
            dependencies: [
                "MockPostlyAssets", "MockPostlyContent", "MockPostlyCrypto", "MockPostlyJSON",
                "MockPostlyJavaScript", "MockPostlyNouns", "MockPostlySQLite", "MockPostlySeeds",
                "MockPostlyTestKit", "MockPostlyWorld",
            ],
            path: "Tests/Content",
            swiftSettings: strict
        ),
        tests(
            of: "MockPostlyDialect",
            [
                "MockPostlyContent", "MockPostlyCrypto", "MockPostlyHTTP", "MockPostlyNouns",
                "MockPostlySeeds", "MockPostlyTestKit", "MockPostlyWorld",
            ]
        ),
        tests(
            of: "PostlyDialect",
            [
                "MockPostlyContent", "MockPostlyCrypto", "MockPostlyDialect", "MockPostlyHTTP",
                "MockPostlyNouns", "MockPostlySQLite", "MockPostlySeeds", "MockPostlyTestKit",
                "MockPostlyWorld",
            ]
        ),
        tests(
            of: "APIDialect",
            [
                "MockPostlyContent", "MockPostlyDialect", "MockPostlyHTTP", "MockPostlyJSON",
                "MockPostlyJavaScript", "MockPostlyNouns", "MockPostlySeeds", "MockPostlyTestKit",
                "MockPostlyWorld",
            ]
        ),
        tests(
            of: "DummyJSONDialect",
            [
                "MockPostlyDialect", "MockPostlyContent", "MockPostlyCrypto", "MockPostlyHTTP",
                "MockPostlyJSON", "MockPostlyJavaScript", "MockPostlyNouns", "MockPostlySeeds",
                "MockPostlyTestKit", "MockPostlyWorld",
            ]
        ),
        tests(
            of: "CommunityDialect",
            [
                "MockPostlyDialect", "MockPostlyContent", "MockPostlyCrypto", "MockPostlyHTTP",
                "MockPostlyJSON", "MockPostlyNouns", "MockPostlyPhoenix", "MockPostlySeeds",
                "MockPostlyTestKit", "MockPostlyWorld",
            ]
        ),
        tests(
            of: "PexelsDialect",
            [
                "MockPostlyDialect", "MockPostlyContent", "MockPostlyHTTP", "MockPostlyImages",
                "MockPostlyJSON", "MockPostlyNouns", "MockPostlySeeds", "MockPostlyTestKit",
                "MockPostlyWorld",
            ]
        ),
        tests(
            of: "WreelyDialect",
            [
                "MockPostlyContent", "MockPostlyCrypto", "MockPostlyDialect", "MockPostlyHTTP",
                "MockPostlyImages", "MockPostlyJSON", "MockPostlyNouns", "MockPostlySeeds",
                "MockPostlyTestKit", "MockPostlyWorld",
            ]
        ),
        tests(
            of: "GoogleDialect",
            [
                "MockPostlyContent", "MockPostlyCrypto", "MockPostlyDialect", "MockPostlyHTTP",
                "MockPostlyJSON", "MockPostlyNouns", "MockPostlySeeds", "MockPostlyTestKit",
                "MockPostlyWorld",
            ]
        ),
        tests(
            of: "MockPostlyBodies",
            ["MockPostlyCompression", "MockPostlyHTTP", "MockPostlyTestKit"]
        ),
        tests(
            of: "MockPostlyMatching",
            [
                "MockPostlyBodies", "MockPostlyHTTP", "MockPostlyJSON", "MockPostlyRegex",
                "MockPostlyTestKit",
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
                "MockPostlyMatching", "MockPostlyRegex", "MockPostlyWorld",
            ]
        ),
        tests(
            of: "MockPostlyStubs",
            ["MockPostlyHTTP", "MockPostlyMatching", "MockPostlyRegex", "MockPostlyTestKit"]
        ),
        tests(
            of: "MockPostlyControl",
            [
                "GuestbookDialect", "MockPostlyAssets", "MockPostlyContent", "MockPostlyCrypto",
                "MockPostlyDialect", "MockPostlyFaults", "MockPostlyHTTP", "MockPostlyJSON",
                "MockPostlyJournal", "MockPostlyLog", "MockPostlyMatching", "MockPostlyNouns",
                "MockPostlyOptions", "MockPostlyRegex", "MockPostlySeeds", "MockPostlySockets",
                "MockPostlyStubs", "MockPostlyTestKit", "MockPostlyWorld", "MockPostlyWorlds",
            ]
        ),
        tests(
            of: "MockPostlyLog",
            ["MockPostlyBodies", "MockPostlyJSON", "MockPostlyTestKit", "MockPostlyWorld"]
        ),
        tests(
            of: "MockPostlyServer",
            [
                "CommunityDialect", "DummyJSONDialect", "GoogleDialect", "GuestbookDialect",
                "MockPostlyCertificates",
                "MockPostlyDialect", "MockPostlyContent", "MockPostlyControl", "MockPostlyCourse",
                "MockPostlyEventHTTP", "MockPostlyFaults", "MockPostlyHTTP", "MockPostlyJSON",
                "MockPostlyJournal", "MockPostlyLog", "MockPostlyNouns", "MockPostlyProxy",
                "MockPostlySQLite", "MockPostlySeeds", "MockPostlyStubs", "MockPostlyTestKit",
                "MockPostlyThreads",
                "MockPostlyWorld", "MockPostlyWorlds", "PexelsDialect", "PostlyDialect",
                "WreelyDialect",
            ]
        ),
        tests(
            of: "MockPostlyCLI",
            [
                "CommunityDialect", "DummyJSONDialect", "GoogleDialect", "GuestbookDialect",
                "MockPostlyCertificates",
                "MockPostlyDialect", "MockPostlyContent", "MockPostlyFaults", "MockPostlyFiles",
                "MockPostlyHTTPClient", "MockPostlyImages",
                "MockPostlyJSON", "MockPostlyLog", "MockPostlyNetwork", "MockPostlyNouns",
                "MockPostlyOptions", "MockPostlySeeds", "MockPostlyServer", "MockPostlyTestKit",
                "MockPostlyWorlds",
                "PexelsDialect", "PostlyDialect", "WreelyDialect",
            ]
        ),
        tests(of: "MockPostlyTesting", ["MockPostlyClient", "MockPostlyThreads"]),
        .testTarget(
            name: "ContractTests",
            dependencies: [
                "MockPostlyClient", "MockPostlyControl", "MockPostlyCrypto", "MockPostlyHTTP",
                "MockPostlyJSON",
                "MockPostlyTesting", "MockPostlyThreads", "MockPostlyWorld", "PostlyDialect",
                "WreelyDialect",
            ],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6]
)

// A script that runs the tests of some targets only, or of all but those after a "!", builds nothing
// that these do not need.
if let words = Context.environment["TESTS_OF_MOCKPOSTLY"]?.split(separator: " "), !words.isEmpty {
    let named = Set(words.map(String.init)).subtracting(["!"])
    let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
    let tests = Set(package.targets.filter { $0.type == .test }.map(\.name))
    guard tests.isSuperset(of: named) else {
        fatalError("these are not all targets of tests: \(named.sorted())")
    }
    let wanted = words[0] == "!" ? tests.subtracting(named) : named
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
