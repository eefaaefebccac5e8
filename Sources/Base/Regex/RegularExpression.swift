internal import CMockPostlyPCRE2

/// A regular expression in the syntax of Perl and Java, as PCRE2 reads it.
///
/// A dot takes line breaks too (`PCRE2_DOTALL`), as in the matchers of WireMock: bodies have several
/// lines. `(?-s)` in an expression turns that off. Bytes are read as UTF-8; bytes that are no UTF-8
/// match nothing (`PCRE2_MATCH_INVALID_UTF`). What a search may cost is up to a ``MatchBudget``.
///
/// `@unchecked`: compiled code is not changed by matching (pcre2api, "Multithreading").
package final class RegularExpression: @unchecked Sendable {
    /// The text that it was made from.
    package let text: String
    private let code: OpaquePointer

    /// What the signs of an expression mean.
    package enum Syntax: Sendable {
        case perl
        /// As in JavaScript and in JSON Schema: `$` is the end alone, `\d` and `\w` are ASCII,
        /// `\u0041` is a letter.
        case ecmaScript
    }

    /// An error in the text of an expression.
    package struct Fault: Error, Sendable, Equatable {
        /// What is wrong, in the words of PCRE2: `missing closing parenthesis`.
        ///
        /// It follows a colon in messages.
        package var words: String
        /// The number of bytes of the text before the error.
        ///
        /// From 0; the length of the text when it ends too early.
        package var offset: Int
    }

    /// A longer text is refused: compiled code is several times as large.
    ///
    /// In bytes of UTF-8.
    package static let longest = 4096

    /// Compiles `text`.
    ///
    /// Costs O(n) and up to some hundred KiB; keep the object.
    ///
    /// - Throws: ``Fault`` for a text that PCRE2 refuses, or one above ``longest``.
    package init(_ text: String, _ syntax: Syntax = .perl) throws(Fault) {
        guard text.utf8.count <= Self.longest else {
            throw Fault(words: "it is longer than \(Self.longest) bytes", offset: Self.longest)
        }
        var error: Int32 = 0
        var offset = 0
        let common =
            PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C | PCRE2_DOTALL
            | PCRE2_AUTO_CALLOUT
        let options =
            switch syntax {
            case .perl: common | PCRE2_UCP
            case .ecmaScript:
                common | PCRE2_DOLLAR_ENDONLY | PCRE2_ALT_BSUX | PCRE2_MATCH_UNSET_BACKREF
            }
        let bytes = Array(text.utf8)
        guard let code = pcre2_compile_8(bytes, bytes.count, options, &error, &offset, nil) else {
            throw Fault(words: Self.words(error), offset: offset)
        }
        self.text = text
        self.code = code
    }

    deinit {
        pcre2_code_free_8(code)
    }

    /// Whether all of `bytes` match; nil when `budget` does not allow to find that out.
    ///
    /// - Parameters:
    ///   - bytes: copied once; bytes that are no UTF-8 match nothing.
    ///   - budget: pays for it, see ``MatchBudget/exceeded``.
    /// - Returns: nil also without memory.
    package func matchesWhole(_ bytes: some Collection<UInt8>, _ budget: MatchBudget) -> Bool? {
        guard let match = pcre2_match_data_create_8(1, nil) else { return nil }
        defer { pcre2_match_data_free_8(match) }
        let bytes = Array(bytes)
        let options = PCRE2_ANCHORED | PCRE2_ENDANCHORED
        let result = budget.measure(text) { context in
            pcre2_match_8(code, bytes, bytes.count, 0, options, match, context)
        }
        guard let result else { return nil }
        guard result >= 0, let range = pcre2_get_ovector_pointer_8(match) else { return false }
        // Bytes that are no UTF-8 end the text for the engine, so the range is checked too.
        return range[0] == 0 && range[1] == bytes.count
    }

    private static func words(_ error: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 256)
        let length = pcre2_get_error_message_8(error, &buffer, buffer.count)
        guard length > 0 else { return "it cannot be read" }
        return String(decoding: buffer.prefix(Int(length)), as: UTF8.self)
    }
}
