import Testing

@testable import MockPostlyNouns

/// Addresses of this server in rows.
struct CollectionLinkTests {
    @Test(arguments: [
        (#"{"a": "mockpostly:/files/1"}"#, #"{"a": "http://h/p/files/1"}"#),
        (#"["mockpostly:/","mockpostly:/x"]"#, #"["http://h/p/","http://h/p/x"]"#),
        (#""mockpostly:/a""#, #""http://h/p/a""#),
        // Only where a text begins.
        (#"["see mockpostly:/a", "mockpostl:/", "\"mockpostly:/"]"#, nil),
        (#"""#, nil), ("", nil),
    ])
    func `a text that begins with the scheme becomes an address`(_ json: String, _ other: String?) {
        let bytes = Array(json.utf8)
        #expect(CollectionLink.isIn(bytes) == (other != nil))
        let text = String(
            decoding: CollectionLink.localized(bytes, at: "http://h/p"),
            as: UTF8.self
        )
        #expect(text == other ?? json)
    }
}
