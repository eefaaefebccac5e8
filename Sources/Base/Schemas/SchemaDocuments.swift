package import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyThreads

/// A value in one of several documents that refer to each other.
package struct SchemaNode: Sendable {
    package let value: JSONValue
    /// The number of its document, from 0.
    package let document: Int

    package init(_ value: JSONValue, in document: Int) {
        (self.value, self.document) = (value, document)
    }

    /// Where it stands: no other value has the same.
    package var place: SchemaDocuments.Place {
        SchemaDocuments.Place(document: document, offset: value.offset)
    }

    /// The member `name`; nil when there is none or this is no object.
    package subscript(_ name: String) -> SchemaNode? {
        value[name].map { SchemaNode($0, in: document) }
    }

    /// The text of its `$ref`; nil without one.
    package var reference: String? { value["$ref"]?.string }
}

/// Documents with references to places in each other; the first is the one that was asked for.
///
/// Their paths are relative to the folder of the first, with `/` between names: `schemas/pet.yaml`.
/// May be used on any thread.
package final class SchemaDocuments: Sendable {
    package struct Document: Sendable {
        package let path: String
        package let root: JSONValue

        package init(path: String, root: JSONValue) {
            (self.path, self.root) = (path, root)
        }
    }

    package let list: [Document]
    private let numbers: [String: Int]
    /// The members of large objects that references have led through.
    private let members = Monitor<[Place: [String: JSONValue]]>([:])
    /// Where references of each document lead.
    private let targets: Monitor<[[String: SchemaNode]]>

    /// A value of a document, by where it begins.
    package struct Place: Hashable, Sendable {
        let document: Int
        let offset: Int
    }

    package init(_ list: [Document]) {
        self.list = list
        targets = Monitor(Array(repeating: [:], count: list.count))
        var numbers: [String: Int] = [:]
        for (number, document) in list.enumerated() where numbers[document.path] == nil {
            numbers[document.path] = number
        }
        self.numbers = numbers
    }

    /// The outermost value of document `number`.
    package func root(_ number: Int = 0) -> SchemaNode {
        SchemaNode(list[number].root, in: number)
    }

    /// The value to which `reference` leads from a place in `document`, be it a reference itself.
    ///
    /// Nil when there is none, and for documents that are not in the list.
    package func target(of reference: String, from document: Int) -> SchemaNode? {
        if let known = targets.withLock({ $0[document][reference] }) { return known }
        guard let found = target(of: reference, from: document, 0) else { return nil }
        targets.withLock { $0[document][reference] = found }
        return found
    }

    /// `depth` is the number of references that are being followed on the way of another.
    private func target(
        of reference: String,
        from document: Int,
        _ depth: Int
    ) -> SchemaNode? {
        guard depth < 20, let reference = SchemaReference(reference) else { return nil }
        var number = document
        if let file = reference.file {
            guard let path = SchemaReference.path(file, from: list[document].path),
                let known = numbers[path]
            else { return nil }
            number = known
        }
        var node = root(number)
        for name in reference.pointer {
            // What stands beside a reference is found too.
            if let child = member(name, of: node) {
                node = child
                continue
            }
            guard node.reference != nil,
                let child = member(name, of: followed(node, depth + 1))
            else { return nil }
            node = child
        }
        return node
    }

    /// The value to which the references that begin at `node` lead at last; `node` without any.
    ///
    /// A chain that ends nowhere, or that leads to itself, is followed as far as it goes.
    package func followed(_ node: SchemaNode) -> SchemaNode { followed(node, 0) }

    private func followed(_ node: SchemaNode, _ depth: Int) -> SchemaNode {
        var node = node
        for _ in 0..<Self.longestChain {
            guard let reference = node.reference,
                let next =
                    depth == 0
                    ? target(of: reference, from: node.document)
                    : target(of: reference, from: node.document, depth)
            else { break }
            node = next
        }
        return node
    }

    static let longestChain = 50

    private func member(_ name: String, of node: SchemaNode) -> SchemaNode? {
        if node.value.kind == .array {
            let elements = node.value.elements
            guard let index = Int(name), elements.indices.contains(index) else { return nil }
            return SchemaNode(elements[index], in: node.document)
        }
        let range = node.value.range
        // Small ones are searched faster than a table is made.
        guard range.count > 2_000 else { return node[name] }
        let place = node.place
        let known = members.withLock { $0[place] }
        if let known { return known[name].map { SchemaNode($0, in: node.document) } }
        var table: [String: JSONValue] = [:]
        node.value.forEachMember { table[$0] = $1 }
        let made = table
        members.withLock { $0[place] = made }
        return made[name].map { SchemaNode($0, in: node.document) }
    }
}

/// The text of a `$ref`: a file, and a JSON pointer (RFC 6901) into it.
package struct SchemaReference: Sendable, Equatable {
    /// Relative to the document with the reference; nil for that document.
    package let file: String?
    /// The names on the way, with their escapes resolved.
    package let pointer: [String]

    /// Nil for a text with a `#` after which no pointer follows.
    package init?(_ text: String) {
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        file = parts[0].isEmpty ? nil : Self.decoded(parts[0])
        guard parts.count == 2, !parts[1].isEmpty else {
            pointer = []
            return
        }
        guard parts[1].hasPrefix("/") else { return nil }
        pointer = parts[1].dropFirst().split(separator: "/", omittingEmptySubsequences: false)
            .map { Self.unescaped(Self.decoded($0)) }
    }

    /// The name that it gives what it leads to: the last of the pointer, or that of the file.
    package var name: String? {
        if let last = pointer.last { return last }
        guard let last = file?.split(separator: "/").last else { return nil }
        return last.split(separator: ".").first.map(String.init)
    }

    /// Whether it leads to another host.
    package var isRemote: Bool {
        guard let file else { return false }
        guard let colon = file.firstIndex(of: ":") else { return file.hasPrefix("//") }
        return file[..<colon].allSatisfy {
            $0.isLetter || $0.isNumber || $0 == "+" || $0 == "." || $0 == "-"
        }
    }

    /// `file` seen from the folder of the document at `base`, as a path without `.` and `..`; nil
    /// when it leads out of the folder of the first document.
    package static func path(_ file: String, from base: String) -> String? {
        guard !file.hasPrefix("/") else { return nil }
        var names = base.split(separator: "/").dropLast().map(String.init)
        for name in file.split(separator: "/") {
            switch name {
            case ".": continue
            case "..":
                guard names.popLast() != nil else { return nil }
            default: names.append(String(name))
            }
        }
        return names.joined(separator: "/")
    }

    private static func decoded(_ text: Substring) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        return decodeURIComponent(text.utf8) ?? String(text)
    }

    private static func unescaped(_ name: String) -> String {
        guard name.utf8.contains(UInt8(ascii: "~")) else { return name }
        let parts = name.split(separator: "~", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(String(parts[0])) { text, part in
            switch part.first {
            case "1": text + "/" + part.dropFirst()
            case "0": text + "~" + part.dropFirst()
            default: text + "~" + part
            }
        }
    }
}
