import MockPostlyWebSocket

/// What the command line says.
struct Options {
    static let usage = """
        usage: EchoServer [--port N] [--no-compression | --keep-context] [--message-limit BYTES]

        Serves WebSockets that send every message back, on 127.0.0.1, and prints its port.

          --port N               0, the default, picks a free one
          --no-compression       agrees to no permessage-deflate
          --keep-context         lets messages refer to earlier ones when they are compressed
          --message-limit BYTES  of a message that is accepted (8388608)

        """

    var port: UInt16 = 0
    var settings = WebSocketSession.Settings()
    var compresses = true

    /// Fails when `arguments` are not as ``usage`` says.
    init?(_ arguments: some Sequence<String>) {
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            switch argument {
            case "--no-compression": compresses = false
            case "--keep-context": settings.deflate.keepsContext = true
            case "--port":
                guard let number = rest.next().flatMap({ UInt16($0) }) else { return nil }
                port = number
            case "--message-limit":
                guard let number = rest.next().flatMap({ Int($0) }), number > 0 else { return nil }
                settings.messageLimit = number
            default: return nil
            }
        }
    }

    /// Nil without compression.
    var deflate: DeflateSettings? { compresses ? settings.deflate : nil }
}
