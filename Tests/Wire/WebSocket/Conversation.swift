import Testing

@testable import MockPostlyWebSocket

typealias Action = WebSocketSession.Action

extension DeflateAgreement {
    /// What comes of an offer of permessage-deflate with these parameters.
    static func on(
        _ parameters: String = "",
        keepsContext: Bool = false
    ) throws -> DeflateAgreement {
        var settings = DeflateSettings()
        settings.keepsContext = keepsContext
        let offer = "permessage-deflate" + (parameters.isEmpty ? "" : "; ") + parameters
        return try #require(DeflateAgreement(offers: offer, settings))
    }
}

extension WebSocketSession {
    static func fresh(
        limit: Int = 8 * 1024 * 1024,
        _ agreement: DeflateAgreement? = nil,
        smallestMessage: Int = 0
    ) -> WebSocketSession {
        var settings = Settings()
        settings.messageLimit = limit
        settings.deflate.smallestMessage = smallestMessage
        settings.deflate.keepsContext = agreement?.serverKeepsContext ?? false
        return WebSocketSession(settings, agreement, pool: DeflatePool())
    }

    /// What a new session makes of `input` when it arrives in the pieces that `cuts` makes of it.
    static func actions(
        of input: [UInt8],
        limit: Int = 8 * 1024 * 1024,
        _ agreement: DeflateAgreement? = nil,
        cutAt cuts: [Int] = []
    ) -> [Action] {
        var session = fresh(limit: limit, agreement)
        var actions: [Action] = []
        var start = 0
        for cut in cuts + [input.count] {
            actions += session.receive(Array(input[start..<cut]))
            start = cut
        }
        return actions
    }
}

/// What comes of `input`, held to be the same whole, byte by byte, and cut once at many places.
func outcome(
    _ input: [UInt8],
    limit: Int = 8 * 1024 * 1024,
    _ agreement: DeflateAgreement? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) -> [Action] {
    let whole = WebSocketSession.actions(of: input, limit: limit, agreement)
    let step = input.count < 200 ? 1 : input.count / 40
    var cuttings = stride(from: 0, to: input.count, by: step).map { [$0] }
    if input.count < 4096 { cuttings.append(Array(input.indices)) }
    for cuts in cuttings {
        let actions = WebSocketSession.actions(of: input, limit: limit, agreement, cutAt: cuts)
        guard actions != whole else { continue }
        Issue.record("\(cuts): \(actions) and not \(whole)", sourceLocation: sourceLocation)
        break
    }
    return whole
}

extension WebSocketSession.Action {
    static func text(_ text: String) -> Action { .deliver(.text(text)) }

    static func binary(_ bytes: [UInt8]) -> Action { .deliver(WebSocketMessage(.binary, bytes)) }

    static func ponged(_ payload: String = "") -> Action {
        .send([0x8A, UInt8(payload.utf8.count)] + payload.utf8)
    }

    static func failed(_ violation: ProtocolViolation) -> Action {
        let close = CloseFrame(violation.code, violation.words)
        return .end(sending: FrameWriter.close(close), Ending(.violation, close))
    }

    /// The client has closed, and is answered with the same code.
    static func closed(_ code: UInt16? = nil, _ reason: String = "") -> Action {
        let code = code.map { CloseCode(rawValue: $0) }
        return .end(
            sending: FrameWriter.close(CloseFrame(code)),
            Ending(.client, CloseFrame(code, reason))
        )
    }
}
