/// What few answers have, in storage of its own: the others do not grow by it.
///
/// `@unchecked`: a source belongs to the loop's thread, to which every answer goes, and is called by
/// that alone; who makes the answer elsewhere hands the source over with it.
final class SpecialDelivery: @unchecked Sendable {
    let delivery: Delivery
    let source: (any BodySource)?

    /// Nil when nothing is special about it.
    init?(_ delivery: Delivery, _ source: (any BodySource)?) {
        guard !delivery.isUsual || source != nil else { return nil }
        self.delivery = delivery
        self.source = source
    }
}

extension Response {
    /// How it leaves.
    package var delivery: Delivery {
        get { special?.delivery ?? .whole }
        set { special = SpecialDelivery(newValue, special?.source) }
    }

    /// Where its body comes from by and by, in place of ``body``; nil for most answers.
    package var source: (any BodySource)? {
        get { special?.source }
        set { special = SpecialDelivery(delivery, newValue) }
    }

    /// Whether it leaves as a whole, with the body that it has.
    package var leavesAsUsual: Bool { special == nil }

    /// Bytes that it holds as long as it waits, its fields not counted.
    package var heldBytes: Int {
        guard let special, case .bytes(let bytes) = special.delivery.content else {
            return body.count
        }
        return body.count + bytes.count
    }

    /// Makes it leave as a whole, with the body that it has.
    package mutating func leaveAsUsual() {
        special = nil
    }
}
