import Testing

@testable import MockPostlyImages

@Suite
struct ColorTests {
    @Test(
        "a colour as CSS writes it",
        arguments: [
            ("3af", Color(red: 0x33, green: 0xAA, blue: 0xFF)),
            ("#3AF", Color(red: 0x33, green: 0xAA, blue: 0xFF)),
            ("3af8", Color(red: 0x33, green: 0xAA, blue: 0xFF, alpha: 0x88)),
            ("282828", Color(red: 0x28, green: 0x28, blue: 0x28)),
            ("#ff6347", Color(red: 255, green: 99, blue: 71)),
            ("FF634780", Color(red: 255, green: 99, blue: 71, alpha: 128)),
            ("tomato", Color(red: 255, green: 99, blue: 71)),
            ("Tomato", Color(red: 255, green: 99, blue: 71)),
            ("rebeccapurple", Color(red: 102, green: 51, blue: 153)),
            ("lightgrey", Color(red: 211, green: 211, blue: 211)),
            ("lightgray", Color(red: 211, green: 211, blue: 211)),
            ("aqua", Color(red: 0, green: 255, blue: 255)),
            ("transparent", Color(red: 0, green: 0, blue: 0, alpha: 0)),
            (" navy ", Color(red: 0, green: 0, blue: 128)),
            ("rgb(255, 99, 71)", Color(red: 255, green: 99, blue: 71)),
            ("rgb(255 99 71)", Color(red: 255, green: 99, blue: 71)),
            ("rgba(255, 99, 71, 0.5)", Color(red: 255, green: 99, blue: 71, alpha: 128)),
            ("rgb(100% 0% 0% / 25%)", Color(red: 255, green: 0, blue: 0, alpha: 64)),
            ("rgb(300, -5, 0)", Color(red: 255, green: 0, blue: 0)),
        ]
    )
    func parsing(text: String, expected: Color) {
        #expect(Color(css: text) == expected)
    }

    @Test(
        "what is no colour",
        arguments: [
            "", "#", "12", "12345", "1234567", "123456789", "ggg", "##fff", "no-such-colour",
            "rgb()",
            "rgb(1,2)", "rgb(1,2,3,4,5)", "rgb(a,b,c)", "rgb(1,2,3", "hsl(1,2,3)", "１２３", "fff fff",
            "rgb(nan,0,0)", "rgb(1e400,0,0)", "rgb(-,0,0)",
        ]
    )
    func refusal(text: String) {
        #expect(Color(css: text) == nil)
    }

    @Test
    func `the table has the 148 names of CSS, each a colour`() {
        #expect(namedColors.count == 148)
        for (name, rgb) in namedColors {
            #expect(Color(css: name) == Color(rgb: rgb))
            #expect(rgb <= 0xFFFFFF)
        }
        // The grey that is spelled two ways is one colour.
        for (name, rgb) in namedColors where name.contains("gray") {
            #expect(namedColors[name.replacing("gray", with: "grey")] == rgb)
        }
    }

    @Test
    func `contrast is WCAG's`() {
        #expect(abs(Color.black.contrast(with: .white) - 21) < 0.001)
        #expect(abs(Color.white.contrast(with: .white) - 1) < 0.001)
        // The darkest grey on white that WCAG's level AA lets pass.
        let ratio = Color(rgb: 0x767676).contrast(with: .white)
        #expect(ratio > 4.5 && ratio < 4.6)
    }

    @Test(
        "ink that can be read on a ground",
        arguments: [
            ("cccccc", Color.black), ("fff", .black), ("000", .white), ("navy", .white),
            ("gold", .black), ("tomato", .black), ("008080", .white), ("282828", .white),
            ("transparent", .black), ("0001", .black),
        ]
    )
    func ink(ground: String, expected: Color) throws {
        let ground = try #require(Color(css: ground))
        #expect(ground.readableInk == expected)
    }

    @Test
    func `the ink that is chosen has at least a contrast of 4.5 on every opaque ground`() {
        for red in stride(from: UInt8(0), through: 255, by: 17) {
            for green in stride(from: UInt8(0), through: 255, by: 17) {
                for blue in stride(from: UInt8(0), through: 255, by: 51) {
                    let ground = Color(red: red, green: green, blue: blue)
                    #expect(ground.contrast(with: ground.readableInk) >= 4.5)
                }
            }
        }
    }

    @Test
    func `laying one colour over another`() {
        #expect(Color.white.over(.black, coverage: 255) == .white)
        #expect(Color.white.over(.black, coverage: 0) == .black)
        #expect(Color.white.over(.black, coverage: 128) == Color(red: 128, green: 128, blue: 128))
        #expect(
            Color.white.opacity(0.5).over(.black, coverage: 255)
                == Color(red: 128, green: 128, blue: 128)
        )
        #expect(
            Color.white.over(.clear, coverage: 128)
                == Color(red: 255, green: 255, blue: 255, alpha: 128)
        )
        #expect(Color.clear.over(.clear, coverage: 255) == .clear)
        let red = Color(red: 255, green: 0, blue: 0, alpha: 128)
        #expect(red.over(red, coverage: 255) == Color(red: 255, green: 0, blue: 0, alpha: 192))
    }

    @Test(
        "a colour by how it looks is the same colour",
        arguments: ["tomato", "navy", "gold", "808080", "black", "white", "lime", "rebeccapurple"]
    )
    func perception(name: String) throws {
        let color = try #require(Color(css: name))
        let back = PerceivedColor(color).color
        for (a, b) in [
            (color.red, back.red), (color.green, back.green), (color.blue, back.blue),
        ] {
            #expect(abs(Int(a) - Int(b)) <= 1)
        }
    }

    @Test
    func `a colour that no screen shows becomes the nearest one of its lightness`() {
        for hue in stride(from: 0.0, to: 1, by: 0.05) {
            let wanted = PerceivedColor(lightness: 0.6, chroma: 0.5, hue: hue)
            #expect(abs(PerceivedColor(wanted.color).lightness - 0.6) < 0.01)
        }
        #expect(PerceivedColor(lightness: 1.5, chroma: 0.1, hue: 0).color == .white)
        #expect(PerceivedColor(lightness: -1, chroma: 0.1, hue: 0).color == .black)
    }
}
