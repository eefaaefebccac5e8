internal import MockPostlyJavaScript

/// Changes of documents in the forms of RFC 7396 and RFC 6902.
enum JSONPatch {
    /// As RFC 7396 says: null removes, objects are merged, all else replaces.
    static func merge(_ patch: JSObject, into target: JSObject) -> JSObject {
        var target = target
        var removed: Set<[UInt8]> = []
        for (name, value) in patch.members where !name.hasPrefix("$") {
            switch value {
            case .null: removed.insert(Array(name.utf8))
            case .object(let inner):
                var known = JSObject()
                if case .object(let object) = target[name] { known = object }
                target[name] = .object(merge(inner, into: known))
            default: target[name] = value
            }
        }
        guard !removed.isEmpty else { return target }
        // All at once: an object lays its members anew for each that goes.
        var rest = JSObject()
        for (name, value) in target.members where !removed.contains(Array(name.utf8)) {
            rest[name] = value
        }
        return rest
    }

    /// The most steps of RFC 6902 in a request.
    private static let mostSteps = 1_000
    /// The most values that the steps of a request may copy and move.
    private static let mostCopied = 100_000

    /// Applies the steps of RFC 6902 to an object; all of them, or none.
    ///
    /// - Throws: 422 for a step that cannot be done.
    static func apply(_ steps: [JSValue], to object: JSObject) throws -> JSObject {
        guard steps.count <= mostSteps else {
            throw DescribedFailure(422, "the patch has more than \(mostSteps) steps")
        }
        var value = JSValue.object(object)
        var copied = 0
        for step in steps {
            let path = step["path"].text
            let names = Self.names(path)
            switch step["op"].text {
            case "add": value = try set(step["value"], names, value, path)
            case "replace":
                // What is replaced must be there (RFC 6902, section 4.3).
                guard names.reduce(value, { $0[$1] }) != .undefined else { throw fault(path) }
                value = try set(step["value"], names, value, path, replaces: true)
            case "remove": value = try set(.undefined, names, value, path)
            case "move", "copy":
                let from = Self.names(step["from"].text)
                let moved = from.reduce(value) { $0[$1] }
                guard moved != .undefined else { throw fault(step["from"].text) }
                copied += size(of: moved)
                guard copied <= mostCopied else {
                    throw DescribedFailure(422, "the patch copies more than \(mostCopied) values")
                }
                if step["op"].text == "move" { value = try set(.undefined, from, value, path) }
                value = try set(moved, names, value, path)
            case "test":
                guard names.reduce(value, { $0[$1] }) == step["value"] else { throw fault(path) }
            default: throw DescribedFailure(400, "a patch has no operation \(step["op"].text)")
            }
        }
        guard case .object(let result) = value else { throw fault("") }
        return result
    }

    /// How many values are in a value, itself included.
    private static func size(of value: JSValue) -> Int {
        switch value {
        case .array(let elements): elements.reduce(1) { $0 + size(of: $1) }
        case .object(let object): object.members.reduce(1) { $0 + size(of: $1.value) }
        default: 1
        }
    }

    private static func fault(_ path: String) -> DescribedFailure {
        DescribedFailure(422, "the patch does not fit at \(path.isEmpty ? "/" : path)")
    }

    /// The names of a pointer (RFC 6901).
    private static func names(_ pointer: String) -> [String] {
        pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(name)
    }

    /// What a part of a pointer stands for: `~1` is a slash and `~0` a tilde.
    private static func name(_ part: Substring) -> String {
        let parts = part.split(separator: "~", omittingEmptySubsequences: false)
        var name = String(parts.first ?? "")
        for rest in parts.dropFirst() {
            name += rest.first == "1" ? "/" : "~"
            name += rest.dropFirst()
        }
        return name
    }

    private static func set(
        _ new: JSValue,
        _ names: [String],
        _ target: JSValue,
        _ path: String,
        replaces: Bool = false
    ) throws -> JSValue {
        guard let name = names.first else { return new }
        let rest = Array(names.dropFirst())
        switch target {
        case .object(var object):
            if name.hasPrefix("$") { throw fault(path) }
            if rest.isEmpty {
                if new == .undefined, !object.has(name) { throw fault(path) }
                object[name] = new
            } else {
                object[name] = try set(new, rest, object[name], path, replaces: replaces)
            }
            return .object(object)
        case .array(var elements):
            if name == "-", rest.isEmpty { return .array(elements + [new]) }
            guard let index = Int(name), index >= 0, index <= elements.count else {
                throw fault(path)
            }
            if rest.isEmpty {
                if new == .undefined {
                    guard index < elements.count else { throw fault(path) }
                    elements.remove(at: index)
                } else if replaces, index < elements.count {
                    elements[index] = new
                } else if index == elements.count {
                    elements.append(new)
                } else {
                    elements.insert(new, at: index)
                }
            } else {
                guard index < elements.count else { throw fault(path) }
                elements[index] = try set(new, rest, elements[index], path, replaces: replaces)
            }
            return .array(elements)
        default: throw fault(path)
        }
    }
}
