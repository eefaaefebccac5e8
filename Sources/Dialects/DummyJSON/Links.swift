internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns

/// Where links in responses lead.
struct LinkBase: Equatable {
    /// Scheme, host and world prefix of the client's request, as the beginning of links.
    ///
    /// Nil for links as they are stored, which are the original's.
    let site: [UInt8]?

    /// Links as in the original.
    static let upstream = LinkBase(site: nil)

    /// Links to the server under the host that `request` has named.
    init(_ request: borrowing Request) {
        guard let host = request.hostBytes, !host.isEmpty else {
            self = .upstream
            return
        }
        // What nearly all requests ask for, without a text on the way.
        if request.isAtRoot, host.allSatisfy({ $0 < 0x80 }) {
            var site: [UInt8] = []
            site.reserveCapacity(7 + host.count)
            site += "http://".utf8
            site += host
            self.site = site
        } else {
            site = Array(request.site.utf8)
        }
    }

    /// Links that begin with `site`, such as `http://localhost:8080`.
    init(site: String) {
        self.init(site: Array(site.utf8))
    }

    private init(site: [UInt8]?) {
        self.site = site
    }

    /// A link to `path` of this API; the path begins with a slash.
    func link(to path: String) -> String {
        site.map { String(decoding: $0, as: UTF8.self) + path } ?? "https://dummyjson.com" + path
    }
}

extension Request {
    /// Whether the request has come neither over TLS nor through a proxy, and does not have the prefix of a world.
    fileprivate var isAtRoot: Bool {
        !isSecure && rawPathWithoutPrefix.startIndex == rawPath.startIndex
            && !hasForwarding
    }
}

extension Document {
    /// Whether a value of the record has a link in it.
    fileprivate func hasLinks(in value: JSONValue) -> Bool {
        let range = value.range
        for link in links where range.contains(Int(link)) { return true }
        return false
    }
}

// The links are made when a record has a link: those of most kinds have none.
extension JSONWriter {
    /// Writes a whole record.
    mutating func record(_ document: Document, _ links: @autoclosure () -> LinkBase) {
        stored(document.value, of: document, links())
    }

    /// Writes a record without its closing brace, so that members can follow.
    mutating func openRecord(_ document: Document, _ links: LinkBase) {
        let text = document.value.rawText
        pieces(text.dropLast(), of: document, links)
        continueObject()
    }

    /// Writes a value that is part of a record.
    mutating func stored(
        _ value: JSONValue,
        of document: Document,
        _ links: @autoclosure () -> LinkBase
    ) {
        guard document.hasLinks(in: value) else { return raw(value) }
        pieces(value.rawText, of: document, links())
    }

    /// Writes a member of a record if it has one of this name.
    mutating func stored(
        _ name: StaticString,
        of document: Document,
        _ links: @autoclosure () -> LinkBase
    ) {
        guard let value = document[name] else { return }
        key(name)
        stored(value, of: document, links())
    }

    private mutating func pieces(
        _ text: ArraySlice<UInt8>,
        of document: Document,
        _ links: LinkBase
    ) {
        guard let site = links.site else { return raw(text) }
        var start = text.startIndex
        for link in document.links {
            let place = Int(link)
            guard place >= start else { continue }
            guard place < text.endIndex else { break }
            opening(text[start..<place])
            opening(site[...])
            let rest = text[place...]
            guard
                let (host, folder) = Document.linkHosts.first(where: { rest.starts(with: $0.host) })
            else { break }
            opening(folder[...])
            start = place + host.count
        }
        raw(text[start...])
    }
}
