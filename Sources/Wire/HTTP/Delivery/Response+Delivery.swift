/// The rare parts of an answer, in an object of their own so that other answers do not grow.
///
/// `@unchecked`: a source is called only on the loop's thread, to which every answer goes; code
/// that makes the answer on another thread hands the source over with it and does not use it any
/// more.
final class SpecialDelivery: @unchecked Sendable {
    let delivery: Delivery
    let source: (any BodySource)?
    let mark: AnswerMark?

    /// Nil for the usual delivery without a source and a mark.
    init?(_ delivery: Delivery, _ source: (any BodySource)?, _ mark: AnswerMark?) {
        guard !delivery.isUsual || source != nil || mark != nil else { return nil }
        self.delivery = delivery
        self.source = source
        self.mark = mark
    }

    /// Whether the answer is sent as a whole, with the body that it has.
    var isUsual: Bool { delivery.isUsual && source == nil }
}

extension Response {
    /// How the answer is sent.
    ///
    /// Costs nothing for the usual one; any other allocates an object.
    package var delivery: Delivery {
        get { special?.delivery ?? .whole }
        set { special = SpecialDelivery(newValue, special?.source, special?.mark) }
    }

    /// The source that produces the body over time, in place of ``body``; nil for most answers.
    ///
    /// ``body`` is ignored then.
    package var source: (any BodySource)? {
        get { special?.source }
        set { special = SpecialDelivery(delivery, newValue, special?.mark) }
    }

    /// What made the answer other than its dialect would; nil for most answers.
    package var mark: AnswerMark? {
        get { special?.mark }
        set { special = SpecialDelivery(delivery, source, newValue) }
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

    /// Removes delivery and source, so that the answer is sent as a whole with the body that it
    /// has.
    package mutating func leaveAsUsual() {
        special = SpecialDelivery(.whole, nil, mark)
    }
}
