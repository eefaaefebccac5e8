internal import MockPostlyText

/// A version as Elixir's `Version.parse/1` reads it: three numbers, then `-` with a pre-release and
/// `+` with a build, both optional.
///
/// Numbers have no leading zeros and any length, so they are kept as text; numbers in a pre-release
/// have no leading zeros either.
package struct Version: Sendable, Equatable {
    /// Digits without a leading zero, such as `2`.
    package let major: String
    package let minor: String
    package let patch: String
    /// Whether there is a part after `-`, as in `2.0.0-rc.1`.
    package let isPreRelease: Bool

    /// Reads `text`; nil when it is not a version.
    ///
    /// `1.0` and `1.0.0.0` are none; white space is not removed.
    package init?(parsing text: String) {
        let whole = text.utf8
        let (release, build) = Self.split(whole[...], at: UInt8(ascii: "+"))
        let (numbers, preRelease) = Self.split(release, at: UInt8(ascii: "-"))
        let parts = numbers.split(
            separator: UInt8(ascii: "."),
            omittingEmptySubsequences: false
        )
        guard parts.count == 3, parts.allSatisfy(Self.isNumber) else { return nil }
        if let preRelease {
            guard let words = Self.words(preRelease) else { return nil }
            guard words.allSatisfy({ !$0.allSatisfy(\.isDigit) || Self.isNumber($0) })
            else { return nil }
        }
        if let build, Self.words(build) == nil { return nil }
        major = String(decoding: parts[0], as: UTF8.self)
        minor = String(decoding: parts[1], as: UTF8.self)
        patch = String(decoding: parts[2], as: UTF8.self)
        isPreRelease = preRelease != nil
    }

    /// Whether the version matches `~> major.minor.0`.
    ///
    /// A pre-release of patch 0 comes before `major.minor.0` and does not match; pre-releases of
    /// later patches do.
    package func isApproximately(major: String, minor: String) -> Bool {
        self.major == major && self.minor == minor && !(patch == "0" && isPreRelease)
    }

    private typealias Text = Substring.UTF8View

    private static func split(_ text: Text, at mark: UInt8) -> (Text, Text?) {
        guard let place = text.firstIndex(of: mark) else { return (text, nil) }
        return (text[..<place], text[text.index(after: place)...])
    }

    /// The parts between the dots; nil when one is empty or has a forbidden character.
    private static func words(_ text: Text) -> [Text]? {
        let words = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return words.allSatisfy { !$0.isEmpty && $0.allSatisfy(isWordCharacter) } ? words : nil
    }

    private static func isNumber(_ text: Text) -> Bool {
        guard let first = text.first, text.allSatisfy(\.isDigit) else { return false }
        return first != UInt8(ascii: "0") || text.count == 1
    }

    private static func isWordCharacter(_ byte: UInt8) -> Bool {
        byte.isDigit || byte.isLetter || byte == UInt8(ascii: "-")
    }
}
