internal import CMockPostlyAssets
internal import MockPostlyCompression

/// The files of the repository that are embedded in the program.
///
/// In a release they are packed, and unpacked each time that they are read.
///
/// All members may be called on any thread; each call makes a new copy of the bytes, up to some
/// megabytes, so keep what is needed again.
package enum Assets {
    /// A file with its path in the repository.
    package struct File: Sendable {
        /// The path relative to the root of the repository.
        ///
        /// With slashes and without one at its start, such as `seed/postly/people.json`.
        package let path: String
        private let read: @Sendable () -> UnsafeRawBufferPointer

        fileprivate init(_ path: String, _ read: @escaping @Sendable () -> UnsafeRawBufferPointer) {
            (self.path, self.read) = (path, read)
        }

        /// A copy of its bytes as the program holds them, packed by gzip in a release; nil in other
        /// builds.
        ///
        /// As clients with `Accept-Encoding: gzip` can get it unchanged.
        package var gzip: [UInt8]? {
            mockpostly_assets_are_packed() != 0 ? Array(read()) : nil
        }

        /// A copy of its bytes.
        package var bytes: [UInt8] { text(read()) }
    }

    /// The API description of the dialects, `openapi.yaml`.
    package static var openAPI: [UInt8] { text(buffer(mockpostly_asset_openapi)) }

    /// The API description of the control plane, `openapi-control.yaml`.
    package static var openAPIOfControl: [UInt8] { text(buffer(mockpostly_asset_openapi_control)) }

    /// `openapi.yaml` as JSON, which `scripts/describe` makes; nil in a build without it.
    package static var openAPIInJSON: [UInt8]? {
        inJSON(mockpostly_asset_openapi_json)
    }

    /// `openapi-control.yaml` as JSON, which `scripts/describe` makes; nil in a build without it.
    package static var openAPIOfControlInJSON: [UInt8]? {
        inJSON(mockpostly_asset_openapi_control_json)
    }

    /// The files of the standard seed, in the order in which they are read.
    package static var seed: [File] {
        (0..<mockpostly_asset_seed_count()).map { index in
            File(String(cString: mockpostly_asset_seed_name(index))) {
                buffer { mockpostly_asset_seed(index, $0) }
            }
        }
    }

    /// The files with sentences and names of which seeds are composed.
    package static var phraseBanks: [File] {
        (0..<mockpostly_asset_bank_count()).map { index in
            File(String(cString: mockpostly_asset_bank_name(index))) {
                buffer { mockpostly_asset_bank(index, $0) }
            }
        }
    }

    /// A file of `seed/dummyjson`, by number from 0.
    ///
    /// The order is posts, users, comments, todos, quotes, products, recipes, carts.
    ///
    /// There are eight; another number reads outside of the table, which nothing checks.
    package static func documents(_ place: Int) -> [UInt8] {
        text(buffer { mockpostly_asset_documents(Int32(place), $0) })
    }

    /// The files of the dashboard, with their paths relative to `Sources/Dashboard`.
    ///
    /// In the order of their paths, which the build has fixed.
    package static var dashboard: [File] {
        (0..<mockpostly_asset_dashboard_count()).map { index in
            File(String(cString: mockpostly_asset_dashboard_name(index))) {
                buffer { mockpostly_asset_dashboard(index, $0) }
            }
        }
    }

    /// The records of photographs, as JSON.
    package static var photos: [UInt8] { text(buffer(mockpostly_asset_photos)) }

    /// The standard seed as an SQLite database; nil in a program that only has it as JSON.
    ///
    /// Constant bytes, never packed: databases share their pages for as long as the process lives.
    ///
    /// The page size is that of the database; the memory must not be written or freed.
    package static var seedImage: UnsafeRawBufferPointer? {
        var size = 0
        guard let start = mockpostly_asset_seed_image(&size), size > 0 else { return nil }
        return UnsafeRawBufferPointer(start: start, count: size)
    }

    private static func inJSON(
        _ read: (UnsafeMutablePointer<Int>) -> UnsafePointer<UInt8>?
    ) -> [UInt8]? {
        var size = 0
        return read(&size).map { text(UnsafeRawBufferPointer(start: $0, count: size)) }
    }

    /// The bytes of a file of which the program holds `stored`.
    private static func text(_ stored: UnsafeRawBufferPointer) -> [UInt8] {
        mockpostly_assets_are_packed() != 0 ? unpacked(gzip: stored) : Array(stored)
    }

    private static func buffer(
        _ read: (UnsafeMutablePointer<Int>) -> UnsafePointer<UInt8>
    ) -> UnsafeRawBufferPointer {
        var size = 0
        let start = read(&size)
        return UnsafeRawBufferPointer(start: start, count: size)
    }
}
