package import MockPostlyFaults

/// The delay of all answers of WireMock's mappings that have none of their own.
package struct CommonDelay: Sendable {
    package var delay: Duration?
    package var spread: FaultDelay.Time?
    /// The settings as the client sent them, in JSON.
    package var text: [UInt8]

    /// No delay.
    package static let none = CommonDelay(text: Array("{}".utf8))

    package init(_ delay: Duration? = nil, _ spread: FaultDelay.Time? = nil, text: [UInt8]) {
        (self.delay, self.spread, self.text) = (delay, spread, text)
    }

    /// An answer of a stub with the delay.
    func applied(to response: StubResponse, of stub: Stub) -> StubResponse {
        guard delay != nil || spread != nil, stub.definition.format == .wireMock else {
            return response
        }
        var response = response
        if !response.hasOwnDelay, let delay { response.delay = delay }
        response.spread = response.spread ?? spread
        return response
    }
}
