import MockPostlyText
import Testing

@testable import MockPostlyArchives

@Suite struct ArchiveTests {
    private func entry(
        _ method: String,
        _ url: String,
        _ response: String = #"{"status":200,"headers":[],"content":{"text":"{}"}}"#
    ) -> String {
        #"{"request":{"method":"\#(method)","url":"\#(url)","headers":[]},"response":\#(response)}"#
    }

    private func read(_ entries: String...) throws -> Archive {
        let text = #"{"log":{"entries":[\#(entries.joined(separator: ","))]}}"#
        return try #require(Archive(Array(text.utf8)))
    }

    @Test func `an archive is read as far as it goes, wherever it is cut`() {
        let entries = (1...3).map { entry("GET", "https://a.example/\($0)?b={}[]") }
        let start = #"{"log":{"creator":{"name":"entries"},"entries":["#
        let whole = Array((start + entries.joined(separator: ",\n") + "]}}").utf8)
        for end in 0...whole.count {
            let archive = Archive(Array(whole[..<end]))
            let places = entries.indices.map { index in
                start.utf8.count + entries[0...index].reduce(0) { $0 + $1.utf8.count } + index * 2
            }
            guard end >= start.utf8.count else {
                #expect(archive == nil)
                continue
            }
            #expect(archive?.exchanges.count == places.count { $0 <= end })
            #expect(archive?.isCut == (end < whole.count - 2))
            #expect(archive?.notes.isEmpty == (end >= whole.count - 2))
        }
    }

    @Test func `an entry that is broken is left out and counted`() throws {
        let archive = try read(
            "7",
            "[{}]",
            entry("GET", "https://a.example/1"),
            #"{"request":{"method":}}"#,
            #"{"request":{}}"#,
            entry(
                "GET",
                "https://a.example/2",
                #"{"status":200,"content":{"text":"!","encoding":"base64"}}"#
            ),
            entry("GET", "https://a.example/3")
        )
        #expect(archive.exchanges.map(\.address.path) == ["/1", "/3"])
        #expect(archive.notes == ["5 entries cannot be read."])
    }

    @Test func `what cannot be given again is said of each exchange`() throws {
        let archive = try read(
            entry("GET", "https://a.example/none", #"{"status":0}"#),
            entry("OPTIONS", "https://a.example/asks"),
            entry("GET", "https://a.example/kept", #"{"status":304}"#),
            entry("GET", "https://a.example/left", #"{"status":200,"content":{"size":7}}"#),
            entry("HEAD", "https://a.example/head", #"{"status":200,"content":{"size":7}}"#),
            entry(
                "GET",
                "https://a.example/png",
                #"{"status":200,"content":{"text":"iVBORw","encoding":"base64"}}"#
            ),
            entry("GET", "https://a.example/socket", #"{"status":101}"#),
            entry("GET", "wss://a.example/socket"),
            entry("CONNECT", "https://a.example/")
        )
        #expect(archive.exchanges.map(\.lack) == [.answer, .request, .body, .body, nil, .text])
        #expect(archive.others == 3)
        #expect(archive.exchanges[0].status == 0)
    }

    @Test func `the main host is the one with most JSON, whatever pictures others sent`() throws {
        let picture = #"{"status":200,"headers":[{"name":"Content-Type","value":"image/png"}]}"#
        let json = #"{"status":200,"content":{"mimeType":"application/json","text":"{}"}}"#
        let archive = try read(
            entry("GET", "https://cdn.example/1", picture),
            entry("GET", "https://cdn.example/2", picture),
            entry("GET", "https://user:word@API.example:8443/v1?a=b#c", json)
        )
        #expect(Archive.main(of: archive.hosts()) == "api.example:8443")
        #expect(archive.exchanges[2].address.target == "/v1?a=b")
        #expect(Archive.main(of: []) == nil)
    }

    @Test(arguments: ["", "{", "[]", #"{"log":{}}"#, #"{"log":{"entries":{}}}"#, "entries"])
    func `what has no list of entries is no archive`(text: String) {
        #expect(Archive(Array(text.utf8)) == nil)
    }
}
