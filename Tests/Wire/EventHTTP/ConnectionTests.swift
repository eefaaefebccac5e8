import MockPostlyHTTP
import Testing

@testable import MockPostlyEventHTTP

@Suite(.timeLimit(.minutes(15))) struct ConnectionTests {
    @Test func `an answer has its length and its date`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.get("/now/abc")
        let answer = try client.answer()
        #expect(answer.status == 200)
        let fields = [
            "date": TestHandler.date, "content-type": "text/plain", "content-length": "3",
        ]
        #expect(answer.fields == fields)
    }

    @Test func `HEAD gets the head alone, and the next answer is aligned`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.send(
            request("HEAD", "/now/abc") + request("HEAD", "/later/abcd") + request("GET", "/now/e")
        )
        #expect(try client.answer(toHead: true).fields["content-length"] == "3")
        server.release("abcd")
        #expect(try client.answer(toHead: true).fields["content-length"] == "4")
        #expect(try client.answer().body == "e")
    }

    @Test func `answers that have no body are sent without the one they were given`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.get("/empty/204", "/empty/304", "/now/a")
        #expect(try client.answer().status == 204)
        #expect(try client.answer().status == 304)
        #expect(try client.answer().body == "a")
    }

    @Test(arguments: [1, 100, 70_000, 3_000_000])
    func `bodies of any size arrive whole, both ways`(size: Int) throws {
        let server = try TestServer()
        let client = try server.client()
        let body = String(repeating: "0123456789", count: size / 10 + 1)
        try client.send(request("POST", "/echo", body: body) + request("GET", "/big/\(size)"))
        #expect(try client.answer().body == body)
        #expect(try client.answer().body.utf8.count == size)
    }

    @Test(arguments: [0, 1, 16, 70_000, 3_000_000])
    func `a chunked answer arrives whole, and the next one is aligned`(size: Int) throws {
        let server = try TestServer()
        let client = try server.client(receiveBuffer: 4096)
        try client.get("/chunks/\(size)", "/now/a", "/chunks/\(size)", "/now/b")
        for name in ["a", "b"] {
            let answer = try client.answer()
            #expect(answer.body.utf8.count == size)
            #expect(answer.fields["content-length"] == nil)
            #expect(answer.fields["connection"] == "keep-alive")
            #expect(answer.fields["keep-alive"] == "timeout=5")
            #expect(try client.bodies(1) == [name])
        }
    }

    @Test func `HEAD, and a client of HTTP/1_0, get no chunks`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.send(request("HEAD", "/chunks/3") + request("GET", "/now/a"))
        #expect(try client.answer(toHead: true).fields["transfer-encoding"] == "chunked")
        #expect(try client.bodies(1) == ["a"])
        try client.send("GET /chunks/3 HTTP/1.0\r\n\r\n")
        let old = try client.answer()
        #expect(old.body == "xxx" && old.fields["content-length"] == "3")
        #expect(old.fields["connection"] == "close" && old.fields["keep-alive"] == nil)
        #expect(try client.rest() == "")
    }

    @Test func `a request has its client's address`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.get("/peer", "/peer")
        #expect(try client.bodies(2) == ["127.0.0.1", "127.0.0.1"])
    }

    // MARK: Staying open

    @Test func `Connection close ends the connection behind its answer`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.send(
            request("GET", "/later/a", fields: "Connection: close\r\n") + request("GET", "/now/b")
        )
        try server.wait { $0.handled.count == 1 }
        server.release("a")
        let answer = try client.answer()
        #expect(answer.body == "a" && answer.fields["connection"] == "close")
        #expect(try client.rest() == "")
        #expect(try server.ask { $0.handled } == ["/later/a"])
    }

    @Test func `what is sent behind the last request is taken and thrown away`() throws {
        let server = try TestServer()
        let client = try server.client()
        let rest = String(repeating: request("GET", "/now/b"), count: 200_000)
        // More than any socket buffers: closing over it would reset the connection.
        try client.send(request("GET", "/now/a", fields: "Connection: close\r\n") + rest)
        #expect(try client.bodies(1) == ["a"])
        #expect(try client.rest() == "")
        #expect(try server.ask { $0.handled } == ["/now/a"])
    }

    @Test func `HTTP/1_0 ends the connection, unless it is to stay`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.send("GET /now/a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        #expect(try client.answer().fields["connection"] == "keep-alive")
        try client.send("GET /now/b HTTP/1.0\r\n\r\n")
        #expect(try client.answer().fields["connection"] == "close")
        #expect(try client.rest() == "")
    }

    @Test func `a refusal is read although more was sent than the server reads`() throws {
        let server = try TestServer { $0.request.body = 10 }
        let client = try server.client()
        // More than any socket buffers: closing over it would reset the connection.
        try client.send(
            request("POST", "/echo", body: String(repeating: "x", count: 8 * 1024 * 1024))
        )
        #expect(try client.answer().status == 413)
        #expect(try client.rest() == "")
    }

    // MARK: 100 Continue

    private let waiting = "POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n"

    @Test func `a client that waits for 100 Continue gets it before the body`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.send(waiting + "Content-Length: 4\r\n\r\n")
        #expect(try client.answer().status == 100)
        try client.send("body")
        #expect(try client.answer().body == "body")
    }

    @Test func `100 Continue does not overtake an answer that is due`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.send(request("GET", "/later/a") + waiting + "Content-Length: 4\r\n\r\n")
        try server.wait { $0.http?.connections.first?.owesContinue == true }
        #expect(client.isSilent(forMilliseconds: 0))
        server.release("a")
        #expect(try client.answer().body == "a")
        #expect(try client.answer().status == 100)
        try client.send("body")
        #expect(try client.answer().body == "body")
    }

    @Test func `there is no 100 Continue for a body that is there`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.send(waiting + "Content-Length: 4\r\n\r\nbody")
        #expect(try client.answer().body == "body")
    }

    @Test func `there is no 100 Continue for a body that is too large`() throws {
        let server = try TestServer { $0.request.body = 3 }
        let client = try server.client()
        try client.send(waiting + "Content-Length: 4\r\n\r\n")
        #expect(try client.answer().status == 413)
        #expect(try client.rest() == "")
    }

    // MARK: The client's end

    @Test func `a client that has finished sending gets all its answers`() throws {
        let server = try TestServer()
        let client = try server.client()
        try client.get("/now/a", "/hold/b", "/later/c", "/big/500000")
        client.finishSending()
        try server.wait { $0.handled.last == "/hold/b" }
        server.release("b")
        try server.wait { $0.handled.count == 4 }
        server.release("c")
        #expect(try client.bodies(3) == ["a", "b", "c"])
        #expect(try client.answer().body.utf8.count == 500_000)
        #expect(try client.rest() == "")
        try server.wait { $0.http?.connections.isEmpty == true }
    }

    @Test func `a client that has finished sending gets all answers beyond the cap`() throws {
        let server = try TestServer { $0.pipelinedOutput = 1000 }
        let client = try server.client()
        try client.send(String(repeating: request("GET", "/big/5000"), count: 200))
        client.finishSending()
        for _ in 0..<200 { #expect(try client.answer().body.utf8.count == 5000) }
        #expect(try client.rest() == "")
    }

    @Test(
        arguments: [
            "", "\r\n", "GET /now", "GET /now/a HTTP/1.1\r\nHost: a\r\n",
            "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabc",
            "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc",
        ]
    )
    func `a request that ends in the middle is dropped`(_ part: String) throws {
        let server = try TestServer()
        let client = try server.client()
        try client.send(request("GET", "/now/a") + part)
        client.finishSending()
        #expect(try client.bodies(1) == ["a"])
        #expect(try client.rest() == "")
        try server.wait { $0.http?.connections.isEmpty == true }
        #expect(try server.ask { $0.handled } == ["/now/a"])
    }

    @Test func `a reset in the middle of an answer harms nobody`() throws {
        let server = try TestServer()
        for size in [1, 500_000, 5_000_000] {
            let client = try server.client(receiveBuffer: 4096)
            try client.get("/big/\(size)", "/big/\(size)", "/hold/\(size)", "/now/a")
            #expect(!client.isSilent(forMilliseconds: 60_000))
            client.abort()
        }
        let other = try server.client()
        try other.get("/now/b")
        #expect(try other.bodies(1) == ["b"])
        // One that waits for its answer is noticed to be gone when it is answered.
        for size in [1, 500_000, 5_000_000] { server.release("\(size)") }
        try server.wait { $0.http?.connections.count == 1 }
    }
}
