import Testing

@testable import MockPostlyXML

@Suite
struct XMLDocumentTests {
    private func document(_ text: String) throws -> XMLDocument {
        try XMLDocument(Array(text.utf8))
    }

    @Test
    func `a document is a tree of nodes in its own order`() throws {
        let text = """
            \u{FEFF}<?xml version="1.0"?>
            <!-- first --><s:a xmlns:s="urn:s" xmlns="urn:d" s:k="1" k='&lt;&#x41;&quot;
            '>x<![CDATA[<y>]]><b/>z<?go on?></s:a >
            """
        let found = try document(text)
        let outermost = found.nodes[found.outermost]
        #expect(outermost.name == "s:a" && outermost.localName == "a")
        #expect(outermost.namespace == "urn:s")
        let attributes = found.attributes(of: found.outermost).map { found.nodes[$0] }
        #expect(attributes.map(\.name) == ["xmlns:s", "xmlns", "s:k", "k"])
        #expect(attributes.map(\.value) == ["urn:s", "urn:d", "1", "<A\" "])
        #expect(attributes.map(\.namespace) == [nil, nil, "urn:s", nil])
        let children = found.children(of: found.outermost).map { found.nodes[$0] }
        #expect(children.map(\.kind) == [.text, .data, .element, .text, .instruction])
        #expect(children[2].namespace == "urn:d")
        #expect(found.text(of: 0) == "x<y>z")
    }

    @Test
    func `a namespace ends with the element that declares it`() throws {
        let found = try document("<a><b xmlns='u'><c xmlns=''/></b><d/><p:e/></a>")
        let uris = found.nodes.filter { $0.kind == .element }.map(\.namespace)
        #expect(uris == [nil, "u", nil, nil, nil])
        #expect(found.hasUnknownPrefix)
    }

    @Test
    func `ends of lines are one character`() throws {
        let found = try document("<a k='1\r\n2'>x\r\ny\rz<![CDATA[p\r\nq]]>&#13;</a>")
        #expect(found.text(of: 0) == "x\ny\nzp\nq\r")
        #expect(found.nodes[2].value == "1 2")
    }

    @Test(arguments: [
        ("", "has no element"), ("x", "has text outside of its element"),
        ("<a>", "has an element 'a' without an end"),
        ("<a></b>", "has an end '</b>' that ends no element"),
        ("<a/><b/>", "has a second element at its top"),
        ("<a k=1/>", "has an attribute 'k' without quotes"),
        ("<a k='1' k='2'/>", "has an attribute 'k' twice"),
        ("<a k='<'/>", "has '<' in an attribute"),
        ("<a k='1'l='2'/>", "has no space before an attribute"),
        ("<a>&nbsp;</a>", "has '&' before no reference that is known"),
        ("<a>&#0;</a>", "has '&' before no reference that is known"),
        ("<a>\u{1}</a>", "has a control character"), ("<1/>", "has no name where one must be"),
        ("<a:b:c/>", "has a name with a colon at a wrong place"),
        ("<a><?xml version='1.0'?></a>", "has '<?xml' not at its beginning"),
        ("<!DOCTYPE a [<!ENTITY b 'b'>]><a>&b;</a>", "declares types, which is not read"),
        ("<a><!-- </a>", "has no '-->' after this"),
    ])
    func `what is no XML is refused with its reason`(text: String, words: String) throws {
        let fault = #expect(throws: XMLFault.self) { try document(text) }
        #expect(fault?.words == words)
    }

    @Test
    func `the depth and the number of parts have a limit`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        #expect(throws: Never.self) { try document(nested(XMLDocument.deepest)) }
        #expect(throws: XMLFault.self) { try document(nested(XMLDocument.deepest + 1)) }
        let many = "<a>" + String(repeating: "<b/>", count: XMLDocument.mostNodes) + "</a>"
        #expect(throws: XMLFault.self) { try document(many) }
        #expect(throws: XMLFault.self) { try XMLDocument([0x3C, 0x61, 0x3E, 0xFF]) }
        let name = String(repeating: "n", count: XMLDocument.longestName)
        #expect(throws: Never.self) { try document("<\(name) \(name)='1'/>") }
        #expect(throws: XMLFault.self) { try document("<a \(name)n='1'/>") }
    }

    @Test(arguments: [
        ("<a><b>1</b><c/></a>", "<a>\n  <b>1</b>\n  <c/>\n</a>\n"),
        ("<a z='1' b='&lt;&quot;&#10;'>x</a>", "<a b=\"&lt;&quot;&#10;\" z=\"1\">x</a>\n"),
        ("<a k='1' xmlns:z='u'/>", "<a xmlns:z=\"u\" k=\"1\"/>\n"),
        ("<a>\n  <b>1</b>\n</a>", "<a>\n    \n  <b>1</b>\n  \n</a>\n"),
        ("<a>t<b> x </b>u</a>", "<a>\n  t\n  <b> x </b>\n  u\n</a>\n"),
        ("<a><![CDATA[<]]>&gt;</a>", "<a><![CDATA[<]]>&gt;</a>\n"),
        ("<a><!-- c --><?p d?></a>", "<a>\n  <!-- c -->\n  <?p d?>\n</a>\n"),
        ("<a>é\u{1F600}</a>", "<a>é&#128512;</a>\n"), ("<a>\n x\n</a>", "<a>\n x\n</a>\n"),
    ])
    func `an element is written as Java writes it`(text: String, written: String) throws {
        #expect(try document(text).written(0) == written)
    }

    @Test func `a node that is too long is not written`() throws {
        let text = String(repeating: "t", count: XMLDocument.longestText - 8)
        #expect(try document("<a>\(text)</a>").written(0)?.utf8.count == XMLDocument.longestText)
        #expect(try document("<a><b>\(text)</b></a>").written(0) == nil)
    }
}
