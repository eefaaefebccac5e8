internal import MockPostlyCrypto
internal import MockPostlyHTTP
internal import MockPostlyJSON
package import MockPostlyMatching
internal import MockPostlyRegex
internal import MockPostlyText
internal import MockPostlyWorld
internal import MockPostlyXML

/// A text with places that are filled in from the request: `Hello {{request.query.name}}`.
///
/// A small part of the Handlebars templates of WireMock: values of the request, parameters, the
/// helpers of ``Helper``, and the blocks of ``Block``.
package struct TextTemplate: Sendable {
    enum Part: Sendable {
        case text(String)
        case value(Expression)
        case block(Block)
    }

    /// What stands between the braces.
    indirect enum Expression: Sendable {
        case literal(String)
        /// A number, `true` or `false`, which stand without quotes.
        case plain(String)
        /// A path from the element of an `each`: `this.name`, `item.tags.0`, `@index`.
        case local([String])
        /// `request.…` or `parameters.…`, split at the points.
        case path([String])
        case helper(Helper, [Expression], [String: Expression])
        case jsonPath(Expression, JSONQuery, fallback: Expression?)
        case xPath(Expression, XPath)
    }

    /// The helpers that there are beside `jsonPath`, `xPath` and `soapXPath`.
    enum Helper: String, Sendable, CaseIterable {
        case now, randomValue, randomInt, pickRandom, upper, lower, capitalize, trim, base64
        case eq, neq

        /// The options that it can have.
        var options: [String] {
            switch self {
            case .now: ["offset", "format", "timezone"]
            case .randomValue: ["length", "type", "uppercase"]
            case .randomInt: ["lower", "upper"]
            default: []
            }
        }
    }

    let parts: [Part]

    /// Whether there is nothing to fill in.
    package var isPlain: Bool {
        parts.allSatisfy { if case .text = $0 { true } else { false } }
    }

    /// The text for one request.
    func text(_ values: TemplateValues) -> String {
        var text = ""
        Self.fill(parts, values, &text)
        return text
    }

    /// A longer text gets no further parts, in bytes: a body can be named any number of times.
    static let longest = 32 << 20
}

extension TextTemplate.Expression {
    func text(_ values: TemplateValues) -> String {
        switch self {
        case .literal(let text), .plain(let text): return text
        case .local, .xPath:
            let value = value(values)
            guard let node = value.node else { return value.text }
            let text = node.document.written(node.number)
            values.takeStep(reading: 64 * (text?.utf8.count ?? XMLDocument.longestText))
            return text ?? ""
        case .path(let path):
            let text = values.text(at: path)
            values.takeStep(reading: text.utf8.count)
            return text
        case .jsonPath(let document, let query, let fallback):
            let found = values.json(of: document).map { query.found(in: $0.root, values.budget) }
            switch found {
            case .value(let value)? where !value.isNull: return value.asText
            case .list?: return found?.json ?? ""
            default: return fallback?.text(values) ?? ""
            }
        case .helper(let helper, let arguments, let options):
            let first = arguments.first?.text(values) ?? ""
            guard first.utf8.count <= TextTemplate.longest else { return "" }
            switch helper {
            case .now: return now(options, values)
            case .randomValue: return randomValue(options, values)
            case .randomInt:
                let low = options["lower"].flatMap { Int($0.text(values)) } ?? Int(Int32.min)
                let high = options["upper"].flatMap { Int($0.text(values)) } ?? Int(Int32.max)
                return low < high
                    ? "\(Int.random(in: low..<high, using: &values.world.random))" : "\(low)"
            case .pickRandom:
                return arguments.randomElement(using: &values.world.random)?.text(values) ?? ""
            case .upper: return first.uppercased()
            case .lower: return first.lowercased()
            case .capitalize: return first.prefix(1).uppercased() + first.dropFirst()
            case .trim:
                let start = first.drop(while: \.isWhitespace)
                return String(String(start.reversed().drop(while: \.isWhitespace)).reversed())
            case .base64: return Base64.encode(Array(first.utf8))
            case .eq, .neq: return value(values).text
            }
        }
    }

    private func now(_ options: [String: Self], _ values: TemplateValues) -> String {
        var instant = values.world.now
        if let offset = options["offset"]?.text(values),
            let (amount, unit) = TimeOffset.read(offset)
        {
            instant = instant.adding(amount, unit)
        }
        switch options["format"]?.text(values) {
        case "epoch"?: return "\(instant.microseconds.dividedRoundingDown(by: 1000).quotient)"
        case "unix"?: return "\(instant.seconds)"
        case let format?: return JavaDateFormat(format)?.text(of: instant) ?? ""
        case nil: return JavaDateFormat("yyyy-MM-dd'T'HH:mm:ss'Z'")?.text(of: instant) ?? ""
        }
    }

    private func randomValue(_ options: [String: Self], _ values: TemplateValues) -> String {
        let type = options["type"]?.text(values) ?? "ALPHANUMERIC"
        let isUpper = options["uppercase"]?.text(values) == "true"
        var text = ""
        if type == "UUID" {
            text = values.world.newUUID()
        } else {
            let letters = Array(RandomLetters(rawValue: type)?.letters ?? "")
            let length = options["length"].flatMap { Int($0.text(values)) } ?? 36
            for _ in 0..<min(max(length, 0), 10_000) {
                if let letter = letters.randomElement(using: &values.world.random) {
                    text.append(letter)
                }
            }
        }
        return isUpper ? text.uppercased() : text
    }
}

/// The kinds of random texts, beside `UUID`.
enum RandomLetters: String, CaseIterable {
    case alphanumeric = "ALPHANUMERIC"
    case alphabetic = "ALPHABETIC"
    case numeric = "NUMERIC"
    case hexadecimal = "HEXADECIMAL"
    case symbols = "ALPHANUMERIC_AND_SYMBOLS"

    var letters: String {
        let (small, digits) = ("abcdefghijklmnopqrstuvwxyz", "0123456789")
        return switch self {
        case .alphanumeric: small + digits
        case .alphabetic: small
        case .numeric: digits
        case .hexadecimal: digits + "abcdef"
        case .symbols: small + digits + "!#$%&()*+,-./:;<=>?@[]^_{|}~"
        }
    }
}

/// A time from now as texts have it: `3 days`, `-24 seconds`, `+1 years`.
package enum TimeOffset {
    /// Nil for another text.
    package static func read(_ text: String) -> (Int, DatePattern.Unit)? {
        var parts = text.split(separator: " ").map(String.init)
        // A sign may stand by itself.
        if parts.count == 3, parts[0] == "+" || parts[0] == "-" {
            parts[0...1] = [parts[0] + parts[1]]
        }
        guard parts.count == 2, let amount = Int(parts[0]), amount.magnitude <= 1_000_000_000 else {
            return nil
        }
        let name = parts[1].hasSuffix("s") ? parts[1] : parts[1] + "s"
        guard let unit = DatePattern.Unit(rawValue: name) else { return nil }
        return (amount, unit)
    }
}
