package import MockPostlyJSON

/// The way to one value of a JSON document: `$.posts[0].title`, `posts[0].title`, `$['a b']`.
///
/// The singular queries of RFC 9535: names and indexes, negative ones from the end. Empty or `$` is
/// the whole document.
package struct JSONPath: Sendable, Equatable {
    private enum Step: Sendable, Equatable {
        case name(String)
        case index(Int)
    }

    /// The text that it was made from.
    package let text: String
    private let steps: [Step]

    /// Why a text is no path.
    package typealias Fault = JSONPathFault

    /// The path `text`.
    ///
    /// - Throws: ``Fault`` for a text of more than 1,024 bytes, wildcards, filters and slices.
    package init(_ text: String) throws(Fault) {
        guard text.utf8.count <= 1024 else { throw Fault(words: "is longer than 1024 bytes") }
        var rest = Array(text.utf8)[...]
        var steps: [Step] = []
        if rest.first == UInt8(ascii: "$") {
            rest.removeFirst()
        } else if let first = rest.first, first != UInt8(ascii: "["), first != UInt8(ascii: ".") {
            steps.append(try Self.name(&rest))
        }
        while let mark = rest.popFirst() {
            switch mark {
            case UInt8(ascii: "."): steps.append(try Self.name(&rest))
            case UInt8(ascii: "["): steps.append(try Self.bracket(&rest))
            default: throw Fault(words: "has something else than '.' or '[' after a step")
            }
        }
        self.text = text
        self.steps = steps
    }

    private static func name(_ rest: inout ArraySlice<UInt8>) throws(Fault) -> Step {
        let name = rest.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "[") }
        guard !name.isEmpty else { throw Fault(words: "has a '.' without a name after it") }
        guard !name.elementsEqual("*".utf8) else {
            throw Fault(words: "has a '*', and must lead to one value")
        }
        guard !name.contains(where: { $0 <= 0x20 || "()@?,".utf8.contains($0) }) else {
            throw Fault(
                words:
                    "has a name with a space or one of '()@?,', which is a text in brackets only, "
                    + "and has no functions"
            )
        }
        rest = rest.dropFirst(name.count)
        return .name(String(decoding: name, as: UTF8.self))
    }

    private static func bracket(_ rest: inout ArraySlice<UInt8>) throws(Fault) -> Step {
        switch try JSONPathBracket(&rest) {
        case .name(let name): return .name(name)
        case .plain(let digits):
            guard let index = Int(String(decoding: digits, as: UTF8.self)) else {
                throw Fault(words: "has brackets without a whole number or a quoted name")
            }
            return .index(index)
        }
    }

    /// The value that it leads to in a document; nil when there is none.
    ///
    /// Costs O(n) in the size of each container on the way.
    package func value(in root: JSONValue) -> JSONValue? {
        var value = root
        for step in steps {
            switch step {
            case .name(let name):
                guard let next = value[name] else { return nil }
                value = next
            case .index(let index):
                let elements = value.elements
                let place = index < 0 ? elements.count + index : index
                guard elements.indices.contains(place) else { return nil }
                value = elements[place]
            }
        }
        return value
    }
}
