internal import MockPostlyText

/// The coding for the answer to a request with this `Accept-Encoding`; nil for `identity`.
///
/// Chosen as by Express's compression 1.8 with negotiator 0.6.4: the highest `q` wins; of equal
/// ones Brotli comes before gzip, and gzip before the coding that the field names first. `identity`
/// is acceptable even if it is not named, then with the lowest `q` of the codings in the field.
///
/// ```swift
/// preferredCoding(acceptEncoding: "gzip, deflate, br")      // .brotli
/// preferredCoding(acceptEncoding: "gzip;q=0.5, deflate")    // .deflate
/// preferredCoding(acceptEncoding: "")                       // nil
/// ```
package func preferredCoding(acceptEncoding field: String) -> ContentCoding? {
    let accepted = AcceptedCodings(field)
    var best: (coding: ContentCoding?, rank: AcceptedCodings.Rank)?
    for coding in [.brotli, .gzip, .deflate, nil] as [ContentCoding?] {
        let rank = accepted.rank(of: coding)
        guard rank.quality > 0 else { continue }
        if let best, !rank.isBetter(than: best.rank) { continue }
        best = (coding, rank)
    }
    return best?.coding
}

/// The elements of an `Accept-Encoding` field.
private struct AcceptedCodings {
    /// How acceptable a coding is according to the field.
    struct Rank {
        /// NaN when `q` is not a number.
        var quality: Double
        /// Whether the coding is named, rather than matched by an asterisk.
        var isNamed: Bool
        /// The index of the element in the field; -1 when none matches.
        var place: Int
        /// The position in the server's order of preference.
        var preference: Int

        func isBetter(than other: Rank) -> Bool {
            if quality != other.quality { return quality > other.quality }
            if preference != other.preference { return preference < other.preference }
            if isNamed != other.isNamed { return isNamed }
            return place < other.place
        }
    }

    private struct Member {
        var name: [UInt8]
        var quality: Double
        var place: Int
    }

    private var members: [Member] = []

    init(_ field: String) {
        let pieces = field.utf8.split(separator: comma, omittingEmptySubsequences: false)
        var lowest = 1.0
        var hasIdentity = false
        for (place, piece) in pieces.enumerated() {
            guard let member = Self.member(trimmed(piece), at: place) else { continue }
            members.append(member)
            hasIdentity = hasIdentity || member.name == identity || member.name == asterisk
            if member.quality < lowest, member.quality != 0 { lowest = member.quality }
        }
        if !hasIdentity {
            members.append(Member(name: identity, quality: lowest, place: pieces.count))
        }
    }

    /// The rank from the element that matches `coding` best; nil stands for `identity`.
    func rank(of coding: ContentCoding?) -> Rank {
        let name = coding.map { Array($0.name.utf8) } ?? identity
        let preference =
            switch coding {
            case .brotli: 0
            case .gzip: 1
            default: 2
            }
        var best = Rank(quality: 0, isNamed: false, place: -1, preference: preference)
        for member in members {
            let isNamed = member.name == name
            guard isNamed || member.name == asterisk else { continue }
            if best.isNamed && !isNamed { continue }
            // Of two elements that match equally well the later one counts, unless its `q` is
            // lower.
            if best.isNamed == isNamed, member.quality < best.quality { continue }
            best.quality = member.quality
            best.isNamed = isNamed
            best.place = member.place
        }
        return best
    }

    /// Reads a coding with its parameters; nil without a name or with other text after it.
    private static func member(_ text: Substring.UTF8View, at place: Int) -> Member? {
        let name = text.prefix { !isBlank($0) && $0 != semicolon }
        let rest = text[name.endIndex...].drop { isBlank($0) }
        guard !name.isEmpty, rest.isEmpty || rest.first == semicolon else { return nil }
        var quality = 1.0
        for parameter in rest.dropFirst().split(separator: semicolon) {
            let sides = trimmed(parameter).split(
                separator: equalsSign,
                omittingEmptySubsequences: false
            )
            guard let key = sides.first, key.elementsEqual("q".utf8) else { continue }
            quality = sides.count > 1 ? leadingNumber(sides[1]) : .nan
            break
        }
        return Member(name: name.map(\.lowercased), quality: quality, place: place)
    }
}

/// The number at the start of `text`, as JavaScript's `parseFloat` reads it; else NaN.
private func leadingNumber(_ text: Substring.UTF8View) -> Double {
    var rest = text.drop { isBlank($0) }
    let start = rest
    if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    let isNegative = start.first == UInt8(ascii: "-")
    if rest.starts(with: "Infinity".utf8) { return isNegative ? -.infinity : .infinity }
    let unsigned = rest
    rest = rest.drop(while: \.isDigit)
    var digits = unsigned.count - rest.count
    if rest.first == UInt8(ascii: ".") {
        let fraction = rest.dropFirst()
        let end = fraction.drop(while: \.isDigit)
        digits += fraction.count - end.count
        rest = end
    }
    guard digits > 0 else { return .nan }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
        var exponent = rest.dropFirst()
        if exponent.first == UInt8(ascii: "-") || exponent.first == UInt8(ascii: "+") {
            exponent.removeFirst()
        }
        let end = exponent.drop(while: \.isDigit)
        if end.count < exponent.count { rest = end }
    }
    // Swift needs a digit before the point, JavaScript does not.
    let written = Substring(unsigned[..<rest.startIndex])
    return (Double("0\(written)") ?? .nan) * (isNegative ? -1 : 1)
}

private func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
    var text = text.drop { isBlank($0) }
    while let last = text.last, isBlank(last) { text.removeLast() }
    return text
}

private func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
}

private let identity = Array("identity".utf8)
private let asterisk = [UInt8(ascii: "*")]
private let comma = UInt8(ascii: ",")
private let semicolon = UInt8(ascii: ";")
private let equalsSign = UInt8(ascii: "=")
