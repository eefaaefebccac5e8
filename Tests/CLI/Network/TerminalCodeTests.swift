import MockPostlyImages
import Testing

@testable import MockPostlyCLI

@Suite
struct TerminalCodeTests {
    private static let url = "http://192.168.178.20:8080/__mockpostly/phone"

    /// The modules of lines, dark ones true, when `ink` is what a drawn half is.
    private func modules(_ lines: [String], inkIsDark: Bool) -> [[Bool]] {
        lines.flatMap { line -> [[Bool]] in
            let text = line.replacing("\u{1B}[38;5;16;48;5;231m", with: "")
                .replacing("\u{1B}[0m", with: "")
            let top = text.map { "█▀".contains($0) == inkIsDark }
            let bottom = text.map { "█▄".contains($0) == inkIsDark }
            return [top, bottom]
        }
    }

    @Test(arguments: [true, false])
    func `the lines are the code, with four light modules around it`(usesColour: Bool) throws {
        let code = try #require(QRCode(Self.url))
        let shown = try #require(TerminalCode(Self.url))
        #expect(shown.width == code.side + 8 && shown.height == (code.side + 9) / 2)
        let modules = modules(shown.lines(usesColour: usesColour), inkIsDark: usesColour)
        #expect(modules.count == 2 * shown.height)
        for (y, row) in modules.enumerated() {
            #expect(row.count == shown.width)
            for (x, isDark) in row.enumerated() {
                let (column, line) = (x - 4, y - 4)
                let isInside = 0..<code.side ~= column && 0..<code.side ~= line
                #expect(isDark == (isInside && code[column, line]))
            }
        }
    }

    @Test
    func `colours are set and ended in each line, or are not there`() throws {
        let code = try #require(TerminalCode(Self.url))
        #expect(
            code.lines(usesColour: true).allSatisfy {
                $0.hasPrefix("\u{1B}[38;5;16;48;5;231m") && $0.hasSuffix("\u{1B}[0m")
            }
        )
        #expect(code.lines(usesColour: false).allSatisfy { !$0.contains("\u{1B}") })
    }

    @Test
    func `there is none of a text that is too long`() {
        #expect(TerminalCode(String(repeating: "x", count: 500)) == nil)
    }
}
