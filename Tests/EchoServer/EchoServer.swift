import Foundation
import MockPostlyEventHTTP
import MockPostlyHTTP
import MockPostlyWebSocket

@main enum EchoServer {
    static func main() throws {
        guard let options = Options(CommandLine.arguments.dropFirst()) else {
            FileHandle.standardError.write(Data(Options.usage.utf8))
            exit(2)
        }
        ignoreFatalWriteSignals()
        let loop = try EventLoop()
        let pool = DeflatePool()
        let server = try HTTPServer(on: loop, limits: ServerLimits()) { request, exchange in
            open(request, exchange, options, pool)
        }
        server.currentDate = Array("Thu, 01 Jan 1970 00:00:00 GMT".utf8)
        loop.atEndOfTick {
            server.takeTurns()
            server.flush()
        }
        for socket in try ListeningSocket.bind(host: "127.0.0.1", port: options.port) {
            try server.listen(on: socket)
            FileHandle.standardOutput.write(Data("\(socket.port)\n".utf8))
        }
        loop.run()
    }

    private static func open(
        _ request: Request,
        _ exchange: Exchange,
        _ options: Options,
        _ pool: DeflatePool
    ) {
        do throws(HandshakeRefusal) {
            let handshake = try Handshake(HandshakeRequest(of: request), deflate: options.deflate)
            let fields = handshake.fields().map { Response.Field($0.name, $0.value) }
            let session = WebSocketSession(options.settings, handshake.deflate, pool: pool)
            exchange.respond(
                Response(status: 101, fields: fields),
                handingOverTo: Echo(session)
            )
        } catch {
            exchange.respond(
                Response(status: error.status, contentType: "text/plain", text: error.words)
            )
        }
    }
}

extension HandshakeRequest {
    fileprivate init(of request: Request) {
        self.init(method: request.method.name)
        minorVersion = request.head.minorVersion
        hasHost = request.host != nil
        let lines = { (name: StaticString) in request.header(name).map { [$0] } ?? [] }
        connection = lines("connection")
        upgrade = lines("upgrade")
        key = lines("sec-websocket-key")
        version = lines("sec-websocket-version")
        extensions = lines("sec-websocket-extensions")
    }
}
