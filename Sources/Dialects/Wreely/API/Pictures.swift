internal import MockPostlyCrypto
internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyImages

/// The pictures of members, posts, events and rooms of the seed, drawn on other threads.
enum Pictures {
    private static let ending = ".jpg"
    private static let longestName = 64

    /// The picture for a name; the same name always gives the same picture.
    static func show(_ request: Request, _ call: Call) throws -> Reply {
        let file = call.text("file")
        let name = String(file.dropLast(ending.count))
        guard file.hasSuffix(ending), isName(name) else { throw Failure.noRoute }
        let answer = { (file: PictureFile?) in
            guard let file else { throw Failure.busy }
            return file.response
        }
        let pictures = call.api.context.pictures
        // The one that ``Site/link(_:_:)`` names in place of a picture on another host.
        if let drawing = PictureDrawing(file: file) {
            return try drawing.reply(from: pictures, answer)
        }
        return try Drawing(name).reply(from: pictures, answer)
    }

    /// Whether a name is 1 to 64 lower-case letters, digits and hyphens.
    private static func isName(_ name: String) -> Bool {
        (1...longestName).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
                    || byte == UInt8(ascii: "-")
            }
    }
}

/// What a picture shows, by the words of its name.
struct Drawing: PictureOrder {
    private enum Kind: Hashable {
        /// An abstract picture, in place of a face.
        case portrait
        /// Letters on a colour.
        case logo
        case scene(SceneSubject?)
    }

    private let name: String
    private let kind: Kind
    /// In pixels.
    let width: Int
    let height: Int

    init(_ name: String) {
        self.name = name
        let words = name.split(separator: "-")
        switch words.first {
        case "member", "person", "portrait": kind = .portrait
        case "logo", "company", "workspace": kind = .logo
        case "room": kind = .scene(.product)
        case "place", "space": kind = .scene(.city)
        default: kind = .scene(Self.subject(of: words))
        }
        if case .scene = kind { (width, height) = (800, 600) } else { (width, height) = (320, 320) }
    }

    private static func subject(of words: [Substring]) -> SceneSubject? {
        for word in words {
            switch word {
            case "mountain", "basalt", "forest", "walk": return .mountains
            case "hill", "field", "garden", "light", "fox", "redstart": return .hills
            case "sea", "beach", "lake", "harbour", "boat": return .sea
            case "city", "street", "roof", "view", "window", "terrace": return .city
            case "food", "lunch", "breakfast", "dinner", "coffee", "cupping", "dumplings":
                return .dish
            case "box", "frame", "kettle", "book", "desk", "table", "terracotta": return .product
            default: continue
            }
        }
        return nil
    }

    /// A JPEG file.
    func drawn() throws -> PictureFile { PictureFile(try encode(picture(), as: .jpeg)) }

    private func picture() throws -> Picture {
        let digest = sha256(Array(name.utf8))
        let seed = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        switch kind {
        case .portrait:
            return try drawScene(seed: seed, width: width, height: height, subject: nil)
        case .logo:
            let shades = digest.prefix(3).map { UInt8(64 + Int($0) / 2) }
            return try Placeholder(
                width: width,
                height: height,
                background: Color(red: shades[0], green: shades[1], blue: shades[2]),
                text: initials
            ).picture()
        case .scene(let subject):
            return try drawScene(seed: seed, width: width, height: height, subject: subject)
        }
    }

    /// The first letters of the last two words of the name that are not numbers.
    private var initials: String {
        name.split(separator: "-").dropFirst().filter { $0.first?.isLetter == true }.suffix(2)
            .compactMap(\.first).map { $0.uppercased() }.joined()
    }
}
