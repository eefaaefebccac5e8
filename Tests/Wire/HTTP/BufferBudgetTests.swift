import MockPostlyHTTP
import Testing

@Suite struct BufferBudgetTests {
    private let small = BufferBudget.small

    @Test func `who wants more than is free is refused, and keeps what it has`() {
        let budget = BufferBudget(limit: 100_000)
        let first = Holder(budget)
        let second = Holder(budget)
        #expect(first.hold(60_000))
        #expect(second.hold(40_000))
        #expect(budget.used == 100_000 && budget.isUsedUp)
        #expect(!first.hold(60_001))
        #expect(first.bytes == 60_000 && budget.used == 100_000 && budget.refusals == 1)
        #expect(second.hold(30_000))
        #expect(first.hold(70_000))
        #expect(budget.used == 100_000 && budget.refusals == 1)
    }

    @Test func `small holders are counted and never refused`() {
        let budget = BufferBudget(limit: 0)
        let holder = Holder(budget)
        #expect(holder.hold(small) && budget.used == small)
        #expect(!holder.hold(small + 1))
        #expect(holder.hold(0) && budget.used == 0)
    }

    @Test func `what a holder has is free when it goes`() {
        let budget = BufferBudget(limit: 100_000)
        var holder: Holder? = Holder(budget)
        #expect(holder?.hold(50_000) == true)
        #expect(budget.used == 50_000)
        holder = nil
        #expect(budget.used == 0)
    }

    @Test func `a claim counts as long as there is a copy of its request`() throws {
        let budget = BufferBudget(limit: 100)
        var request: Request? = try whole("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        request?.claim = BufferClaim(70, of: budget)
        var copies = [Request?](repeating: request, count: 3)
        request = nil
        #expect(budget.used == 70)
        copies.removeLast(2)
        #expect(budget.used == 70)
        copies = []
        #expect(budget.used == 0)
    }

    private func whole(_ text: String) throws -> Request {
        guard
            case .request(let request) = RequestParser.step(of: Array(text.utf8), RequestLimits())
                .step
        else {
            throw NoRequest()
        }
        return request
    }

    private struct NoRequest: Error {}
}

/// A share that can be looked at by `#expect`.
private final class Holder {
    private var share: BufferShare

    init(_ budget: BufferBudget) {
        share = BufferShare(of: budget)
    }

    var bytes: Int { share.bytes }

    func hold(_ bytes: Int) -> Bool { share.hold(bytes) }
}
