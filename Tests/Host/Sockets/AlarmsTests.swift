import MockPostlyWorld
import Testing

@testable import MockPostlySockets

@Suite struct AlarmsTests {
    private final class Machine {
        var now: UInt64 = 0
        var called: [Int] = []
    }

    private let machine = Machine()
    private let alarms: Alarms

    init() {
        alarms = Alarms { [machine] in machine.now }
    }

    private func set(_ milliseconds: Int, _ word: Int) -> Int {
        alarms.set(after: .milliseconds(milliseconds)) { [machine] in machine.called.append(word) }
    }

    @Test func `they come in the order of their times, and of their numbers`() {
        for (time, word) in [(30, 3), (10, 1), (20, 2), (10, 11), (40, 4), (10, 12)] {
            _ = set(time, word)
        }
        alarms.fire()
        #expect(machine.called.isEmpty)
        machine.now = 20_000_000
        alarms.fire()
        #expect(machine.called == [1, 11, 12, 2])
        machine.now = 100_000_000
        alarms.fire()
        #expect(machine.called == [1, 11, 12, 2, 3, 4])
        #expect(alarms.next == nil)
    }

    @Test func `a cancelled one is not called`() {
        let first = set(10, 1)
        _ = set(10, 2)
        alarms.cancel(first)
        alarms.cancel(99)
        #expect(alarms.count == 1)
        machine.now = 10_000_000
        alarms.fire()
        #expect(machine.called == [2])
    }

    @Test func `one that sets another does not call it at once`() {
        alarms.set(after: .zero) { [machine, alarms] in
            machine.called.append(1)
            alarms.set(after: .zero) { machine.called.append(2) }
        }
        alarms.fire()
        #expect(machine.called == [1])
        alarms.fire()
        #expect(machine.called == [1, 2])
    }

    @Test func `the next one is known`() {
        #expect(alarms.next == nil)
        _ = set(30, 1)
        _ = set(40, 2)
        #expect(alarms.next == 30_000_000)
        _ = set(10, 3)
        #expect(alarms.next == 10_000_000)
    }

    @Test func `many keep their order`() {
        var random = RandomSource(seed: 7)
        var expected: [(time: Int, word: Int)] = []
        for word in 0..<1000 {
            let time = Int(random.next() % 50)
            expected.append((time, word))
            _ = set(time, word)
        }
        machine.now = 50_000_000
        alarms.fire()
        let sorted = expected.sorted { ($0.time, $0.word) < ($1.time, $1.word) }
        #expect(machine.called == sorted.map(\.word))
    }
}
