internal import MockPostlyFiles

/// Why a certificate, a key or a name cannot be used.
///
/// Fits after `error: `; the hint follows on a line of its own.
package struct CertificateProblem: Error, Sendable, Equatable {
    /// What the problem is about.
    package enum Kind: Sendable, Equatable {
        /// A name that no certificate can have.
        case name
        /// A file or folder that cannot be read or written, or that others may read or write.
        case access
        /// A file with other content than it should have.
        case content
        /// A certificate and a key that do not belong together.
        case mismatch
        /// A certificate that is not valid yet, or not any more.
        case time
        /// A failure of the cryptographic library, mostly for lack of memory.
        case library
    }

    /// For callers that treat some problems in another way; people read the words.
    package var kind: Kind
    /// What is wrong, without a capital and without a full stop.
    package var words: String
    /// What to do about it, in the same form.
    package var hint: String?

    package init(_ kind: Kind, _ words: String, hint: String? = nil) {
        (self.kind, self.words, self.hint) = (kind, words, hint)
    }

    static func library(_ words: String) -> CertificateProblem {
        CertificateProblem(.library, words)
    }
}

extension CertificateProblem {
    /// A failed call on a file; `purpose` is such as "read".
    init(_ failure: FileFailure, cannot purpose: String, hint: String? = nil) {
        let words = failure.words
        let isSentence = words.dropFirst().first?.isLowercase ?? false
        let reason = isSentence ? words.prefix(1).lowercased() + words.dropFirst() : words
        self.init(.access, "cannot \(purpose) \(failure.path): \(reason)", hint: hint)
    }
}
