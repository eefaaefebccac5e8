internal import MockPostlyControlClient
internal import MockPostlyHTTPClient
internal import MockPostlyJSON
internal import MockPostlyPlatform

/// Hands the messages of an agent on to a server: each line of standard input is a message of the
/// Model Context Protocol, each line of standard output its answer.
struct AgentBridge {
    let client: CommandClient
    let console: Console

    /// The most bytes of a line, as of a body that the server takes.
    private static let longest = 16 * 1024 * 1024

    /// Answers lines until the end of standard input.
    func run() throws(Failure) {
        var rest: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            rest += buffer[..<count]
            while let end = rest.firstIndex(of: 0x0A) {
                try answer(Array(rest[..<end]))
                rest.removeSubrange(...end)
            }
            guard rest.count <= Self.longest else {
                throw Failure("a line has more than \(Self.longest) bytes")
            }
        }
        try answer(rest)
    }

    private func answer(_ line: [UInt8]) throws(Failure) {
        guard line.contains(where: { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }) else { return }
        guard var answer = response(to: line) else { return }
        if answer.last != 0x0A { answer.append(0x0A) }
        try console.write(answer)
    }

    /// The server's answer; nil for a message that wants none.
    private func response(to line: [UInt8]) -> [UInt8]? {
        do throws(Failure) {
            let answer = try client.answer(to: ControlCall(message: line))
            guard answer.status != 202 else { return nil }
            let isMessage = JSONValue.object(answer.body)?["jsonrpc"] != nil
            return isMessage
                ? answer.body : refusal(of: line, client.failure(for: ControlRefusal(answer)))
        } catch {
            return refusal(of: line, error)
        }
    }

    /// An error of JSON-RPC for what has no answer of the server; nil for a notification.
    private func refusal(of line: [UInt8], _ failure: Failure) -> [UInt8]? {
        guard let id = JSONValue.object(line)?["id"] else { return nil }
        let words = [failure.words, failure.hint].compactMap { $0 }
        return ControlCall.object { json in
            json.field("jsonrpc", "2.0")
            json.key("id")
            json.value(id)
            json.key("error")
            json.beginObject()
            json.field("code", -32_000)
            json.field("message", words.joined(separator: "; "))
            json.endObject()
        }
    }
}
