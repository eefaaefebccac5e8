internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns

/// The object in a request's body, inside the member that names what it is: `{"user":{…}}`.
///
/// Each member is read once, in the order in which faults are told; ``check()`` throws all of them.
struct RequestBody {
    private let root: JSONValue
    private var faults: [Failure.Fault] = []

    /// Reads the member `name` of the body, whatever its media type.
    ///
    /// Throws a ``Failure`` when there is no such object.
    init(_ request: Request, _ name: String) throws(Failure) {
        guard let document = try? JSON(parsing: request.body, skippingByteOrderMark: true) else {
            throw .notJSON
        }
        guard document.root.kind == .object, let root = document.root[name], !root.isNull else {
            throw Failure(422, name, Self.blank)
        }
        guard root.kind == .object else { throw Failure(422, name, Self.invalid) }
        self.root = root
    }

    private static let blank = "can't be blank"
    private static let invalid = "is invalid"

    private mutating func fail(_ name: String, _ words: String) {
        faults.append(Failure.Fault(name: name, words: words))
    }

    /// Throws a ``Failure`` with all that was wrong so far.
    func check() throws(Failure) {
        if !faults.isEmpty { throw Failure(422, faults) }
    }

    /// A text that must be there and not be blank; empty after a fault.
    mutating func required(_ name: String) -> String {
        changed(name, .new) ?? missing(name)
    }

    private mutating func missing(_ name: String) -> String {
        if root[name] == nil { fail(name, Self.blank) }
        return ""
    }

    /// A text that must not be blank, if it is there; in the era `old`, null and an empty text are as if
    /// it were not.
    mutating func changed(_ name: String, _ era: RealWorld.Era) -> String? {
        guard let value = root[name] else { return nil }
        let text = value.string
        if era == .old, value.isNull || text?.isEmpty == true { return nil }
        guard text != nil || value.isNull else {
            fail(name, Self.invalid)
            return nil
        }
        guard let text, !text.isBlank else {
            fail(name, Self.blank)
            return nil
        }
        return text
    }

    /// A text or null, an inner nil; an empty text is null, and in the era `old` as if it were not there.
    mutating func removable(_ name: String, _ era: RealWorld.Era) -> String?? {
        guard let value = root[name] else { return nil }
        guard let text = value.string ?? (value.isNull ? "" : nil) else {
            fail(name, Self.invalid)
            return nil
        }
        if text.isEmpty { return era == .old ? nil : .some(nil) }
        return .some(text)
    }

    /// A new password, at least eight characters long unless the era is `old`.
    mutating func password(_ name: String, _ era: RealWorld.Era) -> String? {
        guard let text = changed(name, era) else { return nil }
        guard era == .old || text.count >= 8 else {
            fail(name, "is too short (minimum is 8 characters)")
            return nil
        }
        return text
    }

    /// A list of texts; nil when it is absent.
    mutating func texts(_ name: String) -> [String]? {
        guard let value = root[name] else { return nil }
        let texts = value.kind == .array ? value.elements.map(\.string) : [nil]
        guard texts.allSatisfy({ $0 != nil }) else {
            fail(name, Self.invalid)
            return nil
        }
        return texts.compactMap { $0 }
    }
}
