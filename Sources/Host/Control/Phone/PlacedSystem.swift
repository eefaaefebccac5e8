internal import MockPostlyDialect

/// A system of a world, and where it is.
struct PlacedSystem {
    /// Its name for people.
    let title: String
    let introduction: Introduction
    /// In the order of the dialect, relative to the address of the world.
    let addresses: [DialectAddress]

    init(_ title: String, _ introduction: Introduction, _ addresses: [DialectAddress]) {
        (self.title, self.introduction, self.addresses) = (title, introduction, addresses)
    }

    init(_ dialect: any Dialect) {
        let type = type(of: dialect)
        self.init(type.title, dialect.introduction, type.addresses)
    }
}

extension PlacedSystem {
    /// One line for people.
    struct Line: Equatable {
        var label: String
        var value: String
        var note = ""
    }

    /// The addresses that it introduces itself with, and the base URLs that are not among them.
    func addresses(at base: String) -> [Line] {
        var lines = introduction.lines.compactMap { line -> Line? in
            guard case .address(let scheme, let path) = line.content else { return nil }
            return Line(label: line.label, value: "\(scheme)://\(base)\(path)", note: line.note)
        }
        for address in addresses {
            let url = address.url(at: base)
            let isThere = lines.contains { $0.value.withoutSlash == url.withoutSlash }
            guard !isThere else { continue }
            let label = address.scheme == "ws" ? "Sockets" : "Requests"
            lines.append(Line(label: label, value: url))
        }
        return lines
    }

    /// Whoever can log in.
    var logIns: [Line] {
        introduction.lines.compactMap { line in
            guard case .text(let text) = line.content else { return nil }
            return Line(label: line.label, value: text, note: line.note)
        }
    }
}

extension String {
    fileprivate var withoutSlash: Substring { hasSuffix("/") ? dropLast() : self[...] }
}
