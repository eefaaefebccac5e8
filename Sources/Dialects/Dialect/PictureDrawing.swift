package import MockPostlyImages
internal import MockPostlySeeds
internal import MockPostlyText

/// A picture that this server draws in place of one on another host; its name decides its bytes:
/// `cover-0123456789abcdef.jpg`.
package struct PictureDrawing: Sendable, Hashable {
    package enum Kind: String, CaseIterable, Sendable {
        /// A landscape, in place of the photograph above a post.
        case cover
        /// An abstract picture, in place of a face.
        case portrait
    }

    /// How the addresses begin that dialects replace: those of the standard seed's pictures, and of
    /// Google's accounts.
    ///
    /// As bytes, because they are compared with the bytes of answers.
    package static let hosts = [
        StandardParts.coverHost, "https://lh3.googleusercontent.com/", "https://randomuser.me/",
    ].map { Array($0.utf8) }

    /// Decides size and motif.
    package let kind: Kind
    /// Decides everything else: the same seed gives the same bytes on every machine.
    package let seed: UInt64

    private static let ending = ".jpg"
    private static let digits = 16

    /// The picture that stands for the one at an address of another host.
    ///
    /// Costs O(n).
    package init(_ kind: Kind, inPlaceOf address: some Collection<UInt8>) {
        self.kind = kind
        // FNV-1a: spread evenly, and the same on every machine.
        seed = address.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// The picture that stands for the one at `address`; nil when the address is not on one of the
    /// ``hosts``.
    package init?(_ kind: Kind, replacing address: String) {
        guard Self.hosts.contains(where: { address.utf8.starts(with: $0) }) else { return nil }
        self.init(kind, inPlaceOf: address.utf8)
    }

    /// Reads the name of a file; nil when it is not one that ``name`` writes.
    package init?(file: String) {
        guard file.hasSuffix(Self.ending),
            let kind = Kind.allCases.first(where: { file.hasPrefix($0.rawValue + "-") })
        else { return nil }
        let text = file.dropFirst(kind.rawValue.count + 1).dropLast(Self.ending.count)
        guard text.utf8.count == Self.digits, text.utf8.allSatisfy({ $0.isSmallHexadecimalDigit }),
            let seed = UInt64(text, radix: 16)
        else { return nil }
        (self.kind, self.seed) = (kind, seed)
    }

    /// The name of the file.
    ///
    /// Fixed in length, so that a link can be written without measuring.
    package var name: String {
        "\(kind.rawValue)-\(hexadecimal(seed, digits: Self.digits))\(Self.ending)"
    }

    /// In pixels.
    package var width: Int { kind == .cover ? 940 : 256 }
    /// In pixels.
    package var height: Int { kind == .cover ? 627 : 256 }

    /// Draws the picture; slow.
    ///
    /// For the thread of a ``Lane``, not for the loop's.
    ///
    /// - Throws: what the drawing throws without memory.
    package func picture() throws -> Picture {
        try drawScene(seed: seed, width: width, height: height)
    }

    /// Draws the picture as a JPEG file; slow.
    ///
    /// - Throws: what the drawing or the encoder throws without memory.
    package func file() throws -> [UInt8] { try encode(picture(), as: .jpeg) }
}
