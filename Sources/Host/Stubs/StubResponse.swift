package import MockPostlyFaults
package import MockPostlyHTTP
package import MockPostlyPatching

/// One answer that a stub gives.
package struct StubResponse: Sendable {
    package var status: Int
    package var fields: [Response.Field]
    package var body: [UInt8]
    /// The time before the answer is sent.
    ///
    /// Real time, not that of the world's clock.
    package var delay = Duration.zero
    /// Whether it says its delay itself, also that there is none; else it takes ``CommonDelay``.
    package var hasOwnDelay = false
    /// How it is sent: as a whole, or broken on purpose.
    package var delivery = Delivery.whole
    /// What is changed in the answer of the real system, which is given in place of this one; nil
    /// for an answer of the stub's own.
    package var real: AnswerPatch?
    /// A time that is drawn for each answer and added to ``delay``.
    package var spread: FaultDelay.Time?
    /// The reason phrase; nil for the usual one of the status.
    package var reason: String?
    /// In how many pieces of the same length the body is sent, and for how long; nil for one.
    package var dribble: Dribble?
    /// What is filled in from the request; nil for an answer that is sent as it is.
    package var template: ResponseTemplate?
    /// How often it is given before the next one; nil for no end.
    package var times: Int?

    /// A body that is sent in pieces.
    package struct Dribble: Sendable, Equatable {
        /// From 1.
        package var pieces: Int
        package var time: Duration

        package init(pieces: Int, time: Duration) {
            (self.pieces, self.time) = (pieces, time)
        }
    }

    /// An answer that is given at once, again and again.
    package init(status: Int = 200, fields: [Response.Field] = [], body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// The bytes of its fields and its body.
    var bytes: Int {
        let sent: Int = if case .bytes(let bytes) = delivery.content { bytes.count } else { 0 }
        return fields.reduce(64 + body.count + sent) {
            $0 + $1.name.utf8.count + $1.value.utf8.count + 48
        }
    }

    /// The answer as it is sent.
    ///
    /// A body of a status that has none is left out when it is sent.
    package var response: Response {
        var response = Response(status: status, fields: fields, body: body)
        response.delivery = delivery
        if let dribble { response.delivery.pace = dribble.pace(of: body.count) }
        if let reason { response.reason = reason }
        return response
    }
}

extension StubResponse.Dribble {
    /// The pause comes before each piece, so that all of them together take the whole time.
    fileprivate func pace(of length: Int) -> Delivery.Pace {
        let pause = time / pieces
        return Delivery.Pace(delay: pause, piece: (length + pieces - 1) / pieces, pause: pause)
    }
}
