internal import MockPostlyJavaScript
internal import MockPostlySchemas
internal import MockPostlyXML

/// Reads a body in XML: attributes and elements become members, repeated elements a list.
struct XMLBody {
    private let document: XMLDocument

    /// The value of the outermost element; nil where the bytes are no XML.
    static func value(of bytes: [UInt8], as schema: Schema?) -> JSValue? {
        guard let document = try? XMLDocument(bytes) else { return nil }
        return typed(XMLBody(document: document).value(of: document.outermost), schema)
    }

    /// Names have no prefixes, and declarations of namespaces are no data.
    private func value(of element: Int) -> JSValue {
        var members = Members()
        for attribute in document.attributes(of: element).map({ document.nodes[$0] })
        where attribute.kind == .attribute {
            members.add(.string(attribute.value), attribute.localName)
        }
        var text = ""
        for child in document.children(of: element) {
            let node = document.nodes[child]
            if node.kind == .element {
                members.add(value(of: child), node.localName)
            } else if node.isText {
                text += node.value
            }
        }
        return members.value(text: text)
    }

    /// The attributes and elements of an element, all of one name together.
    private struct Members {
        private var all: [(name: String, values: [JSValue])] = []
        private var places: [String: Int] = [:]

        mutating func add(_ value: JSValue, _ name: String) {
            if let place = places[name] {
                all[place].values.append(value)
            } else {
                places[name] = all.count
                all.append((name, [value]))
            }
        }

        /// The members, or the text of an element that has none.
        func value(text: String) -> JSValue {
            guard !all.isEmpty else { return .string(text) }
            var object = JSObject()
            for (name, values) in all {
                object[name] = values.count == 1 ? values[0] : .array(values)
            }
            return .object(object)
        }
    }

    // MARK: Types

    /// Texts and elements as the schema wants them.
    private static func typed(_ value: JSValue, _ schema: Schema?) -> JSValue {
        guard let schema else { return value }
        if let items = schema.element {
            return .array(elements(of: value, items).map { typed($0, items) })
        }
        switch value {
        case .object(let object):
            var made = JSObject()
            for (name, member) in object.members { made[name] = typed(member, schema.field(name)) }
            return .object(made)
        case .string(let text) where schema.isObject && text.utf8.allSatisfy { $0 <= 0x20 }:
            return .object(JSObject())
        default: return DescribedBody.typed(value, schema)
        }
    }

    /// The elements of a list, which may have an element of its own around them.
    private static func elements(of value: JSValue, _ items: Schema) -> [JSValue] {
        switch value {
        case .array(let elements): return elements
        case .string(let text) where text.utf8.allSatisfy { $0 <= 0x20 }: return []
        case .object(let object) where object.count == 1:
            let (name, inner) = object.members[0]
            if items.field(name) != nil { return [value] }
            if case .array(let elements) = inner { return elements }
            return [inner]
        default: return [value]
        }
    }
}
