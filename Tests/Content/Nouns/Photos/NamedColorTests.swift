import Testing

@testable import MockPostlyNouns
@testable import PexelsContent

/// Colours, their spelling and their names.
@Suite
struct NamedColorTests {
    @Test(
        arguments: [
            ("#ff0000", .red), ("#FFA500", .orange), ("#ffee00", .yellow), ("#228B22", .green),
            ("#00CED1", .turquoise), ("#1E90FF", .blue), ("#4169E1", .blue), ("#7B2FBE", .violet),
            ("#FFB6C1", .pink), ("#654321", .brown), ("#050505", .black), ("#909090", .gray),
            ("#FAFAFA", .white),
        ] as [(String, NamedColor)]
    )
    func `the nearest name`(text: String, name: NamedColor) throws {
        #expect(NamedColor(nearest: try #require(RGB(hexadecimal: text))) == name)
    }

    @Test
    func `a colour is spelled with six digits`() {
        #expect(RGB(hexadecimal: "#0a0B0c") == RGB(0x0A0B0C))
        #expect(RGB(hexadecimal: "0a0B0c") == RGB(0x0A0B0C))
        for text in ["", "#", "#fff", "#0a0b0c0", "0a0b0g", "+a0b0c", "##a0b0c", "#１２３４５６"] {
            #expect(RGB(hexadecimal: text) == nil)
        }
        #expect(RGB(0x0A0B0C).hexadecimal == "#0A0B0C" && RGB(0).hexadecimal == "#000000")
    }
}
