import Testing

@testable import MockPostlyCLI

@Suite struct ProgressBarTests {
    @Test func `a bar is for a terminal`() {
        let capture = Capture()
        var bar = ProgressBar(on: capture.console(), counting: "posts")
        bar.show(1, of: 2)
        bar.clear()
        #expect(capture.errors.isEmpty && capture.output.isEmpty)
    }

    @Test func `a bar is drawn when it has grown`() {
        let capture = Capture()
        var bar = ProgressBar(on: capture.console(isTerminal: true), counting: "posts")
        for done in 0...1_000 { bar.show(done, of: 1_000) }
        let text = String(decoding: capture.errors, as: UTF8.self)
        #expect(text.split(separator: "\r").count == 101)
        #expect(
            text.contains("[" + String(repeating: "#", count: 30) + "] 100 %  1000 of 1000 posts")
        )
        #expect(capture.output.isEmpty)
        bar.clear()
        #expect(capture.errors.last == UInt8(ascii: "\r"))
    }

    @Test func `nothing to do is done`() {
        let capture = Capture()
        var bar = ProgressBar(on: capture.console(isTerminal: true), counting: "posts")
        bar.show(0, of: 0)
        #expect(String(decoding: capture.errors, as: UTF8.self).contains("100 %"))
    }
}
