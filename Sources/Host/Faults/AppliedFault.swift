package import MockPostlyHTTP
internal import MockPostlyPatching
internal import MockPostlyWorld

/// A fault for one request, with all that chance had to say about it.
///
/// Chance is asked once, when the fault is chosen; all its parts are fixed from then on.
package struct AppliedFault: Sendable {
    /// What the answer and the log call it.
    package let name: String
    private let effect: FaultEffect
    private let delay: Duration
    private let garbage: [UInt8]

    /// The bytes that stand for an answer when it is garbage.
    private static let garbageLength = 256
    /// How many bytes are missing of a body with a wrong length.
    private static let missingLength = 16

    init(_ name: String, _ effect: FaultEffect, _ random: inout RandomSource) {
        self.name = name
        self.effect = effect
        delay = effect.delay?.draw(&random) ?? .zero
        garbage = effect.body == .garbage ? random.bytes(Self.garbageLength) : []
    }

    /// Whether the dialect handles the request.
    package var runsHandler: Bool { effect.runsHandler }

    /// Whether it changes the body of the answer, or ends it at a part of its length.
    package var changesBody: Bool {
        if effect.change != nil || effect.body != nil { return true }
        if case .half = effect.connection?.point { return true }
        return false
    }

    /// The time before the request is handled.
    ///
    /// Real time, not that of the world's clock.
    package var delayBeforeHandler: Duration { effect.delay?.place == .handler ? delay : .zero }

    /// The time for which a body of so many bytes is on its way.
    package func timeToReceive(_ count: Int) -> Duration {
        guard let bandwidth = effect.uploadBandwidth else { return .zero }
        return .nanoseconds(Int64(Double(count) / Double(bandwidth) * 1e9))
    }

    /// The status of the answer that stands for the dialect's; nil to send the dialect's.
    package var status: Int? {
        if let status = effect.errorStatus { return status }
        if effect.body == .loginPage { return 200 }
        // Nobody sees this answer, except the log.
        return runsHandler ? nil : 503
    }

    /// The request that the dialect is asked: without conditions when its answer is changed.
    package func asked(_ request: Request) -> Request { effect.change?.asked(request) ?? request }

    /// `response` with the damage, and with the field that names the fault.
    ///
    /// `error` makes an error of a status in the words of the dialect.
    ///
    /// - Parameters:
    ///   - response: of the dialect, or anything when ``status`` is set.
    ///   - request: as it came.
    ///   - error: the dialect's `errorResponse`.
    /// - Returns: the answer with its ``Response/delivery`` and ``Response/mark``.
    package func damaged(
        _ response: Response,
        to request: Request,
        error: (Int) -> Response
    ) -> Response {
        var response = status.map(error) ?? response
        if let change = effect.change { response = change.applied(to: response, asked: request) }
        if let seconds = effect.retryAfter {
            response.fields.append(.init("Retry-After", "\(seconds)"))
        }
        var delivery = response.delivery
        damageBody(&response, &delivery)
        if let pace { delivery.pace = pace }
        if let ending = ending(response.body.count) { delivery.ending = ending }
        response.delivery = delivery
        response.isRepeatable = false
        var mark = response.mark ?? AnswerMark()
        mark.fault = name
        response.mark = mark
        response.fields.append(.init(Self.field, name))
        // Else a page of another origin could not read it (Fetch, CORS protocol).
        if request.hasOrigin {
            response.fields.append(.init("Access-Control-Expose-Headers", Self.field))
        }
        return response
    }

    /// The field that names the fault, in requests and answers.
    ///
    /// In a request it orders the fault of this name for this request alone.
    package static let field = "X-Mockpostly-Fault"

    // MARK: Body

    private func damageBody(_ response: inout Response, _ delivery: inout Delivery) {
        switch effect.body {
        case nil: break
        case .garbage: delivery.content = .bytes(garbage)
        case .invalidJSON:
            if response["Content-Encoding"] != nil {
                // Half of a compressed body would be no invalid JSON, but an invalid coding.
                response.removeFields("content-encoding")
                response.isChunked = false
                response.body = Array("{".utf8)
            }
            response.body = response.body.prefix(response.body.count / 2) + Array("}{".utf8)
        case .wrongType:
            let isPage = response["Content-Type"]?.utf8.starts(with: "text/html".utf8) ?? false
            response.removeFields("content-type")
            let type = isPage ? "application/json" : "text/html; charset=utf-8"
            response.fields.append(.init("Content-Type", type))
        case .wrongLength: delivery.content = .lengthOff(by: Self.missingLength)
        case .badChunk: delivery.content = .badChunk(after: response.body.count / 2)
        case .loginPage:
            response.removeFields("content-type")
            response.fields.append(.init("Content-Type", "text/html; charset=utf-8"))
            response.fields.append(.init("Cache-Control", "no-store"))
            response.body = Array(Self.loginPage.utf8)
        }
    }

    private static let loginPage = """
        <!DOCTYPE html>
        <html lang="en">
        <head><title>Log in to the network</title></head>
        <body>
        <h1>Welcome</h1>
        <p>Log in to use this network.</p>
        <form method="post" action="/login"><button>Accept and connect</button></form>
        </body>
        </html>

        """

    // MARK: Delivery

    private var pace: Delivery.Pace? {
        let delayOfAnswer = effect.delay?.place == .answer ? delay : .zero
        if case .piece(let size) = effect.delay?.place {
            return Delivery.Pace(piece: size, pause: delay)
        }
        if let bandwidth = effect.bandwidth {
            return .bytesPerSecond(bandwidth, delay: delayOfAnswer)
        }
        return delayOfAnswer > .zero ? Delivery.Pace(delay: delayOfAnswer) : nil
    }

    private func ending(_ length: Int) -> Delivery.Ending? {
        guard let connection = effect.connection else { return nil }
        let point: Delivery.Point =
            switch connection.point {
            case .start: .message(0)
            case .head: .body(0)
            case .half: .body(length / 2)
            case .bytes(let count): .body(count)
            case .end: .end
            }
        return switch connection.kind {
        case .reset, .refuse, .tls: .reset(at: point)
        case .close, .truncate: .closed(at: point)
        case .stall: .stalled(at: point, connection.stallsFor)
        }
    }
}

extension Response {
    /// Removes all fields named `name`, which is in lower case.
    fileprivate mutating func removeFields(_ name: String) {
        fields = allFields.filter { $0.name.lowercased() != name }
        sharedFields = nil
    }
}
