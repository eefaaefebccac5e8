package import MockPostlyJSON

/// Changes of a JSON document: a merge patch (RFC 7396) or values for paths, and paths to remove.
package struct DocumentPatch: Sendable, Equatable {
    private enum Change: Sendable {
        case merge(JSONValue)
        case set(PatchPath, JSONValue)
        case remove(PatchPath)
    }

    /// Why changes can never be right.
    package struct Fault: Error, Sendable, Equatable {
        /// The member at fault: `patch`, `patch.$.a` or `remove[0]`.
        package var member: String
        /// What is wrong with it, as the end of a sentence.
        package var words: String
        /// What to do about it, as a sentence.
        package var hint: String
    }

    /// The most paths of one patch.
    package static let mostPaths = 1000
    /// The most bytes of a document that is changed, and of what is put into one.
    ///
    /// 16 MiB.
    package static let longestDocument = 16 * 1024 * 1024

    /// In the order in which they are done: what is removed comes last.
    private let changes: [Change]
    /// What it was made from, to compare patches by.
    private let source: [[UInt8]]

    /// The changes of the members `patch` and `remove` of an order.
    ///
    /// - Parameters:
    ///   - patch: an object whose names are paths, or another one, which is a merge patch; nil for
    ///     none.
    ///   - paths: what is removed, in this order.
    /// - Throws: ``Fault`` for bad paths, and for changes that do nothing.
    package init(_ patch: JSONValue?, removing paths: [String]) throws(Fault) {
        var changes = try patch.map(Self.changes(of:)) ?? []
        for (index, text) in paths.enumerated() {
            let path = try Self.path(text, "remove[\(index)]")
            guard !path.isWhole else {
                throw Fault(
                    member: "remove[\(index)]",
                    words: "is the whole document, which cannot be removed",
                    hint: "Send a path of more steps; for an answer without a body, a 'status' 204."
                )
            }
            changes.append(.remove(path))
        }
        guard changes.count <= Self.mostPaths else {
            throw Fault(
                member: patch == nil ? "remove" : "patch",
                words: "makes more than \(Self.mostPaths) paths",
                hint: "Use '[*]' for all elements of a list, or a merge patch."
            )
        }
        guard !changes.isEmpty else {
            throw Fault(
                member: patch == nil ? "remove" : "patch",
                words: "is empty, so that nothing would change",
                hint: "Send such as {\"$.posts[0].title\": null}."
            )
        }
        self.changes = changes
        source = [patch.map { Array($0.rawText) } ?? []] + paths.map { Array($0.utf8) }
    }

    package static func == (one: DocumentPatch, other: DocumentPatch) -> Bool {
        one.source == other.source
    }

    private static func changes(of patch: JSONValue) throws(Fault) -> [Change] {
        // With a document of its own, so that the rest of the order is not kept.
        let patch = JSON(copying: patch).root
        guard patch.kind == .object else {
            throw Fault(
                member: "patch",
                words: "is no object",
                hint: "Send {\"$\": …} for another document as a whole."
            )
        }
        let members = patch.members
        let paths = members.filter { PatchPath.isMeant(by: $0.name) }
        guard !paths.isEmpty else {
            return members.isEmpty ? [] : [.merge(patch)]
        }
        if let other = members.first(where: { !PatchPath.isMeant(by: $0.name) }) {
            throw Fault(
                member: "patch",
                words: "has the path '\(paths[0].name.prefix(60))' beside the name "
                    + "'\(other.name.prefix(60))'",
                hint: "Send names only, which is a merge patch, or paths only: '$.name'."
            )
        }
        var changes: [Change] = []
        for (name, value) in paths {
            changes.append(.set(try path(name, "patch.\(name.prefix(60))"), value))
        }
        return changes
    }

    private static func path(_ text: String, _ member: String) throws(Fault) -> PatchPath {
        do throws(PatchPath.Fault) {
            return try PatchPath(text)
        } catch {
            throw Fault(
                member: member,
                words: "is the path '\(text.prefix(60))', which \(error.words)",
                hint: "Send such as '$.posts[1].author' or '$.posts[*].likes'."
            )
        }
    }

    // MARK: Applying

    /// A changed document, and what the changes have found in it.
    package struct Result: Sendable, Equatable {
        package var bytes: [UInt8]
        /// How many values were set or removed.
        package var count = 0
        /// The paths that led to nothing.
        package var missed: [String] = []

        /// What was done, in one line of characters that a field may have: `2 values`,
        /// `1 value; nothing at $.posts[9].author`.
        package var words: String {
            var words = count == 1 ? "1 value" : "\(count) values"
            let most = 5
            if !missed.isEmpty {
                // A field of an answer: no path makes it longer than clients read.
                let shown = missed.prefix(most).map { String($0.prefix(80)) }
                words += "; nothing at " + shown.joined(separator: ", ")
                if missed.count > most { words += " and \(missed.count - most) more" }
            }
            let characters = words.unicodeScalars.map { scalar in
                (" "..."~").contains(scalar) ? Character(scalar) : "?"
            }
            return String(characters)
        }
    }

    /// The document `root` after the changes, in their order.
    ///
    /// What they do not reach keeps its bytes. A change for whose values there is no room leads to
    /// nothing.
    package func applied(to root: JSONValue) -> Result {
        var node = PatchedNode.kept(root)
        var result = Result(bytes: [])
        var room = PatchedNode.Room(bytes: Self.longestDocument)
        for change in changes {
            switch change {
            case .merge(let patch): result.count += node.merge(patch, at: "$", &result.missed)
            case .set(let path, let value):
                result.note(path, node.set(path.steps[...], to: value, &room))
            case .remove(let path): result.note(path, node.remove(path.steps[...]))
            }
        }
        var json = JSONWriter(escaping: .utf8, reserving: root.range.count + 256)
        node.write(&json)
        result.bytes = json.finish()
        return result
    }
}

extension DocumentPatch.Result {
    fileprivate mutating func note(_ path: PatchPath, _ found: Int) {
        count += found
        if found == 0 { missed.append(path.text) }
    }
}
