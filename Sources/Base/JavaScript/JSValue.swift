package import MockPostlyJSON

/// A JavaScript value that JSON, forms and query strings can give.
///
/// Values are equal when they are written the same: strings by their bytes, objects including the
/// order of members. NaN is equal to itself.
package enum JSValue: Sendable {
    /// A member that is missing, or an argument that was not given; never in JSON.
    case undefined
    /// JSON's `null`.
    case null
    case bool(Bool)
    /// Whole and other numbers alike; may be NaN or infinite.
    case number(Double)
    /// A number that a double does not hold; equal to no ``number(_:)``.
    case long(LongNumber)
    /// UTF-8; a lone surrogate of JavaScript is U+FFFD here.
    case string(String)
    /// Never has gaps: an element that JavaScript would leave out is ``undefined``.
    case array([JSValue])
    /// In JavaScript's order of members.
    indirect case object(JSObject)
}

extension JSValue {
    /// The value that `JSON.parse` makes of the same text, but that no digit of a whole number is
    /// lost.
    ///
    /// Of members with the same name the last value is kept, at the position of the first.
    ///
    /// Costs O(n); nesting is limited by ``JSON/depthLimit`` already.
    ///
    /// - Parameters:
    ///   - json: a value of a document.
    ///   - rounding: whether numbers are doubles, as in JavaScript.
    package init(_ json: JSONValue, rounding: Bool = false) {
        switch json.kind {
        case .null: self = .null
        case .bool: self = .bool(json.bool ?? false)
        case .number:
            if !rounding, json.isIntegerLiteral, let long = LongNumber(json.rawText) {
                self = .long(long)
            } else {
                // Not `double`: a number beyond the range is Infinity in JavaScript.
                self = .number(Double(String(decoding: json.rawText, as: UTF8.self)) ?? .nan)
            }
        case .string: self = .string(json.string ?? "")
        case .array: self = .array(json.elements.map { JSValue($0, rounding: rounding) })
        case .object:
            var object = JSObject(reserving: json.count)
            json.forEachMember { name, value in
                object.set(name, JSValue(value, rounding: rounding))
            }
            object.settle()
            self = .object(object)
        }
    }

    /// Whether the value is truthy: all but `false`, `null`, undefined, 0, NaN and `""`.
    package var isTrue: Bool {
        switch self {
        case .undefined, .null: false
        case .bool(let value): value
        case .number(let value): !value.isNaN && value != 0
        case .string(let value): !value.isEmpty
        case .long, .array, .object: true
        }
    }

    /// Whether it is undefined or `null`.
    package var isNullish: Bool {
        switch self {
        case .undefined, .null: true
        default: false
        }
    }

    /// The text of a string; nil for other values.
    package var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The property `name`: a member, an element, a UTF-16 unit of a string, or `length`.
    ///
    /// Undefined when there is none. A lone surrogate becomes U+FFFD.
    package subscript(_ name: String) -> JSValue {
        switch self {
        case .object(let object): return object[name]
        case .array(let elements):
            if name == "length" { return .number(Double(elements.count)) }
            guard let index = arrayIndex(name), index < elements.count else { return .undefined }
            return elements[index]
        case .string(let text):
            if name == "length" { return .number(Double(text.utf16.count)) }
            guard let index = arrayIndex(name), index < text.utf16.count else { return .undefined }
            let unit = text.utf16[text.utf16.index(text.utf16.startIndex, offsetBy: index)]
            return .string(String(decoding: CollectionOfOne(unit), as: UTF16.self))
        case .undefined, .null, .bool, .number, .long: return .undefined
        }
    }

    /// Writes the value as `JSON.stringify` does.
    ///
    /// Undefined members are left out; elsewhere undefined is `null`.
    ///
    /// NaN and infinite numbers are `null`, as `JSON.stringify` writes them.
    package func write(_ json: inout JSONWriter) {
        switch self {
        case .undefined, .null: json.null()
        case .bool(let value): json.bool(value)
        case .number(let value): json.double(value)
        case .long(let value): json.raw(value.text.utf8)
        case .string(let value): json.string(value)
        case .array(let elements):
            json.beginArray()
            for element in elements { element.write(&json) }
            json.endArray()
        case .object(let object):
            json.beginObject()
            for (name, value) in object.members {
                if case .undefined = value { continue }
                json.key(name)
                value.write(&json)
            }
            json.endObject()
        }
    }
}

extension JSValue: Equatable {
    /// Whether both are written the same, in contrast to ``isStrictlyEqual(_:_:)``.
    package static func == (left: JSValue, right: JSValue) -> Bool {
        switch (left, right) {
        case (.undefined, .undefined), (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)):
            left == right || left.isNaN && right.isNaN
        case (.long(let left), .long(let right)): left == right
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }
}
