import Foundation
import MockPostlyBodies
import MockPostlyJSON
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyLog

@Suite
struct LogTests {
    private let entry = Log.Entry(
        method: "GET",
        target: "/api/posts?page=2",
        status: 200,
        bytes: 12_345,
        world: "default"
    )

    // MARK: Lines

    @Test(arguments: [
        ("/api/posts", "sign-in", ", world sign-in"), ("/w/sign-in/api/posts", "sign-in", ""),
        ("/api/posts", "default", ""), ("/api/posts", nil, ""),
    ])
    func `a world that the path does not show is named`(
        target: String,
        world: String?,
        end: String
    ) throws {
        let captured = try CapturedLog()
        var entry = entry
        (entry.target, entry.world) = (target, world)
        captured.log.request(entry, nanoseconds: 424_900, at: monotonicNanoseconds())
        #expect(try captured.text().hasSuffix(" \(target) 200 0.42 ms 12.1 KiB\(end)"))
    }

    @Test
    func `a request as text is one line`() throws {
        let captured = try CapturedLog()
        captured.log.request(entry, nanoseconds: 424_900, at: monotonicNanoseconds())
        let text = try captured.text()
        let pattern = #/[0-9:]{8}\.[0-9]{3}Z GET /api/posts\?page=2 200 0\.42 ms 12\.1 KiB/#
        #expect(text.wholeMatch(of: pattern) != nil, "\(text)")
    }

