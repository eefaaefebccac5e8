package import MockPostlyJSON

/// The way to values of a JSON document that are to be changed: `$.posts[1].author`,
/// `$.posts[*].likes`, `$['a b'][-1]`.
///
/// The names, indexes and wildcards of RFC 9535; `$` alone is the whole document.
package struct PatchPath: Sendable, Equatable {
    enum Step: Sendable, Equatable {
        case name(String)
        /// Negative ones count from the end.
        case index(Int)
        /// All elements of an array, or all members of an object.
        case all
    }

    /// Why a text is no path.
    package typealias Fault = JSONPathFault

    /// The longest text of a path, in bytes.
    private static let longest = 1024

    /// The text that it was made from.
    package let text: String
    let steps: [Step]

    /// Whether it is the whole document.
    package var isWhole: Bool { steps.isEmpty }

    /// Whether a name of a member is meant as a path: `$`, `$.…` or `$[…`.
    static func isMeant(by name: String) -> Bool {
        let bytes = Array(name.utf8.prefix(2))
        guard bytes.first == UInt8(ascii: "$") else { return false }
        return bytes.count == 1 || bytes[1] == UInt8(ascii: ".") || bytes[1] == UInt8(ascii: "[")
    }

    /// The path `text`.
    ///
    /// - Throws: ``Fault`` for other texts, also for those with filters and slices.
    package init(_ text: String) throws(Fault) {
        guard text.utf8.count <= Self.longest else {
            throw Fault(words: "is longer than \(Self.longest) bytes")
        }
        var rest = Array(text.utf8)[...]
        guard rest.popFirst() == UInt8(ascii: "$") else {
            throw Fault(words: "does not begin with '$'")
        }
        var steps: [Step] = []
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
        rest = rest.dropFirst(name.count)
        if name.elementsEqual("*".utf8) { return .all }
        guard !name.contains(where: { $0 <= 0x20 || "*()@?,]'\"".utf8.contains($0) }) else {
            throw Fault(words: "has a name that must stand in brackets and quotes: ['a name']")
        }
        return .name(String(decoding: name, as: UTF8.self))
    }

    private static func bracket(_ rest: inout ArraySlice<UInt8>) throws(Fault) -> Step {
        switch try JSONPathBracket(&rest) {
        case .name(let name): return .name(name)
        case .plain(let inside):
            if inside.elementsEqual("*".utf8) { return .all }
            guard let index = Int(String(decoding: inside, as: UTF8.self)) else {
                throw Fault(words: "has brackets without a whole number, a quoted name or '*'")
            }
            return .index(index)
        }
    }
}
