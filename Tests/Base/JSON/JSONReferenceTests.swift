import Foundation
import MockPostlyJSON
import MockPostlyTestKit
import Testing

/// Holds the parser and the writer against Foundation's.
@Suite
struct JSONReferenceTests {
    @Test(arguments: 0..<20)
    func `random documents read as by the reference`(seed: UInt64) throws {
        var documents = RandomDocument(seed: seed)
        for _ in 0..<200 {
            let bytes = Array(documents.compose(depth: 5).utf8)
            let value = try JSON(parsing: bytes).root
            try #require(agree(value, try reference(bytes)), "\(text(bytes))")
        }
    }

    @Test(arguments: 0..<10)
    func `random documents survive being written, in either escaping`(seed: UInt64) throws {
        var documents = RandomDocument(seed: 1_000 + seed)
        for _ in 0..<200 {
            let bytes = Array(documents.compose(depth: 5).utf8)
            let expected = try reference(bytes)
            let value = try JSON(parsing: bytes).root
            for escaping in [JSONWriter.Escaping.ascii, .utf8] {
                var writer = JSONWriter(escaping: escaping, reserving: 0)
                writer.value(value)
                let written = writer.finish()
                try #require(escaping == .utf8 || written.allSatisfy { 0x20..<0x7F ~= $0 })
                try #require(agree(try JSON(parsing: written).root, expected), "\(text(bytes))")
                try #require(agree(value, try reference(written)), "\(text(bytes))")
            }
            let pretty = JSONWriter.pretty(bytes)
            try #require(agree(try JSON(parsing: pretty).root, expected), "\(text(bytes))")
        }
    }

    @Test(arguments: 0..<10)
    func `random documents read alike as an outline`(seed: UInt64) throws {
        var documents = RandomDocument(seed: 2_000 + seed)
        for _ in 0..<100 {
            let bytes = Array(documents.compose(depth: 5).utf8)
            let outline = try JSON(parsing: bytes, outlines: true).root
            try #require(agree(outline, try reference(bytes)), "\(text(bytes))")
            let whole = try JSON(parsing: bytes).root
            try #require(isSame(outline, whole, outlined: true), "\(text(bytes))")
            try #require(isSame(outline, whole, outlined: false), "\(text(bytes))")
        }
    }

    /// Whether each value stands at the same place, with as much in it.
    private func isSame(_ outline: JSONValue, _ whole: JSONValue, outlined: Bool) -> Bool {
        guard outline.kind == whole.kind, outline.offset == whole.offset,
            outline.count == whole.count, outline.rawText.elementsEqual(whole.rawText)
        else { return false }
        var elements: [JSONValue] = []
        outline.forEachElement(outlined: outlined) { elements.append($0) }
        return zip(elements, whole.elements).allSatisfy { isSame($0, $1, outlined: outlined) }
            && zip(outline.members, whole.members).allSatisfy {
                isSame($0.value, $1.value, outlined: outlined)
            }
    }

