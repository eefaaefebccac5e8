import MockPostlyJSON
import MockPostlyRecording
import Testing

@Suite("Secrets in tables, markup and lines of recordings")
struct MaskedTextTests {
    @Test(
        "no cell of a table stays that is a secret, whatever the form of the table",
        arguments: [
            ("text/csv", "7,ada@quater.org,x\n8,o@quater.org,y\n", ["quater.org"]),
            (
                "text/csv", "People of ada@quater.org\nid,password\n7,hunter22\n",
                ["quater", "hunter"]
            ),
            ("text/csv", "a,note,password\n1,\"two\nlines\",hunter22\n2,b,hunter33\n", ["hunter"]),
            ("text/csv", "a,note,password\n1,two, parts,hunter22\n", ["hunter22"]),
            ("text/csv", "a,password,b\n1,hunter22\n", ["hunter22"]),
            ("text/csv", "a,password\n1,\"hunter22\n2,hunter33\n", ["hunter"]),
            ("application/csv", "id,firstName,pass\n7,Zebulon,hunter22\n", ["Zebulon", "hunter"]),
            (
                "text/csv", "\u{FEFF}pass;email\r\nhunter22;ada@quater.org\r\n",
                ["hunter", "quater"]
            ),
            ("text/tab-separated-values", "id\tpass\n7\thunter22\n", ["hunter"]),
        ]
    )
    func tables(type: String, body: String, secrets: [String]) throws {
        let text = try MaskingTests.masked(body, type)
        #expect(secrets.allSatisfy { !text.contains($0) }, "\(text)")
        #expect(text.utf8.count { $0 == 0x0A } == body.utf8.count { $0 == 0x0A })
    }

    @Test("a table without secrets stays, its quotes and line ends too")
    func plainTable() throws {
        let body = "id,text\r\n1,\"a \"\"b\"\"\r\nc\"\r\n2,d\r\n"
        #expect(try MaskingTests.masked(body, "text/csv") == body)
    }

    @Test(
        "markup in comments and scripts is gone through",
        arguments: [
            "<p><!-- <input name=\"password\" value=\"hunter\"> --></p>",
            "<script>var a = '<input name=\"password\" value=\"hunter\">';</script>",
            "<script>var a = \"<input name=\\\"password\\\" value=\\\"hunter\\\">\";</script>",
            "<script type=\"text/template\"><!-- <apiKey>hunter</apiKey> --></script>",
            "<!-- <firstName>hunter",
        ]
    )
    func hiddenMarkup(body: String) throws {
        let text = try MaskingTests.masked("<html>\(body)</html>", "text/html")
        #expect(!text.contains("hunter"), "\(text)")
    }

    @Test("what follows a comment and a script is where it was")
    func markupBesideParts() throws {
        let body =
            "<author><!-- </author> --><name>Ottilie Quatermain</name></author>"
            + "<script>if (a < b) { c = d > e }</script><item><name>Long Table</name></item>"
        let text = try MaskingTests.masked(body, "text/html")
        #expect(!text.contains("Ottilie") && text.contains("<name>Long Table</name>"), "\(text)")
        #expect(text.contains("if (a < b) { c = d > e }"))
    }

    @Test(
        "a session's id that is the id of a row leads to it still",
        arguments: ["7", "48151623", "\"k7\"", "\"a1b2c3d4e5f6\""]
    )
    func sessionIDs(id: String) throws {
        var archive = Archive()
        archive.add("POST", "/talks/find", 200, #"{"all":[{"talk":1,"sessionId":\#(id)}]}"#)
        archive.add("POST", "/sessions/find", 200, #"{"all":[{"id":\#(id),"title":"Keynote"}]}"#)
        let text = try Recording(archive: archive.bytes)
        func value(_ call: String, _ name: String) throws -> [UInt8] {
            let body = try text.stub(call)["response"]?["jsonBody"]
            return Array(try #require(body?["all"]?.elements.first?[name]).rawText)
        }
        #expect(try value("POST /talks/find", "sessionId") == value("POST /sessions/find", "id"))
    }

    @Test(
        "a secret in a line of YAML is swapped, a sentence stays",
        arguments: [
            ("user:\n  password: correcthorse\n", false), ("token: abcdefghij", false),
            ("- pinCode: 9921\n", false), ("Password: required\nToken: expired\n", true),
            ("The password: correcthorse", true), ("key: Enter\n", true),
        ]
    )
    func yaml(body: String, stays: Bool) throws {
        #expect((try MaskingTests.masked(body, "application/yaml") == body) == stays)
    }

    @Test(
        "quotes of a table that are not closed are looked for a few times",
        .timeLimit(.minutes(1))
    )
    func openQuotes() throws {
        let text = String(repeating: "a,\"b\"\"\n", count: 20_000)
        #expect(try !MaskingTests.masked(text, "text/csv").isEmpty)
    }
}
