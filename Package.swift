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

/// A folder of `Sources`.
///
/// Targets import targets of lower floors, and those that stand before them on their own floor;
/// dialects do not import each other.
enum Floor: Int {
    case c, base, wire, content, dialects, host, server, cli, testing

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
        case .testing: "Testing"
        }
    }

    /// Whether the folder holds one target, without a folder of its own for it.
    var isOneRoom: Bool { rawValue >= Floor.server.rawValue }
}

/// The floors of the targets that were declared so far, for the check of imports.
var floors: [String: Floor] = [:]

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
        swiftSettings: strict
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
        swiftSettings: strict
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
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "mockpostly", targets: ["MockPostlyCLI"]),
        .library(name: "MockPostlyTesting", targets: ["MockPostlyTesting"]),
    ],
    targets: [
        // C: what the system provides, and what ships inside the program.
        system("CMockPostlyLibevent", "libevent", apt: "libevent-dev", brew: "libevent"),
        system("CMockPostlySQLite", "sqlite3", apt: "libsqlite3-dev", brew: "sqlite"),
        system("CMockPostlyOpenSSL", "libcrypto", apt: "libssl-dev", brew: "openssl@3"),
        system("CMockPostlyZlib", "zlib", apt: "zlib1g-dev", brew: "zlib"),
        system("CMockPostlyBrotli", "libbrotlienc", apt: "libbrotli-dev", brew: "brotli"),
        system("CMockPostlyPNG", "libpng", apt: "libpng-dev", brew: "libpng"),
        system("CMockPostlyJPEG", "libjpeg", apt: "libjpeg-dev", brew: "jpeg-turbo"),
        system("CMockPostlyWebP", "libwebp", apt: "libwebp-dev", brew: "webp"),
        system("CMockPostlyFreeType", "freetype2", apt: "libfreetype-dev", brew: "freetype"),
        c(
            "CMockPostlyImages",
            ["CMockPostlyFreeType", "CMockPostlyJPEG", "CMockPostlyPNG", "CMockPostlyWebP"]
        ),
        c("CMockPostlyAssets"),
        c("CMockPostlyPages", ["CMockPostlySQLite"]),

        // Base: each knows one thing.
        target("MockPostlyAssets", on: .base, ["CMockPostlyAssets"]),
        target("MockPostlyJSON", on: .base),
        target("MockPostlyWorld", on: .base),
        target("MockPostlyYAML", on: .base, ["MockPostlyJSON"]),
        target("MockPostlyOptions", on: .base, ["MockPostlyWorld"]),
        target("MockPostlySQLite", on: .base, ["CMockPostlyPages", "CMockPostlySQLite"]),
        target("MockPostlyCrypto", on: .base, ["CMockPostlyOpenSSL"]),
        target("MockPostlyCompression", on: .base, ["CMockPostlyBrotli", "CMockPostlyZlib"]),
        target("MockPostlyJavaScript", on: .base, ["MockPostlyJSON"]),
        target("MockPostlyImages", on: .base, ["CMockPostlyImages", "MockPostlyWorld"]),

        // Wire: values and byte machines; EventHTTP alone knows libevent.
        target("MockPostlyHTTP", on: .wire, ["MockPostlyJSON"]),
        target("MockPostlyEventHTTP", on: .wire, ["CMockPostlyLibevent", "MockPostlyHTTP"]),
        target("MockPostlyWebSocket", on: .wire, ["MockPostlyCompression", "MockPostlyCrypto"]),
        target("MockPostlyPhoenix", on: .wire, ["MockPostlyJSON"]),

        // Content: what the mocked systems have, and all SQL about it.
        target(
            "MockPostlyContent",
            on: .content,
            ["MockPostlyAssets", "MockPostlyJSON", "MockPostlySQLite", "MockPostlyWorld"]
        ),
        target(
            "MockPostlyNouns",
            on: .content,
            [
                "MockPostlyAssets", "MockPostlyContent", "MockPostlyCrypto", "MockPostlyJSON",
                "MockPostlyJavaScript", "MockPostlySQLite", "MockPostlyWorld",
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
                "MockPostlyJSON",
                "MockPostlyOptions", "MockPostlyWorld",
            ]
        ),
        target(
            "PostlyDialect",
            on: .dialects,
            [
                "MockPostlyCrypto", "MockPostlyDialect", "MockPostlyContent", "MockPostlyNouns",
                "MockPostlyHTTP",
                "MockPostlyJSON", "MockPostlyOptions", "MockPostlyWorld",
            ]
        ),
        target(
            "DummyJSONDialect",
            on: .dialects,
            [
                "MockPostlyCompression", "MockPostlyCrypto", "MockPostlyDialect",
                "MockPostlyContent", "MockPostlyNouns", "MockPostlyHTTP", "MockPostlyImages",
                "MockPostlyJSON",
                "MockPostlyJavaScript", "MockPostlyOptions", "MockPostlyWorld",
            ]
        ),
        target(
            "CommunityDialect",
            on: .dialects,
            [
                "MockPostlyCrypto", "MockPostlyDialect", "MockPostlyContent", "MockPostlyNouns",
                "MockPostlyHTTP",
                "MockPostlyJSON", "MockPostlyOptions", "MockPostlyPhoenix", "MockPostlyWebSocket",
                "MockPostlyWorld",
            ]
        ),
        target(
            "PexelsDialect",
            on: .dialects,
            [
                "MockPostlyCrypto", "MockPostlyDialect", "MockPostlyContent", "MockPostlyNouns",
                "MockPostlyHTTP",
                "MockPostlyImages", "MockPostlyJSON", "MockPostlyOptions", "MockPostlyWorld",
            ]
        ),
        target(
            "GoogleDialect",
            on: .dialects,
            [
                "MockPostlyCrypto", "MockPostlyDialect", "MockPostlyHTTP", "MockPostlyJSON",
                "MockPostlyOptions", "MockPostlyWorld",
            ]
        ),

        // Host: what all dialects share while they run.
        target(
            "MockPostlyControl",
            on: .host,
            [
                "MockPostlyCrypto", "MockPostlyDialect", "MockPostlyHTTP", "MockPostlyJSON",
                "MockPostlyWorld", "MockPostlyYAML",
            ]
        ),

        // The process, the command line, and the kit for users' tests.
        target(
            "MockPostlyServer",
            on: .server,
            [
                "CommunityDialect", "DummyJSONDialect", "GoogleDialect", "MockPostlyAssets",
                "MockPostlyCompression", "MockPostlyControl", "MockPostlyCrypto",
                "MockPostlyDialect", "MockPostlyContent", "MockPostlyNouns", "MockPostlySeeds",
                "MockPostlyEventHTTP", "MockPostlyHTTP",
                "MockPostlyJSON", "MockPostlyWorld", "PexelsDialect",
                "PostlyDialect",
            ]
        ),
        program(
            "MockPostlyCLI",
            on: .cli,
            [
                "GoogleDialect",
                "MockPostlyDialect", "MockPostlyContent", "MockPostlyNouns", "MockPostlySeeds",
                "MockPostlyEventHTTP", "MockPostlyHTTP",
                "MockPostlyJSON", "MockPostlyOptions", "MockPostlyServer", "MockPostlyWorld",
            ]
        ),
        target(
            "MockPostlyTesting",
            on: .testing,
            [
                "CommunityDialect", "DummyJSONDialect", "GoogleDialect", "MockPostlyControl",
                "MockPostlyCrypto", "MockPostlyDialect", "MockPostlyContent", "MockPostlyNouns",
                "MockPostlySeeds",
                "MockPostlyEventHTTP", "MockPostlyHTTP", "MockPostlyJSON", "MockPostlyServer",
                "MockPostlyWorld", "PexelsDialect", "PostlyDialect",
            ]
        ),

        // What the WebSocket tests from outside talk to; no product.
        .executableTarget(
            name: "EchoServer",
            dependencies: ["MockPostlyEventHTTP", "MockPostlyHTTP", "MockPostlyWebSocket"],
            path: "Tests/EchoServer",
            swiftSettings: strict
        ),

        // Tests mirror the sources; what crosses targets is in ContractTests.
        tests(of: "MockPostlyJSON"),
        tests(of: "MockPostlyWorld"),
        tests(of: "MockPostlyYAML", ["MockPostlyJSON"]),
        tests(of: "MockPostlyOptions"),
        tests(of: "MockPostlySQLite"),
        tests(of: "MockPostlyCrypto"),
        tests(of: "MockPostlyCompression"),
        tests(of: "MockPostlyJavaScript", ["MockPostlyJSON"]),
        tests(of: "MockPostlyImages"),
        tests(of: "MockPostlyHTTP"),
        tests(of: "MockPostlyEventHTTP", ["EchoServer", "MockPostlyHTTP", "MockPostlyWebSocket"]),
        tests(of: "MockPostlyWebSocket", ["MockPostlyCompression"]),
        tests(of: "MockPostlyPhoenix", ["MockPostlyJSON"], excluding: ["Conversations"]),
        // The three of the content together: one says what another holds.
        .testTarget(
            name: "MockPostlyContentTests",
            dependencies: [
                "MockPostlyAssets", "MockPostlyContent", "MockPostlyCrypto", "MockPostlyJSON",
                "MockPostlyNouns", "MockPostlySQLite", "MockPostlySeeds", "MockPostlyWorld",
            ],
            path: "Tests/Content",
            swiftSettings: strict
        ),
        tests(of: "MockPostlyDialect"),
        tests(
            of: "PostlyDialect",
            [
                "MockPostlyCrypto", "MockPostlyDialect", "MockPostlyContent", "MockPostlyNouns",
                "MockPostlySeeds", "MockPostlyHTTP",
                "MockPostlyWorld",
            ]
        ),
        tests(
            of: "DummyJSONDialect",
            [
                "MockPostlyDialect",
                "MockPostlyCrypto", "MockPostlyContent", "MockPostlyNouns", "MockPostlySeeds",
                "MockPostlyHTTP", "MockPostlyJSON",
                "MockPostlyJavaScript", "MockPostlyWorld",
            ]
        ),
        tests(
            of: "CommunityDialect",
            [
                "MockPostlyDialect",
                "MockPostlyCrypto", "MockPostlyContent", "MockPostlyNouns", "MockPostlySeeds",
                "MockPostlyHTTP", "MockPostlyJSON",
                "MockPostlyPhoenix", "MockPostlyWorld",
            ]
        ),
        tests(
            of: "PexelsDialect",
            [
                "MockPostlyDialect",
                "MockPostlyContent", "MockPostlyNouns", "MockPostlySeeds", "MockPostlyHTTP",
                "MockPostlyImages", "MockPostlyJSON",
                "MockPostlyWorld",
            ]
        ),
        tests(
            of: "GoogleDialect",
            [
                "MockPostlyCrypto", "MockPostlyDialect", "MockPostlyContent", "MockPostlyNouns",
                "MockPostlySeeds", "MockPostlyHTTP",
                "MockPostlyJSON", "MockPostlyWorld",
            ]
        ),
        tests(
            of: "MockPostlyControl",
            ["MockPostlyCrypto", "MockPostlyHTTP", "MockPostlyJSON", "MockPostlyWorld"]
        ),
        tests(
            of: "MockPostlyServer",
            [
                "CommunityDialect", "DummyJSONDialect", "GoogleDialect", "MockPostlyDialect",
                "PexelsDialect",
                "MockPostlyControl", "MockPostlyContent", "MockPostlyNouns", "MockPostlySeeds",
                "MockPostlyEventHTTP", "MockPostlyHTTP",
                "MockPostlyJSON", "MockPostlySQLite", "MockPostlyWorld", "PostlyDialect",
            ]
        ),
        tests(
            of: "MockPostlyCLI",
            [
                "CommunityDialect", "DummyJSONDialect", "GoogleDialect", "MockPostlyDialect",
                "MockPostlyContent", "MockPostlyNouns", "MockPostlySeeds", "MockPostlyJSON",
                "MockPostlyOptions", "MockPostlyServer",
                "PexelsDialect", "PostlyDialect",
            ]
        ),
        .testTarget(
            name: "ContractTests",
            dependencies: [
                "MockPostlyControl", "MockPostlyCrypto", "MockPostlyHTTP", "MockPostlyJSON",
                "MockPostlyTesting", "MockPostlyWorld", "PostlyDialect",
            ],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6]
)
