package import MockPostlyHTTP

/// Replaces the addresses of covers and portraits in finished JSON by addresses of this server.
///
/// Only those on the original's hosts are replaced: an address that a client has written comes back
/// as it was. The stored content is not changed.
package struct PictureLinks: Sendable, Hashable {
    /// The names of the members that have such addresses, and what their pictures show.
    package struct Members: Sendable {
        /// The members as they begin in compact JSON.
        ///
        /// A quote within a text is escaped, so these bytes are nowhere else.
        fileprivate let starts: [(bytes: [UInt8], kind: PictureDrawing.Kind)]
        fileprivate let folder: String

        /// The members of a dialect that has its pictures in `folder`: `/postly/pictures/`.
        package init(_ names: [(String, PictureDrawing.Kind)], folder: String) {
            starts = names.map { (Array("\"\($0.0)\":\"".utf8), $0.1) }
            self.folder = folder
        }
    }

    /// Scheme, host and world prefix of the client's request.
    private let site: String

    package init(_ request: Request) {
        site = request.site
    }

    /// `json` with addresses of this server.
    package func localized(_ json: [UInt8], _ members: Members) -> [UInt8] {
        var result: [UInt8] = []
        var kept = 0
        var place = 0
        while place < json.count {
            guard json[place] == UInt8(ascii: "\""),
                let member = members.starts.first(where: { json[place...].starts(with: $0.bytes) })
            else {
                place += 1
                continue
            }
            let start = place + member.bytes.count
            place = start
            guard PictureDrawing.hosts.contains(where: { json[start...].starts(with: $0) })
            else { continue }
            let end = json[start...].firstIndex(of: UInt8(ascii: "\"")) ?? json.count
            let drawing = PictureDrawing(member.kind, inPlaceOf: json[start..<end])
            result += json[kept..<start]
            result += "\(site)\(members.folder)\(drawing.name)".utf8
            (kept, place) = (end, end)
        }
        return kept == 0 ? json : result + json[kept...]
    }
}
