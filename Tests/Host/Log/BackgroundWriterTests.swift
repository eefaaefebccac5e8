import Foundation
import MockPostlyWorld
import Testing

@testable import MockPostlyLog

@Suite(.timeLimit(.minutes(15)))
struct BackgroundWriterTests {
    private let pipe = Pipe()

    private var descriptor: Int32 { pipe.fileHandleForWriting.fileDescriptor }

    private func later(_ seconds: UInt64) -> UInt64 {
        monotonicNanoseconds() + seconds * 1_000_000_000
    }

    private func line(_ number: Int) -> [UInt8] {
        Array("line \(number) \(String(repeating: ".", count: 90))\n".utf8)
    }

    /// Writes more than any pipe takes: 5,000 lines as one piece, then line by line.
    private func fill(_ writer: BackgroundWriter, from first: Int = 0) {
        var piece = (first..<first + 5000).flatMap(line)
        writer.write(&piece)
        for number in first + 5000..<first + 20_000 {
            var line = line(number)
            writer.write(&line)
            #expect(line.isEmpty)
        }
    }

    @Test
    func `whoever writes never waits for a reader, and each gap says how wide it is`() throws {
        let writer = BackgroundWriter(descriptor, limit: 8192) { Array("gone \($0) \n".utf8) }
        fill(writer)
        let dropped = writer.droppedLines
        #expect(dropped > 0)
        #expect(!writer.drain(by: 0))
        let lines = LineReader(pipe.fileHandleForReading)
        #expect(writer.drain(by: later(60)))
        // Now there is a reader, so how many gaps there are is a matter of chance.
        fill(writer, from: 20_000)
        #expect(writer.drain(by: later(60)))
        let allDropped = writer.droppedLines
        var last = line(40_000)
        writer.write(&last)
        writer.close(by: later(60))
        try pipe.fileHandleForWriting.close()
        var next = 0
        var told = 0
        for line in lines.lines() {
            let words = line.split(separator: " ")
            let number = try #require(Int(words[1]))
            if words[0] == "gone" {
                next += number
                told += number
            } else {
                #expect(number == next)
                next += 1
            }
        }
        #expect(next == 40_001)
        #expect(told == allDropped && writer.droppedLines == allDropped)
    }

    @Test
    func `nothing is dropped while there is room, however large a piece is`() throws {
        let writer = BackgroundWriter(descriptor, limit: 10)
        let lines = LineReader(pipe.fileHandleForReading)
        var all = (0..<5000).flatMap(line)
        writer.write(&all)
        writer.close(by: later(60))
        try pipe.fileHandleForWriting.close()
        #expect(lines.lines().count == 5000)
        #expect(writer.droppedLines == 0)
    }

    @Test
    func `a descriptor that another process made non-blocking loses nothing`() throws {
        let flags = fcntl(descriptor, F_GETFL)
        #expect(fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0)
        let writer = BackgroundWriter(descriptor, limit: 8 << 20)
        fill(writer)
        #expect(writer.droppedLines == 0)
        let lines = LineReader(pipe.fileHandleForReading)
        writer.close(by: later(60))
        try pipe.fileHandleForWriting.close()
        #expect(lines.lines().count == 20_000)
        #expect(writer.droppedLines == 0)
    }

    @Test
    func `what cannot be written is counted`() {
        let writer = BackgroundWriter(-1)
        for number in 0..<10 {
            var line = line(number)
            writer.write(&line)
            #expect(writer.drain(by: later(60)))
        }
        #expect(writer.droppedLines == 10)
    }

    @Test
    func `without a reader it closes when its time is over, and only once`() throws {
        let writer = BackgroundWriter(descriptor)
        fill(writer)
        writer.close(by: monotonicNanoseconds())
        var line = line(0)
        let before = writer.droppedLines
        writer.write(&line)
        #expect(writer.droppedLines == before + 1)
        writer.close(by: .max)
        // The thread has to be gone before its descriptor is another's.
        try pipe.fileHandleForReading.close()
        #expect(writer.drain(by: later(60)))
    }
}
