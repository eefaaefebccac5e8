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

let package = Package(
    name: "mockpostly",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "mockpostly", targets: ["MockPostlyCLI"]),
        .library(name: "MockPostlyTesting", targets: ["MockPostlyTesting"]),
    ],
    targets: [
        // C: what the system provides, and what ships inside the binary.
        .systemLibrary(
            name: "CMockPostlyLibevent",
            pkgConfig: "libevent",
            providers: [.apt(["libevent-dev"]), .brew(["libevent"])]
        ),
        .systemLibrary(
            name: "CMockPostlySQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]
        ),
        .systemLibrary(
            name: "CMockPostlyOpenSSL",
            pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]
        ),
        .systemLibrary(
            name: "CMockPostlyZlib",
            pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]
        ),
        .systemLibrary(
            name: "CMockPostlyBrotli",
            pkgConfig: "libbrotlienc",
            providers: [.apt(["libbrotli-dev"]), .brew(["brotli"])]
        ),
        .systemLibrary(
            name: "CMockPostlyPNG",
            pkgConfig: "libpng",
            providers: [.apt(["libpng-dev"]), .brew(["libpng"])]
        ),
        .systemLibrary(
            name: "CMockPostlyJPEG",
            pkgConfig: "libjpeg",
            providers: [.apt(["libjpeg-dev"]), .brew(["jpeg-turbo"])]
        ),
        .systemLibrary(
            name: "CMockPostlyWebP",
            pkgConfig: "libwebp",
            providers: [.apt(["libwebp-dev"]), .brew(["webp"])]
        ),
        .systemLibrary(
            name: "CMockPostlyFreeType",
            pkgConfig: "freetype2",
            providers: [.apt(["libfreetype-dev"]), .brew(["freetype"])]
        ),
        .target(
            name: "CMockPostlyImages",
            dependencies: [
                "CMockPostlyFreeType", "CMockPostlyJPEG", "CMockPostlyPNG", "CMockPostlyWebP",
            ]
        ),
        .target(name: "CMockPostlyAssets"),
        .target(name: "CMockPostlyPages", dependencies: ["CMockPostlySQLite"]),

        // Leaves: each knows one thing.
        .target(name: "MockPostlyJSON", swiftSettings: strict),
        .target(name: "MockPostlyYAML", dependencies: ["MockPostlyJSON"], swiftSettings: strict),
        .target(name: "MockPostlyHTTP", dependencies: ["MockPostlyJSON"], swiftSettings: strict),
        .target(name: "MockPostlyWorld", swiftSettings: strict),
        .target(
            name: "MockPostlySQLite",
            dependencies: ["CMockPostlyPages", "CMockPostlySQLite"],
            swiftSettings: strict
        ),
        .target(
            name: "MockPostlyCrypto",
            dependencies: ["CMockPostlyOpenSSL"],
            swiftSettings: strict
        ),
        .target(
            name: "MockPostlyEventHTTP",
            dependencies: ["CMockPostlyLibevent", "MockPostlyHTTP"],
            swiftSettings: strict
        ),
        .target(
            name: "MockPostlyCompression",
            dependencies: ["CMockPostlyBrotli", "CMockPostlyZlib"],
            swiftSettings: strict
        ),
        .target(
            name: "MockPostlyJavaScript",
            dependencies: ["MockPostlyJSON"],
            swiftSettings: strict
        ),
        .target(
            name: "MockPostlyImages",
            dependencies: ["CMockPostlyImages", "MockPostlyWorld"],
            swiftSettings: strict
        ),

        // The mocked systems' nouns and rules, and the dialects that speak of them.
        .target(
            name: "MockPostlyDomain",
            dependencies: [
                "CMockPostlyAssets", "MockPostlyCrypto", "MockPostlyJSON", "MockPostlyJavaScript",
                "MockPostlySQLite", "MockPostlyWorld",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "MockPostlyBlog",
            dependencies: [
                "MockPostlyCrypto", "MockPostlyDomain", "MockPostlyHTTP", "MockPostlyJSON",
                "MockPostlyWorld",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "MockPostlyDummyJSON",
            dependencies: [
                "MockPostlyCompression", "MockPostlyCrypto", "MockPostlyDomain", "MockPostlyHTTP",
                "MockPostlyImages", "MockPostlyJSON", "MockPostlyJavaScript", "MockPostlyWorld",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "MockPostlyWebSocket",
            dependencies: ["MockPostlyCompression", "MockPostlyCrypto"],
            swiftSettings: strict
        ),
        .target(name: "MockPostlyPhoenix", dependencies: ["MockPostlyJSON"], swiftSettings: strict),
        .target(
            name: "MockPostlyCommunity",
            dependencies: [
                "MockPostlyCrypto", "MockPostlyDomain", "MockPostlyHTTP", "MockPostlyJSON",
                "MockPostlyPhoenix", "MockPostlyWebSocket", "MockPostlyWorld",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "MockPostlyPexels",
            dependencies: [
                "MockPostlyCrypto", "MockPostlyDomain", "MockPostlyHTTP", "MockPostlyImages",
                "MockPostlyJSON", "MockPostlyWorld",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "MockPostlyGoogle",
            dependencies: [
                "MockPostlyCrypto", "MockPostlyHTTP", "MockPostlyJSON", "MockPostlyWorld",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "MockPostlyControl",
            dependencies: [
                "MockPostlyHTTP", "MockPostlyJSON", "MockPostlyWorld", "MockPostlyYAML",
            ],
            swiftSettings: strict
        ),

        // Wiring, the command line, and the kit for users' tests.
        .target(
            name: "MockPostlyServer",
            dependencies: [
                "CMockPostlyAssets", "MockPostlyBlog", "MockPostlyCommunity",
                "MockPostlyCompression", "MockPostlyControl", "MockPostlyCrypto",
                "MockPostlyDomain", "MockPostlyDummyJSON", "MockPostlyEventHTTP",
                "MockPostlyGoogle", "MockPostlyHTTP", "MockPostlyJSON", "MockPostlyPexels",
                "MockPostlySQLite", "MockPostlyWorld",
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "MockPostlyCLI",
            dependencies: [
                "MockPostlyDomain", "MockPostlyEventHTTP", "MockPostlyHTTP", "MockPostlyJSON",
                "MockPostlyServer", "MockPostlyWorld",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "MockPostlyTesting",
            dependencies: [
                "MockPostlyControl", "MockPostlyDomain", "MockPostlyEventHTTP", "MockPostlyHTTP",
                "MockPostlyJSON", "MockPostlyServer", "MockPostlyWorld",
            ],
            swiftSettings: strict
        ),

        // What the WebSocket tests from outside talk to; no product.
        .executableTarget(
            name: "EchoServer",
            dependencies: ["MockPostlyEventHTTP", "MockPostlyHTTP", "MockPostlyWebSocket"],
            path: "Tests/EchoServer",
            swiftSettings: strict
        ),

        // Tests mirror the sources; what crosses targets is in ContractTests.
        .testTarget(
            name: "MockPostlyJSONTests",
            dependencies: ["MockPostlyJSON"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MockPostlyYAMLTests",
            dependencies: ["MockPostlyJSON", "MockPostlyYAML"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MockPostlyWorldTests",
            dependencies: ["MockPostlyWorld"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MockPostlySQLiteTests",
            dependencies: ["MockPostlySQLite"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MockPostlyCryptoTests",
            dependencies: ["MockPostlyCrypto"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MockPostlyHTTPTests",
            dependencies: ["MockPostlyHTTP"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MockPostlyEventHTTPTests",
            dependencies: [
                "EchoServer", "MockPostlyEventHTTP", "MockPostlyHTTP", "MockPostlyWebSocket",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MockPostlyCompressionTests",
            dependencies: ["MockPostlyCompression"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MockPostlyJavaScriptTests",
            dependencies: ["MockPostlyJSON", "MockPostlyJavaScript"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MockPostlyImagesTests",
            dependencies: ["MockPostlyImages"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MockPostlyDomainTests",
            dependencies: [
                "CMockPostlyAssets", "MockPostlyCrypto", "MockPostlyDomain", "MockPostlyJSON",
                "MockPostlySQLite", "MockPostlyWorld",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MockPostlyBlogTests",
            dependencies: [
                "MockPostlyBlog", "MockPostlyCrypto", "MockPostlyDomain", "MockPostlyHTTP",
                "MockPostlyWorld",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MockPostlyDummyJSONTests",
            dependencies: [
                "MockPostlyCrypto", "MockPostlyDomain", "MockPostlyDummyJSON", "MockPostlyHTTP",
                "MockPostlyJSON", "MockPostlyJavaScript", "MockPostlyWorld",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MockPostlyWebSocketTests",
            dependencies: ["MockPostlyCompression", "MockPostlyWebSocket"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MockPostlyPhoenixTests",
            dependencies: ["MockPostlyJSON", "MockPostlyPhoenix"],
            exclude: ["Conversations"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MockPostlyCommunityTests",
            dependencies: [
                "MockPostlyCommunity", "MockPostlyCrypto", "MockPostlyDomain", "MockPostlyHTTP",
                "MockPostlyJSON", "MockPostlyPhoenix", "MockPostlyWorld",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MockPostlyPexelsTests",
            dependencies: [
                "MockPostlyDomain", "MockPostlyHTTP", "MockPostlyImages", "MockPostlyJSON",
                "MockPostlyPexels", "MockPostlyWorld",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MockPostlyControlTests",
            dependencies: [
                "MockPostlyControl", "MockPostlyHTTP", "MockPostlyJSON", "MockPostlyWorld",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MockPostlyGoogleTests",
            dependencies: [
                "MockPostlyCrypto", "MockPostlyGoogle", "MockPostlyHTTP", "MockPostlyJSON",
                "MockPostlyWorld",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MockPostlyServerTests",
            dependencies: [
                "MockPostlyBlog", "MockPostlyControl", "MockPostlyDomain", "MockPostlyEventHTTP",
                "MockPostlyHTTP", "MockPostlyJSON", "MockPostlySQLite", "MockPostlyServer",
                "MockPostlyWorld",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MockPostlyCLITests",
            dependencies: [
                "MockPostlyCLI", "MockPostlyDomain", "MockPostlyJSON", "MockPostlyServer",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ContractTests",
            dependencies: [
                "MockPostlyBlog", "MockPostlyControl", "MockPostlyCrypto", "MockPostlyHTTP",
                "MockPostlyJSON", "MockPostlyTesting", "MockPostlyWorld",
            ],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6]
)
