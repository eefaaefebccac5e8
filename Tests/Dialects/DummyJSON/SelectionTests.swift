import MockPostlyHTTP
import MockPostlyJavaScript
import MockPostlyNouns
import MockPostlyTestKit
import Testing

@testable import DummyJSONDialect

/// Which members `select` asks for.
@Suite
struct SelectionTests {
    @Test(
        arguments: [
            ("select=a,b", ["a", "b"]), ("select=b,a,b", ["b", "a"]),
            ("select=a,%20b", ["a", " b"]),
            ("select=id", []), ("select=a,id,b", ["a", "b"]), ("select=a,,b", ["a", "", "b"]),
            ("select=,", [""]), ("select[]=a&select[]=b", ["a", "b"]),
            ("select=a&select=b&select=a", ["a", "b"]), ("select[1]=b&select[0]=a", ["a", "b"]),
            ("select=reactions.likes", ["reactions.likes"]), ("select=Title", ["Title"]),
        ]
    )
    func `named members come once, in the order named`(query: String, names: [String]) {
        #expect(Selection(CommonOptions(parseQueryString(Array(query.utf8)))) == .members(names))
    }

    @Test(arguments: ["", "select=", "select[a]=x", "Select=a", "limit=1"])
    func `without names there is no selection`(query: String) {
        #expect(Selection(CommonOptions(parseQueryString(Array(query.utf8)))) == .all)
    }

    private static let post = #"""
        {"id":1,"title":"One","body":"Text","tags":["a","b"],"reactions":{"likes":2,"dislikes":1},\#
        "views":305,"userId":7}
        """#

    @Test(
        "of a post",
        arguments: [
            ("", post), ("select=views,nope", #"{"id":1,"views":305}"#),
            ("select=nope", #"{"id":1}"#), ("select=title,id", #"{"id":1,"title":"One"}"#),
            (
                "select=userId,reactions,title",
                #"{"id":1,"userId":7,"reactions":{"likes":2,"dislikes":1},"title":"One"}"#
            ),
            ("select=reactions.likes,Title", #"{"id":1}"#),
            ("select[]=tags&select[]=views", #"{"id":1,"tags":["a","b"],"views":305}"#),
            ("select[a]=title", post), ("select=constructor,__proto__", #"{"id":1}"#),
        ]
    )
    func selected(query: String, expected: String) throws {
        let api = try DummyJSON.fresh([.posts: Self.post])
        #expect(try api.get("/posts/1?\(query)").text == expected)
        let page = #"{"posts":[\#(expected)],"total":1,"skip":0,"limit":1}"#
        #expect(try api.get("/posts?\(query)").text == page)
    }
}
