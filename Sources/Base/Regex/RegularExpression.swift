internal import CMockPostlyPCRE2

/// A regular expression in the syntax of Perl and Java, as PCRE2 reads it.
///
/// A dot takes line breaks too (`PCRE2_DOTALL`), as in the matchers of WireMock: bodies have several
/// lines. `(?-s)` in an expression turns that off. Bytes are read as UTF-8; bytes that are no UTF-8 match nothing (`PCRE2_MATCH_INVALID_UTF`). The
/// work for one text is limited, so an expression that would search for minutes finds nothing.
///
/// `@unchecked`: compiled code is not changed by matching (pcre2api, "Multithreading").
package final class RegularExpression: @unchecked Sendable {
    /// The text that it was made from.
    package let text: String
    private let code: OpaquePointer
    private let limits: OpaquePointer

    /// An error in the text of an expression.
    package struct Fault: Error, Sendable, Equatable {
        /// What is wrong, in the words of PCRE2: `missing closing parenthesis`.
        package var words: String
        /// The number of bytes of the text before the error.
        package var offset: Int
    }

    /// The most steps of one search (`pcre2_set_match_limit`); a usual one takes some hundred.
    private static let mostSteps: UInt32 = 1_000_000
    /// The most memory of one search, in KiB.
    private static let mostMemory: UInt32 = 4096
    /// A longer text is refused: compiled code is several times as large.
    package static let longest = 4096

    /// Compiles `text`.
    package init(_ text: String) throws(Fault) {
        guard text.utf8.count <= Self.longest else {
            throw Fault(words: "it is longer than \(Self.longest) bytes", offset: Self.longest)
        }
        var error: Int32 = 0
        var offset = 0
        let options =
            PCRE2_UTF | PCRE2_UCP | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C
            | PCRE2_DOTALL
        let bytes = Array(text.utf8)
        guard let code = pcre2_compile_8(bytes, bytes.count, options, &error, &offset, nil) else {
            throw Fault(words: Self.words(error), offset: offset)
        }
        guard let limits = pcre2_match_context_create_8(nil) else {
            pcre2_code_free_8(code)
            throw Fault(words: "there is no memory for it", offset: 0)
        }
        pcre2_set_match_limit_8(limits, Self.mostSteps)
        pcre2_set_heap_limit_8(limits, Self.mostMemory)
        self.text = text
        self.code = code
        self.limits = limits
    }

    deinit {
        pcre2_match_context_free_8(limits)
        pcre2_code_free_8(code)
    }

    /// Whether all of `bytes` match.
    package func matchesWhole(_ bytes: some Collection<UInt8>) -> Bool {
        // Bytes that are no UTF-8 end the text for the engine, so the range is checked too.
        search(bytes, PCRE2_ANCHORED | PCRE2_ENDANCHORED) == 0..<bytes.count
    }

    /// Whether any part of `bytes` matches.
    package func isFound(in bytes: some Collection<UInt8>) -> Bool { search(bytes, 0) != nil }

    /// The range of the first match; nil for none, and when a limit was reached.
    private func search(_ bytes: some Collection<UInt8>, _ options: UInt32) -> Range<Int>? {
        guard let match = pcre2_match_data_create_8(1, nil) else { return nil }
        defer { pcre2_match_data_free_8(match) }
        let bytes = Array(bytes)
        guard pcre2_match_8(code, bytes, bytes.count, 0, options, match, limits) >= 0,
            let range = pcre2_get_ovector_pointer_8(match), range[0] <= range[1]
        else { return nil }
        return range[0]..<range[1]
    }

    private static func words(_ error: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 256)
        let length = pcre2_get_error_message_8(error, &buffer, buffer.count)
        guard length > 0 else { return "it cannot be read" }
        return String(decoding: buffer.prefix(Int(length)), as: UTF8.self)
    }
}