    @Test
    func `a request as JSON is one object`() throws {
        let captured = try CapturedLog(.json, .normal)
        captured.log.request(entry, nanoseconds: 424_900, at: monotonicNanoseconds())
        let root = try JSON(parsing: Array(captured.text().utf8)).root
        #expect(
            root.members.map(\.name)
                == ["time", "level", "method", "path", "status", "ms", "bytes", "world"]
        )
        #expect(root["time"]?.string.flatMap { Instant(rfc3339: $0) } != nil)
        #expect(root["level"]?.string == "info")
        #expect(root["path"]?.string == "/api/posts?page=2")
        #expect(root["status"]?.int == 200)
        #expect(root["ms"]?.double == 0.425)
        #expect(root["bytes"]?.int == 12_345)
        #expect(root["world"]?.string == "default")
    }

    @Test
    func `a request that was refused unread has its line too`() throws {
        let text = try CapturedLog()
        let json = try CapturedLog(.json, .normal)
        let quiet = try CapturedLog(.text, .quiet)
        for captured in [text, json, quiet] {
            captured.log.rejection(status: 413, "The request body is too large.")
        }
        #expect(try text.text().hasSuffix("Z - - 413 The request body is too large."))
        let root = try JSON(parsing: Array(json.text().utf8)).root
        #expect(root["status"]?.int == 413 && root["message"]?.string?.isEmpty == false)
        #expect(try quiet.text().isEmpty)
    }

    @Test(arguments: [(200, "32"), (308, "36"), (404, "33"), (500, "31")])
    func `colours are for text, where they are asked for`(status: Int, colour: String) throws {
        var entry = entry
        entry.status = status
        let plain = try CapturedLog(.text, .normal)
        let coloured = try CapturedLog(.text, .normal, usesColour: true)
        let json = try CapturedLog(.json, .normal, usesColour: true)
        for captured in [plain, coloured, json] {
            captured.log.request(entry, nanoseconds: 424_900, at: monotonicNanoseconds())
        }
        #expect(try coloured.text().contains(" \u{1B}[\(colour)m\(status)\u{1B}[0m "))
        #expect(try !plain.text().contains("\u{1B}"))
        #expect(try !json.text().contains("\u{1B}"))
    }

    @Test(arguments: [
        (LogLevel.quiet, false, ["failed"]), (.normal, true, ["told", "failed"]),
        (.verbose, true, ["noted", "told", "failed"]),
    ])
    func `a level says how much is logged`(
        level: LogLevel,
        logsRequests: Bool,
        words: [String]
    ) throws {
        let captured = try CapturedLog(.text, level)
        #expect(captured.log.logsRequests == logsRequests)
        captured.log.detail("noted")
        captured.log.notice("told")
        captured.log.failure("failed")
        let lines = try captured.text().split(separator: "\n")
        #expect(lines.map { $0.split(separator: " ").last.map(String.init) } == words)
    }

    @Test
    func `lines are in order, and many are written in between`() throws {
        let captured = try CapturedLog(.text, .normal)
        for number in 0..<3000 {
            var entry = entry
            entry.target = "/\(number)"
            captured.log.request(entry, nanoseconds: 424_900, at: monotonicNanoseconds())
        }
        let lines = try captured.text().split(separator: "\n")
        #expect(lines.count == 3000)
        #expect(lines.enumerated().allSatisfy { $1.contains(" GET /\($0) 200 ") })
    }

    @Test
    func `a log that cannot be written is given up, and its lines are counted`() {
        let log = Log(format: .text, level: .normal, usesColour: false, descriptor: -1)
        log.failure("nobody hears this")
        log.request(entry, nanoseconds: 424_900, at: monotonicNanoseconds())
        log.drain(by: monotonicNanoseconds() + 60_000_000_000)
        #expect(log.droppedLines == 2)
    }

    @Test(arguments: LogFormat.allCases)
    func `lines that nobody reads are dropped, and the log says so`(
        format: LogFormat
    ) throws {
        let pipe = Pipe()
        let log = Log(
            format: format,
            level: .normal,
            usesColour: false,
            descriptor: pipe.fileHandleForWriting.fileDescriptor,
            limit: 4096
        )
        // More than any pipe has room for.
        for _ in 0..<50_000 {
            log.request(entry, nanoseconds: 424_900, at: monotonicNanoseconds())
            log.flush()
        }
        let dropped = log.droppedLines
        #expect(dropped > 0)
        let reader = LineReader(pipe.fileHandleForReading)
        log.drain(by: monotonicNanoseconds() + 60_000_000_000)
        try pipe.fileHandleForWriting.close()
        let lines = reader.lines()
        let notices = lines.filter { $0.contains(" dropped: nobody read them in time") }
        let told = try notices.map { notice in
            let number = try #require(notice.firstMatch(of: #/(\d+) log lines? w/#)?.1)
            return try #require(Int(number))
        }
        #expect(told.reduce(0, +) == dropped)
        #expect(lines.count - notices.count + dropped == 50_000)
        if format == .json {
            let root = try JSON(parsing: Array(#require(notices.last).utf8)).root
            #expect(root["level"]?.string == "error")
            #expect(root["message"]?.string?.hasSuffix("in time") == true)
        }
    }

    // MARK: What is not written

    @Test(arguments: [
        ("plain é 猫 🦊 👩\u{200D}👧", "plain é 猫 🦊 👩\u{200D}👧"),
        ("a\nb\r\n\t\u{0}", "a\\u{a}b\\u{d}\\u{a}\\u{9}\\u{0}"),
        ("\u{1B}[31mred", "\\u{1b}[31mred"), ("\u{7F}\u{9B}31m", "\\u{7f}\\u{9b}31m"),
        ("a\u{2028}b\u{2029}c", "a\\u{2028}b\\u{2029}c"),
        ("\u{202E}evil\u{2066}", "\\u{202e}evil\\u{2066}"),
    ])
    func `nobody writes lines of his own`(text: String, shown: String) throws {
        #expect(oneLine(text) == shown)
        let captured = try CapturedLog()
        captured.log.failure(text)
        #expect(try captured.text().hasSuffix(" error " + shown))
        let json = try CapturedLog(.json)
        json.log.failure(text)
        let line = try json.text()
        #expect(!line.utf8.contains { $0 < 0x20 })
        #expect(try JSON(parsing: Array(line.utf8)).root["message"]?.string == text)
    }

    // MARK: Numbers

    @Test(arguments: [
        (0, "0.00", "0"), (4_000, "0.00", "0.004"), (6_000, "0.01", "0.006"),
        (1_000_000, "1.00", "1"), (1_500_000, "1.50", "1.5"), (12_345_678, "12.35", "12.346"),
        (1_999_999_499, "2000.00", "1999.999"), (60_000_000_000, "60000.00", "60000"),
    ])
    func `durations are milliseconds with two or three digits behind the point`(
        nanoseconds: UInt64,
        text: String,
        json: String
    ) throws {
        let captured = [try CapturedLog(), try CapturedLog(.json, .normal)]
        for one in captured {
            one.log.request(entry, nanoseconds: nanoseconds, at: monotonicNanoseconds())
        }
        #expect(try captured[0].text().contains(" 200 \(text) ms "))
        #expect(try captured[1].text().contains("\"ms\":\(json),"))
    }

    @Test(arguments: [
        (0, "0 B"), (999, "999 B"), (1000, "1.0 KiB"), (1024, "1.0 KiB"), (1536, "1.5 KiB"),
        (1_023_000, "999.0 KiB"), (1_048_576, "1.0 MiB"), (123_456_789, "117.7 MiB"),
    ])
    func `sizes are for people`(bytes: Int, shown: String) {
        #expect(LogText.size(bytes) == shown)
    }
}
