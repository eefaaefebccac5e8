/// Whoever takes the body of a request as it comes.
package protocol BodyTaker: AnyObject {
    /// The next bytes of it; ``IncomingBody/rest()`` during the call stops them for a while.
    func take(_ bytes: [UInt8])
    /// All of it was taken.
    func finishBody()
    /// The rest will not come: it was refused, or with nil the client has left.
    func cutBody(_ rejection: Rejection?)
}

/// The body of a request that was handed on before its end, and that is given on as it comes.
///
/// A connection gives it, and nothing is read from its client while nobody wants it. Belongs to the
/// loop's thread.
package final class IncomingBody {
    /// The length that the head tells; nil for a chunked body.
    package let length: Int?
    /// How many bytes have come.
    package private(set) var count = 0
    /// The first bytes, as many as are kept.
    package private(set) var beginning: [UInt8] = []
    /// Whether it has come to its end.
    package private(set) var isWhole = false
    /// Whether more of it is wanted now; false at first.
    package private(set) var isWanted = false
    private weak var taker: (any BodyTaker)?
    /// Whether the rest will not come, and why.
    private var isCut = false
    private var rejection: Rejection?
    private var longest: Int
    private var isGiving = false
    private let whenWanted: () -> Void

    /// A body with the length that its head tells, of which the first `longest` bytes are kept.
    ///
    /// `whenWanted` is called when more is wanted than before, but not while some is given.
    package init(length: Int?, keeping longest: Int, whenWanted: @escaping () -> Void) {
        (self.length, self.longest, self.whenWanted) = (length, longest, whenWanted)
    }

    // MARK: For the taker

    /// Gives the body to `taker` alone, which is not retained, when it asks for it.
    package func begin(_ taker: any BodyTaker) {
        self.taker = taker
        if isCut { taker.cutBody(rejection) }
    }

    /// Asks for more of it.
    package func want() {
        guard !isWanted, !isWhole, !isCut else { return }
        isWanted = true
        if !isGiving { whenWanted() }
    }

    /// Asks for no more of it until the next ``want()``.
    package func rest() { isWanted = false }

    /// Drops the bytes that are kept, and keeps no others.
    package func forget() { (beginning, longest) = ([], 0) }

    // MARK: For the connection

    package func give(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        count += bytes.count
        if beginning.count < longest { beginning += bytes.prefix(longest - beginning.count) }
        isGiving = true
        taker?.take(bytes)
        isGiving = false
    }

    package func finish() {
        isWhole = true
        isWanted = false
        taker?.finishBody()
    }

    package func cut(_ rejection: Rejection?) {
        (isWanted, isCut, self.rejection) = (false, true, rejection)
        taker?.cutBody(rejection)
    }
}

extension Request {
    /// The body that is given on as it comes; nil for one that is in ``body``.
    package var incoming: IncomingBody? { head.incoming }

    /// How many bytes of the body have come.
    package var bodyCount: Int { incoming?.count ?? body.count }
}
