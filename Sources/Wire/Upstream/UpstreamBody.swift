package import MockPostlyHTTP

/// The body of a real server's answer, sent on as it comes.
///
/// The server is not read while the client takes nothing. Belongs to the loop's thread.
package final class UpstreamBody: RecordedSource {
    /// Whether all of it was sent on.
    package private(set) var isWhole = false
    private let exchange: UpstreamExchange
    private var stream: (any BodyStream)?
    /// What the client's connection has refused for now.
    private var refused: [UInt8] = []
    /// Whether nothing comes after what was refused.
    private var isLast = false
    private var hasEnded = false
    /// Whether the server has cut it before the client's turn came.
    private var isCut = false
    private var count = 0
    private var beginning: [UInt8] = []
    private var longest = 0
    private var whenEnded: (([UInt8], Int) -> Void)?

    init(of exchange: UpstreamExchange) {
        self.exchange = exchange
    }

    deinit { conclude(isComplete: false) }

    package func record(atMost most: Int, _ body: @escaping ([UInt8], Int) -> Void) {
        (longest, whenEnded) = (most, body)
    }

    // MARK: From the server

    /// Sends `bytes` on; `isLast` when the body ends with them.
    func give(_ bytes: [UInt8], isLast: Bool) {
        guard !hasEnded, let stream else { return }
        self.isLast = isLast
        guard bytes.isEmpty || stream.write(bytes) else {
            refused = bytes
            return exchange.setReceiving(false)
        }
        note(bytes)
        goOn(stream)
    }

    /// The server has ended it too early, so the client must not take it for whole.
    func cut() {
        isCut = true
        stream?.drop()
    }

    private func note(_ bytes: [UInt8]) {
        count += bytes.count
        if beginning.count < longest { beginning += bytes.prefix(longest - beginning.count) }
    }

    private func goOn(_ stream: any BodyStream) {
        guard isLast else { return exchange.setReceiving(true) }
        stream.finish()
    }

    // MARK: From the client's connection

    package func begin(_ stream: any BodyStream) {
        self.stream = stream
        guard !isCut else { return stream.drop() }
        exchange.beginBody()
    }

    package func drain() {
        guard let stream, !refused.isEmpty else { return }
        guard stream.write(refused) else { return }
        note(refused)
        refused = []
        goOn(stream)
    }

    package func stop() {}

    package func end(isComplete: Bool) {
        conclude(isComplete: isComplete)
    }

    private func conclude(isComplete: Bool) {
        guard !hasEnded else { return }
        hasEnded = true
        isWhole = isComplete
        stream = nil
        refused = []
        exchange.endBody(isComplete: isComplete)
        let whenEnded = whenEnded
        self.whenEnded = nil
        whenEnded?(beginning, count)
    }
}
