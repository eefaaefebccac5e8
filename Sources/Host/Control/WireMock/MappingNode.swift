internal import MockPostlyJSON

/// Why a request of a WireMock client is not carried out, with status 422.
struct MappingFault: Error {
    /// The place in the body, as a JSON pointer (RFC 6901).
    var pointer: String
    var title: String
    var detail: String
}

/// A value of a JSON document that a WireMock client sent, and where it is.
struct MappingNode {
    let value: JSONValue
    let pointer: String

    /// The root of `body`, which must be a JSON object.
    init(_ body: [UInt8]) throws(MappingFault) {
        let document: JSON
        do {
            document = try JSON(parsing: body)
        } catch {
            let place = error.position(in: body)
            throw MappingFault(
                pointer: "",
                title: "Error parsing JSON",
                detail: "Line \(place.line), column \(place.column): \(error.reason.words)"
            )
        }
        self.init(document.root, "")
        guard value.kind == .object else { throw fault("must be an object") }
    }

    init(_ value: JSONValue, _ pointer: String) {
        self.value = value
        self.pointer = pointer
    }

    /// A member that is there and not null, which counts as absent.
    subscript(name: String) -> MappingNode? {
        guard let member = value[name], !member.isNull else { return nil }
        return MappingNode(member, "\(pointer)/\(name)")
    }

    /// A member that is there, null or not.
    func member(_ name: String) -> MappingNode? {
        value[name].map { MappingNode($0, "\(pointer)/\(name)") }
    }

    /// All members of an object, also those that are null; throws for another value.
    func allMembers() throws(MappingFault) -> [(name: String, node: MappingNode)] {
        guard value.kind == .object else { throw fault("must be an object") }
        return value.members.map { ($0.name, MappingNode($0.value, "\(pointer)/\($0.name)")) }
    }

    /// All members that are not null.
    var members: [(name: String, node: MappingNode)] {
        value.members.filter { !$0.value.isNull }.map { name, value in
            (name, MappingNode(value, "\(pointer)/\(name)"))
        }
    }

    /// Throws when the object has a member that is neither `known` nor null.
    func allow(_ known: [String]) throws(MappingFault) {
        guard value.kind == .object else { throw fault("must be an object") }
        for (name, node) in members where !known.contains(where: name.isIdentical) {
            throw node.fault("is not supported; here can be \(enumerated(known))")
        }
    }

    /// The refusal of this value; `words` follow its name.
    func fault(_ words: String) -> MappingFault {
        let name = pointer.isEmpty ? "The body" : shortened(pointer)
        return MappingFault(
            pointer: pointer,
            title: "Error parsing JSON",
            detail: "\(name) \(words)"
        )
    }

    // MARK: Values

    func text() throws(MappingFault) -> String {
        guard let text = value.string else { throw fault("must be a text") }
        return text
    }

    /// Also from the texts `true` and `false`, as Jackson converts them.
    func bool() throws(MappingFault) -> Bool {
        let bool = value.bool ?? ["true": true, "false": false][value.string ?? ""]
        guard let bool else { throw fault("must be true or false") }
        return bool
    }

    /// Also from a text with a whole number, as Jackson converts it.
    func int(in range: ClosedRange<Int64>) throws(MappingFault) -> Int {
        let number =
            value.int ?? value.double.flatMap { Int64(exactly: $0) }
            ?? value.string.flatMap(Int64.init)
        guard let number, range.contains(number) else {
            throw fault("must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return Int(number)
    }

    /// Above zero, also from a text.
    func positiveDouble() throws(MappingFault) -> Double {
        let number = value.double ?? value.string.flatMap(Double.init)
        guard let number, number > 0, number.isFinite else {
            throw fault("must be a number above 0")
        }
        return number
    }

    var elements: [MappingNode] {
        value.elements.enumerated().map { MappingNode($1, "\(pointer)/\($0)") }
    }
}
