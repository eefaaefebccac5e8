internal import MockPostlyDialect
internal import MockPostlyHTTP

/// Replaces the addresses of covers and portraits in finished JSON by addresses of this server.
///
/// Only those on the original's hosts are replaced: an address that a client has written comes back
/// as it was. The stored content is not changed.
struct PictureLinks {
    /// The members that have such addresses.
    ///
    /// A quote within a text is escaped, so these bytes are nowhere else.
    private static let members: [(start: [UInt8], kind: PictureDrawing.Kind)] = [
        (Array(#""coverImage":""#.utf8), .cover), (Array(#""profilePicture":""#.utf8), .portrait),
    ]

    /// Scheme, host and world prefix of the client's request.
    private let site: String

    init(_ request: Request) {
        site = request.site
    }

    /// `json` with addresses of this server.
    func localized(_ json: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var kept = 0
        var place = 0
        while place < json.count {
            guard json[place] == UInt8(ascii: "\""),
                let member = Self.members.first(where: { json[place...].starts(with: $0.start) })
            else {
                place += 1
                continue
            }
            let start = place + member.start.count
            place = start
            guard PictureDrawing.hosts.contains(where: { json[start...].starts(with: $0) })
            else { continue }
            let end = json[start...].firstIndex(of: UInt8(ascii: "\"")) ?? json.count
            let drawing = PictureDrawing(member.kind, inPlaceOf: json[start..<end])
            result += json[kept..<start]
            result += "\(site)/postly/pictures/\(drawing.name)".utf8
            (kept, place) = (end, end)
        }
        return kept == 0 ? json : result + json[kept...]
    }
}
