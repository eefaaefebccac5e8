package import MockPostlyJSON

/// A body that conditions are compared with; parsed as JSON when that is first asked for.
package final class MatchedBody {
    package let bytes: [UInt8]
    /// The JSON document that it is; nil when it is none.
    package private(set) lazy var json: JSON? = bytes.isEmpty ? nil : try? JSON(parsing: bytes)

    /// The bytes as UTF-8; nil when there are none.
    var text: String? { bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }
}
