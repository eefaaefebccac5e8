import MockPostlyRegex
import Testing

@testable import MockPostlyXML

@Suite
struct XPathTests {
    private static let orders = """
        <s:orders xmlns:s="urn:s" xml:lang="en"><order id="1" s:kind="new"><item>pen</item>\
        <item>ink</item><price>3.5</price></order><order id="2"><item>cup</item>\
        <price>12</price><!-- late --></order><s:note> two  words </s:note></s:orders>
        """

    private func texts(
        _ path: String,
        _ prefixes: [String: String]? = nil,
        in text: String = orders
    ) throws -> [String] {
        let document = try XMLDocument(Array(text.utf8))
        let nodes = try XPath(path, prefixes).nodes(in: document, MatchBudget(.rules))
        return try #require(nodes).map {
            document.nodes[$0].kind == .element ? document.text(of: $0) : document.nodes[$0].value
        }
    }

    @Test(arguments: [
        ("/orders/order/@id", ["1", "2"]), ("/orders/order[2]/item", ["cup"]),
        ("//item", ["pen", "ink", "cup"]), ("//item[1]", ["pen", "cup"]), ("(//item)[2]", ["ink"]),
        ("//item[last()]", ["ink", "cup"]), ("//order/item[position() = 2]", ["ink"]),
        ("//order[@id='2']/price/text()", ["12"]), ("//order[price > 10]/@id", ["2"]),
        ("//order[item='cup' and not(item='pen')]/@id", ["2"]),
        ("//order[item='pen' or @id=2]/@id", ["1", "2"]), ("//order[count(item) = 2]/@id", ["1"]),
        ("//item[contains(., 'n')]", ["pen", "ink"]), ("//item[starts-with(text(), 'c')]", ["cup"]),
        ("//*[local-name()='note']", [" two  words "]), ("//*[name()='s:note']", [" two  words "]),
        ("//*[normalize-space()='two words']/../order[1]/@*", ["1", "new"]),
        ("//item[string(.)='ink']/preceding-sibling::item", ["pen"]),
        ("//item[.='pen']/following-sibling::*", ["ink", "3.5"]),
        ("//price[. != 12]", ["3.5"]), ("//item | //price[.=12]", ["pen", "ink", "cup", "12"]),
        ("//item/ancestor::order/@id", ["1", "2"]), ("//comment()", [" late "]),
        ("/orders/*[self::order][2]/child::price", ["12"]), ("//order[@kind]/@id", ["1"]),
        ("descendant::price[number(.) * 2 = 7]", ["3.5"]), ("//order[item[2]]/@id", ["1"]),
        ("//order[concat(@id, '-', price) = '2-12']/@id", ["2"]),
        ("//order[sum(price) > 3]/@id", ["1", "2"]),
        ("//item[substring(., 2, 1) = 'e']", ["pen"]), ("//item[string-length() = 3][2]", ["ink"]),
        ("//item[translate(., 'pen', 'PE') = 'PE']", ["pen"]), ("//price[. mod 5 = 2]", ["12"]),
        ("//price[floor(.) = 3][round(.) = 4]", ["3.5"]),
        ("//item[substring-after(., 'c') = 'up']", ["cup"]),
        ("orders/order/item[2]", ["ink"]), ("//nothing", []), ("/order", []), ("//order[3]", []),
    ])
    func `a path leads to its nodes in the order of the document`(
        path: String,
        found: [String]
    ) throws {
        #expect(try texts(path) == found)
    }

    @Test(arguments: [
        // A path that is no more than //name takes whole names, as Java does there.
        ("//B", false), ("//s:B", nil), ("/E/B", true), ("//B[a]", false), ("//B[1]", true),
        ("//B[a='x']", false), ("//B[contains(a, 'x')]", false), ("//B[a != 'y']", true),
        ("//B[a and c]", true), ("//B[not(a = 'y')]", true), ("//B[not(d)]", false),
        ("//B['x']", true), ("//a[1.5]", true),
        ("//B/a", true), (".//B", false), ("/E[.//B]", false), ("/E//B", true), ("//*/B", true),
        ("/descendant::B", false), ("descendant::B", true), ("//E/B", true), ("(//B)[1]", false),
        ("/E/B[text()]", false), ("//@k", true),
    ])
    func `without prefixes those of the document are left out of account`(
        path: String,
        isFound: Bool?
    ) throws {
        let text = "<E><s:B s:k='1'><m:a>x</m:a><c/></s:B></E>"
        guard let isFound else {
            #expect(throws: XPath.Fault.self) { try texts(path, in: text) }
            return
        }
        #expect(try texts(path, in: text).isEmpty == !isFound)
    }

    @Test(arguments: [
        ("/o:orders/order/@id", ["1", "2"]), ("/orders/order/@id", []),
        ("//o:note", [" two  words "]),
        ("//o:*/@id", []), ("//@o:kind", ["new"]), ("//@kind", []), ("//note", []),
        ("//*[namespace-uri()='urn:s'][2]", []), ("//item[1]", ["pen", "cup"]),
    ])
    func `with prefixes names are those of their namespaces`(path: String, found: [String]) throws {
        #expect(try texts(path, ["o": "urn:s"]) == found)
        #expect(try texts(path, ["o": "urn:s"], in: "<p:orders><order id='1'/></p:orders>").isEmpty)
    }

    @Test(arguments: [
        ("", "ends too early at byte 0"), ("/a[", "ends too early at byte 3"),
        ("/a]", "has ']', which is not supported, at byte 2"),
        ("/a/$b", "has '$', which is not supported, at byte 3"),
        ("id('a')", "has the function 'id', which is not supported, at byte 0"),
        ("/a/following::b", "has the axis 'following', which is not supported, at byte 3"),
        ("/a['b]", "has a quote without an end at byte 3"),
        ("/a[count(1)]", "has 'count' of what are no nodes, at byte 3"),
        ("/a[contains(b)]", "has 'contains' with a wrong number of values, at byte 3"),
        ("count(//a)", "must lead to nodes, as in /a[count(b) = 2]: alone it is no path"),
        ("//a = 'b'", "must lead to nodes, as in /a[count(b) = 2]: alone it is no path"),
        ("/s:a", "has the prefix 's', which has no URI in 'xPathNamespaces', at byte 1"),
    ])
    func `what is not supported is refused with its place`(path: String, words: String) throws {
        let fault = #expect(throws: XPath.Fault.self) { try XPath(path, nil) }
        #expect(fault?.words == words)
    }

    @Test
    func `brackets inside of one another have a limit`() throws {
        let path = String(repeating: "a[", count: 40) + "1" + String(repeating: "]", count: 40)
        #expect(throws: XPath.Fault.self) { try XPath(path, nil) }
        #expect(throws: XPath.Fault.self) { try XPath(String(repeating: "(", count: 4000), nil) }
        #expect(throws: XPath.Fault.self) {
            try XPath(String(repeating: "-", count: 4000) + "1", nil)
        }
    }

    /// Each takes the product of the numbers of nodes, or more.
    @Test(arguments: [
        "//*[//*[//*[. = 'x']]]", "//a[following-sibling::a[following-sibling::a = 'x']]",
        "//a[preceding-sibling::a]//b", "/r/a[contains(//r, 'nothing')]", "//*[//a = //a/..]//*",
    ])
    func `work that grows with products ends with its budget`(path: String) throws {
        let text = "<r>" + String(repeating: "<a>some text</a>", count: 3000) + "</r>"
        let document = try XMLDocument(Array(text.utf8))
        let budget = MatchBudget(.rules)
        #expect(try XPath(path, nil).nodes(in: document, budget) == nil)
        #expect(budget.exceeded == path)
    }

    /// Texts of the path itself cost as much as those of a document, for each node.
    @Test(arguments: [
        "//b[substring('LONG', 2) = 'x']", "//b[translate('a', 'LONG', '') = 'x']",
        "//b[number('LONG') = 1]", "//b[concat('a', 'LONG') = 'x']", "//b[../@x]",
    ])
    func `work that a node hardly shows ends with its budget`(path: String) throws {
        let declarations = (0..<1000).map { " xmlns:a\($0)='u'" }.joined()
        let text = "<r\(declarations)>" + String(repeating: "<b/>", count: 3000) + "</r>"
        let path = path.replacing("LONG", with: String(repeating: "1", count: 3000))
        let document = try XMLDocument(Array(text.utf8))
        #expect(try XPath(path, nil).nodes(in: document, MatchBudget(.rules)) == nil)
    }
}
