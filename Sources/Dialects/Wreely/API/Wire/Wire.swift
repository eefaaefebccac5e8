internal import MockPostlyHTTP
internal import MockPostlyJSON

// The client's mapper drops a value of another type than it expects, and many screens crash then:
// ids are numbers or texts exactly as here, and no text is null.

extension Response {
    /// `{"name": […]}`, each element written by `write`.
    static func list<Element>(
        _ name: StaticString,
        _ elements: [Element],
        _ write: (Element, inout JSONWriter) -> Void
    ) -> Response {
        .json { $0.list(name, elements, write) }
    }

    /// `{"error": false, "name": […]}`, after a write that made `element`.
    static func made<Element>(
        _ name: StaticString,
        _ element: Element,
        _ write: (Element, inout JSONWriter) -> Void
    ) -> Response {
        .json { json in
            json.field("error", false)
            json.list(name, [element], write)
        }
    }
}

extension JSONWriter {
    /// Writes a member that is an array, each element with `write`.
    mutating func list<Element>(
        _ name: StaticString,
        _ elements: [Element],
        _ write: (Element, inout JSONWriter) -> Void
    ) {
        key(name)
        beginArray()
        for element in elements { write(element, &self) }
        endArray()
    }

    /// Writes a member that is 0 or 1.
    mutating func bit(_ name: StaticString, _ value: Bool) {
        field(name, value ? 1 : 0)
    }
}
