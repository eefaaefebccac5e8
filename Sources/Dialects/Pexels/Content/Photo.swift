extension Photo {
    /// How the addresses of pictures on the original's host begin.
    package static let pictureHost = "https://images.pexels.com/"

    /// The address of a picture there by its number, in a size for the head of a post.
    package static func coverAddress(_ number: Int64) -> String {
        "\(pictureHost)photos/\(number)/pexels-photo-\(number).jpeg"
            + "?auto=compress&cs=tinysrgb&h=650&w=940"
    }
}

/// The description of a photograph; its picture is generated from it when it is asked for.
package struct Photo: Sendable, Equatable {
    package typealias ID = Int

    /// Unique in the catalogue; the number in the URLs of the photograph.
    package let id: ID
    package let title: String
    /// What the picture shows, in a few words.
    package let alt: String
    package let photographer: Photographer
    /// In pixels.
    package let width: Int
    /// In pixels.
    package let height: Int
    /// The average colour.
    package let color: RGB
    /// Words for the search; the first is the topic.
    package let tags: [String]
    /// A random number for the generated picture: with it, photographs of the same topic, colour
    /// and shape look different.
    package let seed: UInt64

    /// Who took the photograph.
    package struct Photographer: Sendable, Equatable {
        /// Several photographs have the same.
        package let id: Int
        package let name: String

        package init(id: Int, name: String) {
            self.id = id
            self.name = name
        }
    }

    package init(
        id: ID,
        title: String,
        alt: String,
        photographer: Photographer,
        width: Int,
        height: Int,
        color: RGB,
        tags: [String],
        seed: UInt64
    ) {
        self.id = id
        self.title = title
        self.alt = alt
        self.photographer = photographer
        self.width = width
        self.height = height
        self.color = color
        self.tags = tags
        self.seed = seed
    }
}

/// A colour with eight bits for each channel.
///
/// In sRGB, as everything in the program.
package struct RGB: Sendable, Hashable {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8

    /// The colour `0xRRGGBB`.
    ///
    /// The highest byte is ignored.
    package init(_ value: UInt32) {
        red = UInt8(truncatingIfNeeded: value >> 16)
        green = UInt8(truncatingIfNeeded: value >> 8)
        blue = UInt8(truncatingIfNeeded: value)
    }

    /// The colour from six hexadecimal digits, with or without a `#` before them; nil for other
    /// text.
    ///
    /// A short form of three digits is nil.
    package init?(hexadecimal text: String) {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
            let value = UInt32(digits, radix: 16)
        else { return nil }
        self.init(value)
    }

    /// `#RRGGBB` in upper case.
    package var hexadecimal: String {
        let value = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
        let digits = String(value, radix: 16, uppercase: true)
        return "#" + String(repeating: "0", count: 6 - digits.utf8.count) + digits
    }
}
