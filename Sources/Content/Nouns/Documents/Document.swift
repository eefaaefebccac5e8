package import MockPostlyJSON

/// One record: its JSON, as the API prints it.
package struct Document: Sendable {
    package let id: Int64
    /// The whole record; its ``JSONValue/rawText`` is compact and in JavaScript's form.
    package let value: JSONValue
    /// Where texts stand that are links to the original's hosts, as offsets into the document that
    /// ``value`` is part of; in ascending order.
    package let links: [UInt32]

    /// A record that is part of a larger document, or one of its own.
    ///
    /// Nil when it is no object, or its `id` is no whole number.
    package init?(_ value: JSONValue) {
        guard let id = value["id"]?.int else { return nil }
        self.id = id
        self.value = value
        links = Self.links(in: value.rawText)
    }

    /// A record of its own, given as its compact JSON.
    init?(_ text: [UInt8]) {
        guard let json = try? JSON(parsing: text) else { return nil }
        self.init(json.root)
    }

    /// A member of the record.
    package subscript(_ name: String) -> JSONValue? { value[name] }

    /// Where texts begin that are links, behind their quotes.
    private static func links(in text: ArraySlice<UInt8>) -> [UInt32] {
        var links: [UInt32] = []
        text.withUnsafeBufferPointer { bytes in
            var index = 0
            while index + 23 < bytes.count {
                // Few texts have a colon in them: it tells most places apart.
                guard bytes[index + 6] == UInt8(ascii: ":") else {
                    index += 1
                    continue
                }
                if isLink(bytes, at: index) {
                    links.append(UInt32(text.startIndex + index + 1))
                }
                index += 1
            }
        }
        return links
    }

    private static func isLink(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        // An escaped quote is not the start of a text.
        guard bytes[index] == UInt8(ascii: "\""),
            index == 0 || bytes[index - 1] != UInt8(ascii: "\\")
        else { return false }
        let rest = bytes[(index + 1)...]
        return linkHosts.contains { rest.starts(with: $0.host) }
    }

    /// The starts of links to the original, and where a stand-in has what they lead to.
    package static let linkHosts: [(host: [UInt8], folder: [UInt8])] = [
        (Array("https://dummyjson.com/".utf8), Array("/".utf8)),
        (Array("https://cdn.dummyjson.com/".utf8), Array("/cdn/".utf8)),
        // Portraits of the legacy era.
        (Array("https://robohash.org/".utf8), Array("/icon/".utf8)),
    ]
}
