import Foundation
import Testing

@testable import MockPostlyEventHTTP

@Suite("Mailbox", .timeLimit(.minutes(15))) struct MailboxTests {
    /// Runs `count` threads and waits for all of them.
    private func withThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let group = DispatchGroup()
        for number in 0..<count {
            group.enter()
            Thread.detachNewThread {
                body(number)
                group.leave()
            }
        }
        group.wait()
    }

    private func isReadable<Message>(_ mailbox: Mailbox<Message>) -> Bool {
        var descriptor = pollfd(fd: mailbox.readingEnd, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 0) == 1
    }

    @Test func `messages of many threads all arrive, those of one thread in order`() throws {
        let mailbox = try Mailbox<(sender: Int, number: Int)>()
        let (senders, each) = (8, 5000)
        let received = try Mailbox<[[Int]]>()
        Thread.detachNewThread {
            var numbers = [[Int]](repeating: [], count: senders)
            while let batch = mailbox.receive() {
                for message in batch { numbers[message.sender].append(message.number) }
            }
            _ = received.post(numbers)
        }
        withThreads(senders) { sender in
            for number in 0..<each where !mailbox.post((sender, number)) {
                Issue.record("message \(number) of \(sender) was refused")
            }
        }
        mailbox.shut()
        let numbers = try received.next()
        #expect(numbers == [[Int]](repeating: Array(0..<each), count: senders))
    }

    @Test func `messages and their answers go to and fro`() throws {
        let questions = try Mailbox<Int>()
        let answers = try Mailbox<Int>()
        Thread.detachNewThread {
            while let batch = questions.receive() {
                for number in batch { _ = answers.post(number + 1) }
            }
            answers.shut()
        }
        var number = 0
        for _ in 0..<2000 {
            #expect(questions.post(number))
            number = try answers.next()
        }
        #expect(number == 2000)
        questions.shut()
        #expect(answers.receive() == nil)
    }

    @Test func `closing while many send loses nothing that was taken`() throws {
        let mailbox = try Mailbox<Int>()
        let counts = try Mailbox<Int>()
        let total = try Mailbox<Int>()
        Thread.detachNewThread {
            var count = 0
            while let batch = mailbox.receive() {
                count += batch.count
                if count > 1000 { mailbox.shut() }
            }
            _ = total.post(count)
        }
        withThreads(8) { _ in
            var taken = 0
            while mailbox.post(taken) { taken += 1 }
            _ = counts.post(taken)
        }
        let batch = try #require(counts.receive())
        #expect(batch.count == 8)
        let taken = batch.reduce(0, +)
        #expect(try total.next() == taken)
        #expect(taken > 1000)
    }

    @Test func `no more than the limit waits, whoever sends`() throws {
        let mailbox = try Mailbox<Int>()
        withThreads(8) { _ in
            for number in 0..<1000 { _ = mailbox.post(number, limit: 100) }
        }
        #expect(!mailbox.post(0, limit: 100))
        #expect(mailbox.post(0, limit: 101))
        #expect(mailbox.receive()?.count == 101)
        #expect(mailbox.post(0, limit: 1))
    }

    @Test func `it can be read from while there are messages, and not else`() throws {
        let mailbox = try Mailbox<Int>()
        #expect(!isReadable(mailbox))
        for number in 0..<100_000 { #expect(mailbox.post(number)) }
        #expect(isReadable(mailbox))
        // One wake for all of them, or the receiver would be called for nothing.
        #expect(mailbox.receive()?.count == 100_000)
        #expect(!isReadable(mailbox))
    }

    @Test func `what was sent before it was shut arrives, then nil`() throws {
        let mailbox = try Mailbox<Int>()
        #expect(mailbox.post(1))
        mailbox.shut()
        #expect(!mailbox.post(2))
        #expect(mailbox.receive() == [1])
        #expect(isReadable(mailbox))
        #expect(mailbox.receive() == nil)
    }

    @Test func `a loop is woken for every message`() throws {
        let server = try TestServer()
        withThreads(8) { _ in
            for _ in 0..<100 {
                let number = try? server.ask { _ in 1 }
                if number != 1 { Issue.record("no reply") }
            }
        }
    }
}
