package import MockPostlyJSON
internal import MockPostlyPlatform

/// One record of the DummyJSON API: its JSON, as the API sends it.
///
/// `{"id":1,"title":"His mother had always taught him","body":"...","userId":121}`: compact, with
/// the members in the original's order. Copies share the text of the document that they are part
/// of.
package struct Document: Sendable {
    /// The `id` of the record, unique among the records of its kind.
    ///
    /// Below zero as well, for records that clients have written with such an id.
    package let id: Int64
    /// The whole record; its ``JSONValue/rawText`` is compact and in JavaScript's form.
    package let value: JSONValue
    /// Where strings begin that are links to the original's hosts, in ascending order.
    ///
    /// Each number is the offset of the first byte after the opening quote, in the text of the
    /// document that ``value`` is part of.
    package let links: [UInt32]

    /// A record that is part of a larger document, or a document of its own.
    ///
    /// Nil when `value` is not an object, or its `id` is not a whole number.
    package init?(_ value: JSONValue) {
        guard let id = value["id"]?.int else { return nil }
        self.id = id
        self.value = value
        links = Self.links(in: value.rawText)
    }

    /// A record that is a document of its own, from its compact JSON.
    ///
    /// Nil when `text` is not JSON, or not a record.
    init?(_ text: [UInt8]) {
        guard let json = try? JSON(parsing: text) else { return nil }
        self.init(json.root)
    }

    /// A member of the record; nil when it has none of that name.
    ///
    /// Costs O(n) in the number of members.
    package subscript(_ name: String) -> JSONValue? { value[name] }

    /// A member of the record; nil when it has none of that name.
    ///
    /// Costs O(n) in the number of members and no allocation.
    package subscript(_ name: StaticString) -> JSONValue? { value[name] }

    /// The offsets of the first bytes of strings that are links, after their opening quotes.
    private static func links(in text: ArraySlice<UInt8>) -> [UInt32] {
        var links: [UInt32] = []
        text.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            // All hosts begin with `https:`. Few strings have a colon there, so this rules out most
            // places.
            let mark = Int32(UInt8(ascii: ":"))
            let end = bytes.count - 17
            var place = 6
            while place < end, let colon = memchr(start + place, mark, end - place) {
                let index = UnsafeRawPointer(colon) - UnsafeRawPointer(start) - 6
                if isLink(bytes, at: index) {
                    links.append(UInt32(text.startIndex + index + 1))
                }
                place = index + 7
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

    /// How links to the original begin, and the folder that this server has in place of the host.
    ///
    /// Compared byte by byte at the beginning of a string.
    package static let linkHosts: [(host: [UInt8], folder: [UInt8])] = [
        (Array("https://dummyjson.com/".utf8), Array("/".utf8)),
        (Array("https://cdn.dummyjson.com/".utf8), Array("/cdn/".utf8)),
        // Portraits of the legacy era.
        (Array("https://robohash.org/".utf8), Array("/icon/".utf8)),
    ]
}
