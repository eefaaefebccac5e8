import Testing

@testable import MockPostlyNouns

@Suite
struct PostChangesTests {
    private let changes = PostChanges()

    @Test
    func `changes are handed over once, oldest first`() {
        #expect(changes.take() == [])
        changes.note(.viewed(1))
        changes.note(.changed(2))
        changes.note(.viewed(1))
        #expect(changes.take() == [.viewed(1), .changed(2), .viewed(1)])
        #expect(changes.take() == [])
    }

    @Test
    func `the version grows with every change, taken or not`() {
        changes.note(.viewed(1))
        changes.note(.everything)
        _ = changes.take()
        #expect(changes.version == 2)
        changes.note(.changed(3))
        #expect(changes.version == 3)
    }

    @Test
    func `everything stands for what came before`() {
        changes.note(.changed(1))
        changes.note(.everything)
        changes.note(.viewed(2))
        #expect(changes.take() == [.everything, .viewed(2)])
    }

    @Test
    func `a list that nobody takes does not grow without end`() {
        for key in 0..<10_000 { changes.note(.changed(Int64(key))) }
        let taken = changes.take()
        #expect(taken.first == .everything)
        #expect(taken.count <= 1024)
        #expect(changes.version == 10_000)
    }
}
