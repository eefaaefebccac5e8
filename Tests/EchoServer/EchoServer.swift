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
        let opener = Opener(options)
        let server = try HTTPServer(on: loop, limits: ServerLimits(), for: opener)
        server.currentDate = Array("Thu, 01 Jan 1970 00:00:00 GMT".utf8)
        for socket in try ListeningSocket.bind(host: "127.0.0.1", port: options.port) {
            try server.listen(on: socket)
            FileHandle.standardOutput.write(Data("\(socket.port)\n".utf8))
        }
        withExtendedLifetime(opener) {
            loop.run {
                server.takeTurns()
                server.flush()
            }
        }
    }
}

/// Opens a WebSocket for each request.
private final class Opener: RequestHandler {
    private let options: Options
    private let pool = DeflatePool()

    init(_ options: Options) {
        self.options = options
    }

    func handle(_ request: Request, _ exchange: Exchange) {
        do throws(HandshakeRefusal) {
            let handshake = try Handshake(HandshakeRequest(of: request), deflate: options.deflate)
            let fields = handshake.fields().map { Response.Field($0.name, $0.value) }
            let session = WebSocketSession(options.settings, handshake.deflate, pool: pool)
            var response = Response(status: 101, fields: fields)
            response.takeover = Echo(session)
            exchange.respond(response)
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
