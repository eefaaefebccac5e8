/// The rare parts of an answer, in an object of their own so that other answers do not grow.
///
/// `@unchecked`: a source is called only on the loop's thread, to which every answer goes; code
/// that makes the answer on another thread hands the source over with it and does not use it any
/// more.
final class SpecialDelivery: @unchecked Sendable {
    fileprivate(set) var delivery = Delivery.whole
    fileprivate(set) var source: (any BodySource)?
    fileprivate(set) var mark: AnswerMark?
    fileprivate(set) var takeover: (any Takeover)?
    fileprivate(set) var reason: String?
    fileprivate(set) var date: String?
    fileprivate(set) var renewal: (any AnswerRenewal)?

    init() {}

    fileprivate init(_ other: SpecialDelivery) {
        (delivery, source) = (other.delivery, other.source)
        (mark, takeover, reason) = (other.mark, other.takeover, other.reason)
        date = other.date
        renewal = other.renewal
    }

    /// Whether the answer is sent as a whole, with the body that it has.
    var isUsual: Bool { delivery.isUsual && source == nil && takeover == nil && date == nil }

    fileprivate var isEmpty: Bool { isUsual && mark == nil && reason == nil && renewal == nil }
}

extension Response {
    /// Changes the rare parts in a copy, so that other answers keep theirs.
    private mutating func change(_ body: (SpecialDelivery) -> Void) {
        let special = special.map { SpecialDelivery($0) } ?? SpecialDelivery()
        body(special)
        self.special = special.isEmpty ? nil : special
    }

    /// The reason phrase; nil for the usual one of the status.
    ///
    /// One with a control character is not sent (RFC 9112, section 4).
    package var reason: String? {
        get { special?.reason }
        set {
            let reason = newValue.flatMap { Field("reason", $0).hasValidValue ? $0 : nil }
            change { $0.reason = reason }
        }
    }

    /// The value of the Date field; nil for the time of the server.
    ///
    /// That of another server, whose answer this is.
    package var date: String? {
        get { special?.date }
        set {
            let date = newValue.flatMap { Field("Date", $0).hasValidValue ? $0 : nil }
            change { $0.date = date }
        }
    }

    /// How the answer is sent.
    ///
    /// Costs nothing for the usual one; any other allocates an object.
    package var delivery: Delivery {
        get { special?.delivery ?? .whole }
        set { change { $0.delivery = newValue } }
    }

    /// The source that produces the body over time, in place of ``body``; nil for most answers.
    ///
    /// ``body`` is ignored then.
    package var source: (any BodySource)? {
        get { special?.source }
        set { change { $0.source = newValue } }
    }

    /// What made the answer other than its dialect would; nil for most answers.
    package var mark: AnswerMark? {
        get { special?.mark }
        set { change { $0.mark = newValue } }
    }

    /// What counts the next answer when a repeatable one has a number that grows with each; nil for most.
    package var renewal: (any AnswerRenewal)? {
        get { special?.renewal }
        set { change { $0.renewal = newValue } }
    }

    /// Takes the connection over after this answer, whose status is 101; nil for all others.
    package var takeover: (any Takeover)? {
        get { special?.takeover }
        set { change { $0.takeover = newValue } }
    }

    /// Whether the answer is sent as a whole, with the body that it has.
    ///
    /// Only such an answer can be compressed, cached or prepared.
    package var leavesAsUsual: Bool { special?.isUsual ?? true }

    /// Bytes that it takes while it waits, without its fields.
    ///
    /// An answer counts against the ``BufferBudget`` by it.
    package var bufferedBytes: Int {
        guard let special, case .bytes(let bytes) = special.delivery.content else {
            return body.count
        }
        return body.count + bytes.count
    }

    /// Removes delivery, source, date and renewal, so that the answer is sent as a whole with the body
    /// that it has.
    package mutating func leaveAsUsual() {
        change {
            ($0.delivery, $0.source) = (.whole, nil)
            ($0.date, $0.renewal) = (nil, nil)
        }
    }
}
