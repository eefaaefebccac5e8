package import MockPostlyBodies
package import MockPostlyJSON
package import MockPostlyXML

/// A body that conditions are compared with; parsed as JSON or XML when that is first asked for.
///
/// Belongs to one thread.
package final class MatchedBody {
    package let decoded: DecodedBody
    /// The JSON document that it is; nil when it is none.
    ///
    /// Nil also for a document that was cut off.
    package var json: JSON? { try? parsed.get() }

    private lazy var parsed = Result<JSON, JSONError> { () throws(JSONError) in
        try JSON(parsing: decoded.bytes)
    }

    /// The document of XML that it is; nil when it is none, or was cut off.
    package private(set) lazy var xml: XMLDocument? =
        decoded.isWhole ? try? XMLDocument(decoded.bytes) : nil

    package init(_ decoded: DecodedBody) {
        self.decoded = decoded
    }

    /// The bytes as UTF-8; nil when there are none.
    var text: String? {
        decoded.bytes.isEmpty ? nil : String(decoding: decoded.bytes, as: UTF8.self)
    }

    /// ``text`` without secrets.
    var shownText: String? {
        decoded.bytes.isEmpty ? nil : String(decoding: Redaction.body(decoded), as: UTF8.self)
    }

    /// Whether only a part of it is known, which may be the beginning of a JSON document.
    var isOpenJSON: Bool {
        guard !decoded.isWhole else { return false }
        switch parsed {
        // Whole so far, such as a number that may have more digits.
        case .success: return true
        case .failure(let error):
            switch error.reason {
            case .unexpectedEnd, .unterminatedString, .empty: return true
            // What was cut off may have made it right: an escape, a letter, a number, `tru`.
            default: return error.offset + 8 >= decoded.bytes.count
            }
        }
    }
}