    @Test
    func `a document of many megabytes reads as one of few bytes`() throws {
        let record = #"{"a":[1,[true,null],{}],"b":"text \u00e9","c":{"d":-1.5e3}}"#
        let count = 100_000
        let text = "[" + Array(repeating: record, count: count).joined(separator: ",") + "]"
        let list = try JSON(parsing: Array(text.utf8)).root
        #expect(list.count == count)
        let one = try JSON(parsing: Array(record.utf8)).root
        let last = try #require(list.elements.last)
        #expect(last.rawText.elementsEqual(one.rawText))
        #expect(last["b"]?.string == "text é" && last["a"]?.count == 3)
        let wrong = #expect(throws: JSONError.self) {
            try JSON(parsing: Array((text + "]").utf8))
        }
        #expect(wrong == JSONError(offset: text.utf8.count, reason: .textAfterValue))
    }

    @Test(arguments: ["[1,]", "[[1}]", "{\"a\":[1 2]}", "[1]]", "[\"\u{1}\"]", "[", "[1", "[,1]"])
    func `an outline is refused where the document is`(sample: String) {
        let bytes = Array(sample.utf8)
        let whole = #expect(throws: JSONError.self) { try JSON(parsing: bytes) }
        let outline = #expect(throws: JSONError.self) { try JSON(parsing: bytes, outlines: true) }
        #expect(whole == outline)
    }

    @Test
    func `deep nesting reads as by the reference`() throws {
        for depth in 1...64 {
            var text = "\"core\""
            for level in 1...depth {
                text = level.isMultiple(of: 2) ? "[\(level),\(text)]" : "{\"a\":\(text),\"b\":0}"
            }
            let bytes = Array(text.utf8)
            #expect(agree(try JSON(parsing: bytes).root, try reference(bytes)))
        }
    }

    @Test(arguments: [
        #"{"title":"Low tide \u00e9\ud83d\ude00","n":[0,-12.5e+3,10],"ok":true,"no":null}"#,
        "[\"caf\u{E9} \u{65E5}\u{1F600} long enough to be scanned by the word\", {}, [], 1.0]",
    ])
    func `a document with one byte changed reads as by the reference or not at all`(
        sample: String
    ) throws {
        let bytes = Array(sample.utf8)
        for place in bytes.indices {
            for byte in UInt8.min...UInt8.max where byte != bytes[place] {
                var changed = bytes
                changed[place] = byte
                try requireSameVerdict(changed)
            }
        }
    }

    @Test(arguments: 0..<10)
    func `a document with bytes dropped, doubled or swapped reads as by the reference`(
        seed: UInt64
    ) throws {
        var documents = RandomDocument(seed: 2_000 + seed)
        var random = Draw(seed: 3_000 + seed)
        for _ in 0..<300 {
            var bytes = Array(documents.compose(depth: 4).utf8)
            for _ in 0..<Int.random(in: 1...2, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes.remove(at: place)
                case 1: bytes.insert(bytes[place], at: place)
                default: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &random))
                }
            }
            try requireSameVerdict(bytes)
        }
    }

    /// What this parser accepts, the reference accepts with the same meaning, and the other way.
    ///
    /// Foundation differs in two points: it refuses numbers beyond the range of a double, and it
    /// takes a comma after the last element.
    private func requireSameVerdict(_ bytes: [UInt8]) throws {
        let theirs = try? reference(bytes)
        do {
            let ours = try JSON(parsing: bytes).root
            if let theirs {
                try #require(agree(ours, theirs), "\(text(bytes))")
            } else {
                try #require(hasHugeNumber(ours), "\(bytes) \(text(bytes))")
            }
        } catch let error as JSONError where theirs != nil {
            let isLastComma =
                error.reason == .expectedValue && bytes[error.offset] == UInt8(ascii: "]")
                || error.reason == .expectedName && bytes[error.offset] == UInt8(ascii: "}")
            try #require(isLastComma, "\(bytes) \(text(bytes))")
        } catch is JSONError {
            // Both refuse.
        }
    }

    private func hasHugeNumber(_ value: JSONValue) -> Bool {
        value.kind == .number && value.double == nil
            || value.elements.contains(where: hasHugeNumber)
            || value.members.contains { hasHugeNumber($0.value) }
    }

    private func reference(_ bytes: [UInt8]) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private func agree(_ value: JSONValue, _ reference: Any) -> Bool {
        switch value.kind {
        case .null: return reference is NSNull
        case .bool: return value.bool == reference as? Bool
        case .number:
            guard let number = reference as? NSNumber else { return false }
            return agree(value, number)
        case .string:
            guard let string = reference as? String, let ours = value.string else { return false }
            return string.utf8.elementsEqual(ours.utf8)
        case .array:
            guard let list = reference as? [Any], list.count == value.count else { return false }
            return zip(value.elements, list).allSatisfy { agree($0, $1) }
        case .object:
            guard let members = reference as? [String: Any] else { return false }
            return members.count == value.members.count
                && value.members.allSatisfy { name, value in
                    members[name].map { agree(value, $0) } ?? false
                }
        }
    }

    /// Whether a number is the one `strtod` reads, and about the one Foundation has.
    ///
    /// Foundation rounds twice, by way of a decimal number.
    private func agree(_ value: JSONValue, _ number: NSNumber) -> Bool {
        if let int = value.int { return int == number.int64Value }
        let exact = strtod(text(Array(value.rawText)), nil)
        let other = number.doubleValue
        guard exact.isFinite else { return value.double == nil }
        return value.double == exact && abs(exact - other) <= abs(exact) * 1e-12
    }
}
