import Foundation
import MockPostlyEventHTTP
import MockPostlyHTTP
import Testing

@testable import MockPostlyCourse
@testable import MockPostlyServer

/// Slow work by lanes: who waits for whom, and how many may.
@Suite(.timeLimit(.minutes(15)))
struct WorkerTests {
    /// Work that goes on until the gate is opened.
    private struct Gate: Sendable {
        let mailbox: Mailbox<Never>

        init() throws { mailbox = try Mailbox() }

        func wait() -> any Sendable {
            _ = mailbox.receive()
            // For whoever else waits.
            mailbox.shut()
            return 0
        }

        func open() { mailbox.shut() }
    }

    /// The numbers of the next results, `count` of them.
    private func results(_ worker: Worker, _ count: Int) -> [Int] {
        var numbers: [Int] = []
        while numbers.count < count { numbers += worker.results.receive()?.map(\.number) ?? [] }
        return numbers
    }

    @Test(arguments: Lane.allCases)
    func `work of one lane does not wait for that of the others`(lane: Lane) throws {
        let worker = try Worker(limit: 4)
        let gate = try Gate()
        for (number, other) in Lane.allCases.enumerated() where other != lane {
            #expect(worker.perform(number, on: other) { gate.wait() })
        }
        #expect(worker.perform(100, on: lane) { 0 })
        #expect(results(worker, 1) == [100])
        gate.open()
        #expect(results(worker, Lane.allCases.count - 1).count == Lane.allCases.count - 1)
    }

    #if os(Linux)
        @Test
        func `no work that somebody waits for has a lower priority than the loop`() throws {
            let worker = try Worker(limit: 1)
            // On Linux the priority is that of the calling thread (getpriority(2)).
            let own = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
            for (number, lane) in Lane.allCases.enumerated() {
                let isTaken = worker.perform(number, on: lane) {
                    getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
                }
                #expect(isTaken)
            }
            var priorities: [any Sendable] = []
            while priorities.count < Lane.allCases.count {
                priorities += worker.results.receive()?.map(\.value) ?? []
            }
            #expect(priorities.allSatisfy { $0 as? Int32 == own })
        }
    #endif

    @Test
    func `work of one lane is done in its order`() throws {
        let worker = try Worker(limit: 1_000)
        for number in 0..<1_000 { #expect(worker.perform(number, on: .pictures) { number }) }
        #expect(results(worker, 1_000) == Array(0..<1_000))
    }

    @Test
    func `a lane holds so many jobs, waiting and running, and others are not its matter`() throws {
        let worker = try Worker(limit: 3)
        for _ in 0..<3 {
            let gate = try Gate()
            for number in 0..<3 {
                #expect(worker.perform(number, on: .accounts) { gate.wait() })
            }
            #expect(!worker.perform(3, on: .accounts) { 0 })
            #expect(worker.perform(4, on: .pictures) { 0 })
            #expect(results(worker, 1) == [4])
            gate.open()
            #expect(results(worker, 3) == [0, 1, 2])
        }
    }

    @Test
    func `work that takes long has a lane apart`() {
        #expect(Lane.picture(width: 600, height: 600) == .pictures)
        #expect(Lane.picture(width: 4_000, height: 4_000) == .largePictures)
        #expect(Lane.contents(bytes: 100_000) == .contents)
        #expect(Lane.contents(bytes: 60_000_000) == .largeContents)
    }
}
