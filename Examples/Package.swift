// swift-tools-version: 6.2
import PackageDescription

// An app's package as yours may be. Elsewhere the dependency is
// `.package(url: "https://…/mockpostly", branch: "main")`.
let package = Package(
    name: "PostlyApp",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "mockpostly", path: "..")
    ],
    targets: [
        .target(name: "PostlyApp"),
        .testTarget(
            name: "PostlyAppTests",
            dependencies: [
                "PostlyApp",
                .product(name: "MockPostlyFoundation", package: "mockpostly"),
                .product(name: "MockPostlyTesting", package: "mockpostly"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
