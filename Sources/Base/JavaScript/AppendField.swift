extension JSObject {
    /// Adds the field `name` of a form, whose name is read as the npm package append-field does.
    ///
    /// `a[b][0]` is element 0 of the array `b` in the object `a`, and `a[]` one more element of the
    /// array `a`. A name that comes again makes an array of its values. A malformed name is one
    /// plain member. Returns false, without a change, for a name with more than 1,000 parts or with
    /// an index above 1,000.
    ///
    /// Costs O(n) in the number of parts of the name.
    package mutating func append(field name: String, _ value: JSValue) -> Bool {
        guard let path = FieldPath(name) else { return false }
        var root = JSValue.object(self)
        // The only reference, so that a long array is not copied for each field.
        self = JSObject()
        root.set(path.keys[...], appends: path.appends, value)
        if case .object(let changed) = root { self = changed }
        return true
    }
}

/// The name of a form field, in parts: `a[b][0][]` has the keys `a`, `b` and 0, and appends.
private struct FieldPath {
    enum Key {
        case member(String)
        case element(Int)

        /// The key as a name of an object's member.
        var name: String {
            switch self {
            case .member(let name): name
            case .element(let index): "\(index)"
            }
        }
    }

    static let limit = 1_000

    /// At least one.
    private(set) var keys: [Key]
    /// Whether the name ends in `[]`.
    private(set) var appends = false

    /// Nil beyond a limit.
    init?(_ name: String) {
        let (open, close) = (UInt8(ascii: "["), UInt8(ascii: "]"))
        let plain = [Key.member(name)]
        var rest = Substring(name).utf8
        let first = rest.prefix { $0 != open }
        keys = [.member(String(Substring(first)))]
        rest = rest[first.endIndex...]
        guard !first.isEmpty else {
            keys = plain
            return
        }
        while !rest.isEmpty {
            let inside = rest.dropFirst().prefix { $0 != close }
            guard rest.first == open, inside.endIndex != rest.endIndex else {
                (keys, appends) = (plain, false)
                return
            }
            rest = rest[inside.endIndex...].dropFirst()
            guard !inside.isEmpty else {
                appends = rest.isEmpty
                if !appends { keys = plain }
                return
            }
            if inside.allSatisfy({ (0x30...0x39).contains($0) }) {
                guard let index = Int(Substring(inside)), index <= Self.limit else { return nil }
                keys.append(.element(index))
            } else {
                keys.append(.member(String(Substring(inside))))
            }
            guard keys.count <= Self.limit else { return nil }
        }
    }
}

extension JSValue {
    /// Sets the value at `keys` in this object or array; containers on the way are made.
    fileprivate mutating func set(
        _ keys: ArraySlice<FieldPath.Key>,
        appends: Bool,
        _ value: JSValue
    ) {
        guard let key = keys.first else { return }
        var present = takeValue(at: key)
        let next = keys.dropFirst()
        if let nextKey = next.first {
            present = present.container(for: nextKey)
            present.set(next, appends: appends, value)
        } else {
            switch present {
            case .undefined: present = appends ? .array([value]) : value
            case .array(var elements):
                present = .undefined
                elements.append(value)
                present = .array(elements)
            case .object: present.set([.member("")], appends: false, value)
            default: present = .array([present, value])
            }
        }
        put(present, at: key)
    }

    /// This value as a container that can have `key`: an array becomes an object when it must, and
    /// a scalar its member with an empty name.
    private func container(for key: FieldPath.Key) -> JSValue {
        let isIndex = if case .element = key { true } else { false }
        switch self {
        case .undefined: return isIndex ? .array([]) : .object(JSObject())
        case .object: return self
        case .array(let elements):
            guard !isIndex else { return self }
            return .object(
                JSObject(
                    elements.enumerated().compactMap { index, element in
                        if case .undefined = element { nil } else { ("\(index)", element) }
                    }
                )
            )
        default: return .object(JSObject([("", self)]))
        }
    }

    /// The value at `key`, which is replaced by a placeholder until ``put(_:at:)``; undefined when
    /// there is none.
    private mutating func takeValue(at key: FieldPath.Key) -> JSValue {
        switch (self, key) {
        case (.array(var elements), .element(let index)):
            self = .undefined
            while elements.count <= index { elements.append(.undefined) }
            let value = elements[index]
            elements[index] = .null
            self = .array(elements)
            return value
        case (.object(var members), _):
            self = .undefined
            let value = members[key.name]
            members.set(key.name, .null)
            self = .object(members)
            return value
        default: return .undefined
        }
    }

    private mutating func put(_ value: JSValue, at key: FieldPath.Key) {
        switch (self, key) {
        case (.array(var elements), .element(let index)):
            self = .undefined
            elements[index] = value
            self = .array(elements)
        case (.object(var members), _):
            self = .undefined
            members.set(key.name, value)
            self = .object(members)
        default: break
        }
    }
}
