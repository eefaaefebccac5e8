import MockPostlyWebSocket

/// Feeds arbitrary bytes to a session, whole and in pieces, and holds that it makes the same of
/// them and that what it delivers and sends is well-formed.
///
/// The first byte chooses compression and cap, the rest is what a client sends behind the
/// handshake. A second reading takes the bytes for the fields of a handshake.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzWebSocket(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    guard let choice = bytes.first else { return 0 }
    let input = Array(bytes.dropFirst())
    let whole = actions(on: input, choice) { $0 }
    for action in whole { check(action, limit: limit(choice)) }
    precondition(actions(on: input, choice) { _ in 1 } == whole)
    // Pieces that grow, so that the cuts fall elsewhere.
    var size = Int(choice >> 4)
    let grown = actions(on: input, choice) { left in
        size += 3
        return min(size, left)
    }
    precondition(grown == whole)
    closeFirst(input, choice)
    shakeHands(input)
    return 0
}

private func limit(_ choice: UInt8) -> Int {
    choice & 4 == 0 ? 1 << 16 : Int(choice >> 3)
}

private func session(_ choice: UInt8) -> WebSocketSession {
    var settings = WebSocketSession.Settings()
    settings.messageLimit = limit(choice)
    settings.deflate.keepsContext = choice & 2 != 0
    settings.deflate.smallestMessage = Int(choice >> 3)
    let agreement = DeflateAgreement(
        offers: "permessage-deflate; client_max_window_bits",
        settings.deflate
    )
    return WebSocketSession(settings, choice & 1 == 0 ? nil : agreement, pool: DeflatePool())
}

/// What comes of `input` as it arrives in pieces, whose sizes `piece` says, given how much is left.
private func actions(
    on input: [UInt8],
    _ choice: UInt8,
    in piece: (Int) -> Int
) -> [WebSocketSession.Action] {
    var session = session(choice)
    var actions: [WebSocketSession.Action] = []
    var start = 0
    while start < input.count {
        let end = start + min(input.count - start, max(1, piece(input.count - start)))
        actions += session.receive(Array(input[start..<end]))
        start = end
    }
    precondition(session.hasEnded == actions.contains { $0.isEnd })
    return actions
}

extension WebSocketSession.Action {
    fileprivate var isEnd: Bool {
        if case .end = self { return true }
        return false
    }
}

private func check(_ action: WebSocketSession.Action, limit: Int) {
    switch action {
    case .deliver(let message):
        precondition(message.bytes.count <= limit)
        if message.kind == .text {
            precondition(String(validating: message.bytes, as: UTF8.self) != nil)
        }
        answer(with: message)
    case .send(let frame):
        precondition(frame[0] == 0x8A && Int(frame[1]) == frame.count - 2)
    case .pong(let payload):
        precondition(payload.count <= 125)
    case .end(let frame, let ending):
        precondition(frame[0] == 0x88 && Int(frame[1]) == frame.count - 2 && frame.count <= 127)
        precondition(ending.close.code.map(\.isSendable) ?? (ending.cause == .client))
    }
}

/// Sends `message` back and reads it as a client that masks with zeros would.
private func answer(with message: WebSocketMessage) {
    for choice in UInt8(0)..<4 {
        var sender = session(choice)
        var frame = sender.frame(for: message)
        precondition(!sender.frame(message.kind, head: [], tail: message.bytes).isEmpty)
        let spelled = frame[1] == 126 ? 2 : frame[1] == 127 ? 8 : 0
        frame[1] |= 0x80
        frame.insert(contentsOf: [0, 0, 0, 0], at: 2 + spelled)
        var reader = session(choice)
        precondition(reader.receive(frame) == [.deliver(message)])
    }
}

/// After our close frame, nothing but the end comes of anything.
private func closeFirst(_ input: [UInt8], _ choice: UInt8) {
    var session = session(choice)
    _ = session.close(.goingAway)
    for action in session.receive(input) {
        guard case .end(let frame, _) = action else { preconditionFailure() }
        precondition(frame.isEmpty)
    }
}

private func shakeHands(_ input: [UInt8]) {
    let lines = input.split(separator: 0x0A, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    var request = HandshakeRequest(method: "GET")
    request.connection = lines.isEmpty ? [] : [lines[0]]
    request.upgrade = ["websocket"]
    request.key = lines.count > 1 ? [lines[1]] : ["dGhlIHNhbXBsZSBub25jZQ=="]
    request.version = ["13"]
    request.extensions = Array(lines.dropFirst(2))
    precondition(request.refusal.map { !$0.words.isEmpty } ?? true)
    request.connection = ["upgrade"]
    guard let handshake = try? Handshake(request), let deflate = handshake.deflate else { return }
    precondition(8...15 ~= deflate.serverWindowBits && !deflate.serverKeepsContext)
    // The answer, taken for an offer, gets the same answer.
    precondition(DeflateAgreement(offers: deflate.field, DeflateSettings()) == deflate)
}
