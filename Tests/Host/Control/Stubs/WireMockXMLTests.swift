import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyMatching
import MockPostlyRegex
import MockPostlyTestKit
import MockPostlyText
import MockPostlyWorld
import Testing

@testable import MockPostlyControl

/// The matchers of WireMock for documents of XML, met and not met.
@Suite
struct WireMockXMLTests {
    private func takes(
        _ pattern: String,
        _ body: String,
        _ fields: [(String, String)] = []
    ) throws -> Bool {
        let text = pattern.hasPrefix(#"{"headers"#) ? pattern : #"{"bodyPatterns":[\#(pattern)]}"#
        let pattern = try RequestPattern(mapping: MappingNode(Array(text.utf8)))
        let request = try Request.asking("POST", "/a", fields, body: body, host: "a.test")
        let facts = RequestFacts(
            request,
            dialect: "",
            route: { nil },
            users: { [] },
            now: { Instant(seconds: 0) }
        )
        return pattern.accepts(facts)
    }

    /// A matcher of a document with options beside it.
    private func equal(_ wanted: String, _ options: String = "") -> String {
        var json = JSONWriter(escaping: .utf8)
        json.string(wanted)
        let text = String(decoding: json.finish(), as: UTF8.self)
        return #"{"equalToXml":\#(text)\#(options)}"#
    }

    @Test(arguments: [
        ("<a/>", "<a></a>", true), ("<a/>", "<b/>", false), ("<a/>", "", false),
        ("<a/>", "a", false),
        ("<a><b/><c/></a>", " <?xml version='1.0'?>\n<a>\n <c/>\n <b/></a>", false),
        ("<a><b/><c/></a>", "<?xml version='1.0'?>\n<a>\n <c/>\n <b/></a>", true),
        ("<a><b>1</b><b>2</b></a>", "<a><b>2</b><b>1</b></a>", false),
        ("<a><b>1</b></a>", "<a><b>\n 1 </b><!-- x --></a>", true),
        ("<a>1 2</a>", "<a>1  2</a>", false), ("<a>12</a>", "<a>1<!-- x -->2</a>", true),
        ("<a k='1' l='2'/>", "<a l=\"2\" k=\" 1\"/>", true), ("<a k='1'/>", "<a/>", false),
        ("<a/>", "<a k='1'/>", false), ("<a k='1'/>", "<a k='2'/>", false),
        ("<a><b/></a>", "<a><b/><b/></a>", false), ("<a><b/></a>", "<a>x</a>", false),
        ("<a>x</a>", "<a><![CDATA[x]]></a>", false), ("<a><?p 1?></a>", "<a><?p 2?></a>", false),
        ("<a xmlns='u'/>", "<p:a xmlns:p='u'/>", true), ("<a xmlns='u'/>", "<a/>", false),
        ("<a xmlns='u'/>", "<a xmlns='v'/>", false), ("<a/>", "<a xmlns='v'/>", true),
        ("<a xmlns:p='u' p:k='1'/>", "<a xmlns:q='u' q:k='1'/>", true),
        ("<a xmlns:p='u' p:k='1'/>", "<a k='1'/>", false), ("<a/>", "<p:a/>", false),
        ("<a/>", "<!DOCTYPE a><a/>", false), ("<a/>", "<a>x<b/></a>", false),
    ])
    func `a document is compared as XMLUnit does it for WireMock`(
        wanted: String,
        body: String,
        isTaken: Bool
    ) throws {
        #expect(try takes(equal(wanted), body) == isTaken)
    }

    @Test(arguments: [
        (
            "<a><b>1</b><b>2</b></a>", #","ignoreOrderOfSameNode":true"#, "<a><b>2</b><b>1</b></a>",
            true
        ),
        (
            "<a><b>1</b><b>2</b></a>", #","ignoreOrderOfSameNode":true"#, "<a><b>2</b><b>2</b></a>",
            false
        ),
        ("<a xmlns='u'/>", #","exemptedComparisons":["NAMESPACE_URI"]"#, "<a xmlns='v'/>", true),
        ("<a k='1'/>", #","exemptedComparisons":["ATTR_VALUE"]"#, "<a k='2'/>", true),
        ("<a/>", #","exemptedComparisons":["ELEMENT_NUM_ATTRIBUTES"]"#, "<a k='2'/>", true),
        ("<a k='2'/>", #","exemptedComparisons":["ELEMENT_NUM_ATTRIBUTES"]"#, "<a/>", false),
        (
            "<a><b/></a>", #","exemptedComparisons":["CHILD_NODELIST_LENGTH"]"#, "<a><b/><c/></a>",
            true
        ),
        (
            "<a>x</a>", #","exemptedComparisons":["NODE_TYPE","XML_VERSION"]"#,
            "<a><![CDATA[x]]></a>", true
        ),
        ("<a>x</a>", #","exemptedComparisons":["TEXT_VALUE"]"#, "<a>y</a>", true),
        ("<a/>", #","exemptedComparisons":["ELEMENT_TAG_NAME"]"#, "<b/>", true),
        ("<a>${xmlunit.ignore}</a>", "", "<a>1</a>", false),
        ("<a>${xmlunit.ignore}</a>", #","enablePlaceholders":true"#, "<a>1</a>", true),
        ("<a>${xmlunit.ignore}</a>", #","enablePlaceholders":"true""#, "<a/>", true),
        ("<a>${xmlunit.isNumber}</a>", #","enablePlaceholders":true"#, "<a> 1.5e3 </a>", true),
        ("<a>${xmlunit.isNumber}</a>", #","enablePlaceholders":true"#, "<a>one</a>", false),
        ("<a k='${xmlunit.ignore}'/>", #","enablePlaceholders":true"#, "<a k='2'/>", true),
        (
            "<a>${xmlunit.matchesRegex([0-9]{2})}</a>", #","enablePlaceholders":true"#, "<a>12</a>",
            true
        ),
        (
            "<a>${xmlunit.matchesRegex([0-9]{2})}</a>", #","enablePlaceholders":true"#,
            "<a>123</a>", false
        ),
        (
            "<a>[[xmlunit.ignore]]</a>",
            #","enablePlaceholders":true,"placeholderOpeningDelimiterRegex":"\\[\\[","placeholderClosingDelimiterRegex":"]]""#,
            "<a>1</a>", true
        ),
        ("<p:a>x</p:a>", #","namespaceAwareness":"LEGACY""#, "<q:a><![CDATA[x]]></q:a>", true),
        ("<a p:k='1'/>", #","namespaceAwareness":"LEGACY""#, "<a q:k='1'/>", false),
        ("<a xmlns='u'/>", #","namespaceAwareness":"LEGACY""#, "<a xmlns='v'/>", false),
    ])
    func `options say what does not count`(
        wanted: String,
        options: String,
        body: String,
        isTaken: Bool
    ) throws {
        #expect(try takes(equal(wanted, options), body) == isTaken)
    }

    private static let order =
        #"<o:order xmlns:o="u" id="7"><item>pen</item><item>ink</item></o:order>"#

    @Test(arguments: [
        (#"{"matchesXPath":"/order/item[.='ink']"}"#, true),
        (#"{"matchesXPath":"/order/item[.='cup']"}"#, false),
        (#"{"matchesXPath":"/p:order[@id=7]","xPathNamespaces":{"p":"u"}}"#, true),
        (#"{"matchesXPath":"/p:order","xPathNamespaces":{"p":"v"}}"#, false),
        (#"{"matchesXPath":"/order","xPathNamespaces":{"p":"u"}}"#, false),
        (#"{"matchesXPath":"/order","xPathNamespaces":{}}"#, true),
        (#"{"matchesXPath":{"expression":"//item/text()","equalTo":"ink"}}"#, true),
        (#"{"matchesXPath":{"expression":"//item/text()","equalTo":"cup"}}"#, false),
        (#"{"matchesXPath":{"expression":"/order/@id","greaterThanNumber":6}}"#, true),
        (#"{"matchesXPath":{"expression":"//item","contains":"<item>in"}}"#, true),
        (#"{"matchesXPath":{"expression":"//item","equalToXml":"<item>pen</item>"}}"#, true),
        (#"{"matchesXPath":{"expression":"//none","absent":true}}"#, false),
        (
            #"{"matchesXPath":{"expression":"/p:order/@id","equalTo":"7"},"xPathNamespaces":{"p":"u"}}"#,
            true
        ),
        (#"{"headers":{"X-XML":{"matchesXPath":"/a/b"}}}"#, true),
        (#"{"headers":{"X-XML":{"equalToXml":"<a> <b/> </a>"}}}"#, true),
        (#"{"headers":{"X-XML":{"not":{"matchesXPath":"/a/c"}}}}"#, true),
        (#"{"headers":{"X-No":{"matchesXPath":"/a/c"}}}"#, false),
    ])
    func `a path is met by one of its nodes`(pattern: String, isTaken: Bool) throws {
        #expect(try takes(pattern, Self.order, [("X-XML", "<a><b/></a>")]) == isTaken)
        if !pattern.hasPrefix(#"{"headers"#) {
            #expect(try !takes(pattern, "no document"))
            let head = "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n"
            let form = "\(head)\(Self.order)\r\n--b--\r\n"
            let parts = #"{"headers":{},"multipartPatterns":[{"bodyPatterns":[\#(pattern)]}]}"#
            let type = [("Content-Type", "multipart/form-data; boundary=b")]
            #expect(try takes(parts, form, type) == isTaken)
        }
    }

    @Test(arguments: [
        (
            Self.equalTo("<a>"),
            "/bodyPatterns/0/equalToXml has an element 'a' without an end, at byte 3"
        ),
        (Self.equalTo("<a>x<b/></a>"), "has text or an instruction beside elements in 'a'"),
        (Self.equalTo("<!DOCTYPE a><a/>"), "declares types"),
        (Self.equalTo("<p:a/>"), "has a prefix without a URI"),
        (#"{"equalToXml":"<a/>","namespaceAwareness":"NONE"}"#, "can be 'STRICT', 'LEGACY'"),
        (#"{"equalToXml":"<a/>","exemptedComparisons":["ALL"]}"#, "exemptedComparisons/0 can be"),
        (
            #"{"equalToXml":"<a>${xmlunit.isDateTime}</a>","enablePlaceholders":true}"#,
            "has the placeholder '${xmlunit.isDateTime}', which is not supported"
        ),
        (
            #"{"equalToXml":"<a>x ${xmlunit.ignore}</a>","enablePlaceholders":true}"#,
            "has a placeholder that is not all of its text"
        ),
        (#"{"equalToXml":"<a/>","placeholders":true}"#, "placeholders is not supported"),
        (
            #"{"matchesXPath":"/s:a"}"#,
            "is a path that has the prefix 's', which has no URI in 'xPathNamespaces', at byte 1"
        ),
        (#"{"matchesXPath":{"equalTo":"a"}}"#, "must have the member 'expression'"),
        (#"{"matchesXPath":"count(//a)"}"#, "is a path that must lead to nodes"),
    ])
    func `what would not mean the same is refused with its name`(pattern: String, words: String)
        throws
    {
        let fault = #expect(throws: MappingFault.self) { try takes(pattern, "<a/>") }
        #expect(fault.map { $0.detail.holds(words) } == true, "\(fault?.detail ?? "")")
    }

    private static func equalTo(_ text: String) -> String { #"{"equalToXml":"\#(text)"}"# }

    @Test(arguments: [
        (#"{"contains":"b","equalTo":"x"}"#, true), (#"{"equalTo":"x","contains":"b"}"#, false),
        (#"{"contains":"b","absent":true}"#, false),
        (#"{"matchesJsonPath":"$.a","contains":"nothing"}"#, true),
    ])
    func `of several matchers in one object the first counts`(pattern: String, isTaken: Bool) throws
    {
        #expect(try takes(pattern, #"{"a":"b"}"#) == isTaken)
    }
}
