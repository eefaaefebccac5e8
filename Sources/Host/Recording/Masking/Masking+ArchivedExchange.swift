internal import MockPostlyArchives
internal import MockPostlyBodies
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyText

extension Masking {
    /// An exchange with new values in all of its parts.
    mutating func masked(_ exchange: ArchivedExchange) -> ArchivedExchange {
        var new = exchange
        let path = exchange.address.path
        new.address.path = masked(path: path)
        new.address.query = pairs(exchange.address.query)
        let isPerson = Self.isOfPeople(path)
        new.requestFields = exchange.requestFields.map { masked($0) }
        new.fields = exchange.fields.map { masked($0) }
        new.requestBody = body(exchange.requestBody, exchange.requestType, isPerson)
        // Servers of files often say no more of a table than that it is a text.
        let isTable = path.lowercased().hasSuffix(".csv")
        new.body = body(exchange.body, isTable ? "text/csv" : exchange.type, isPerson)
        return new
    }

    /// Whether what is answered at a path is people: by its last word that is no id.
    private static func isOfPeople(_ path: String) -> Bool {
        let word = path.split(separator: "/").last { segment in
            !segment.utf8.contains { 0x30...0x39 ~= $0 }
        }
        return word.map { FieldMeaning(String($0)).isPerson } ?? false
    }

    // MARK: Addresses

    private mutating func masked(path: String) -> String {
        var before: PathSecret.Meaning = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        return segments.map { segment -> String in
            guard !segment.isEmpty else { return "" }
            let text = String(decoding: percentDecoded(segment.utf8), as: UTF8.self)
            let secret = PathSecret.isSecret(text) { before }
            before.formUnion(PathSecret.meaning(of: text))
            // A segment may have parameters of its own: `;jsessionid=…`.
            let new =
                secret
                ? swapped(text, meaning("secret"))
                : text.utf8.contains(UInt8(ascii: "=")) ? pairs(text) : swapped(text, nil)
            guard let new, new != text else { return String(segment) }
            return percentEncoded(new.utf8) { isUnreserved($0) || "@:=;&,+".utf8.contains($0) }
        }.joined(separator: "/")
    }

    /// A query or a form; pairs that stay are as they were.
    mutating func pairs(_ text: String, depth: Int = 0) -> String {
        guard !text.isEmpty else { return text }
        let pairs = text.split(separator: "&", omittingEmptySubsequences: false)
        let names = pairs.map { formDecoded($0.prefix { $0 != "=" }.utf8) }
        let isPerson = names.contains { meaning($0).marksPerson }
        return zip(pairs, names).map { pair, name -> String in
            let value = pair.drop { $0 != "=" }.dropFirst()
            guard !value.isEmpty else {
                return swapped(name, nil, depth: depth + 1).map {
                    percentEncoded($0.utf8, keeping: isUnreserved)
                } ?? String(pair)
            }
            // The last step of names such as `user[email]`.
            let steps = name.split { "[].".contains($0) }
            let meaning = meaning(steps.last.map(String.init) ?? name)
            let new = swapped(
                formDecoded(value.utf8),
                meaning,
                isOfPerson: isPerson || steps.count > 1 && self.meaning(String(steps[0])).isPerson,
                depth: depth + 1
            )
            guard let new else { return String(pair) }
            let encoded = percentEncoded(new.utf8, keeping: isUnreserved)
            return "\(pair.prefix { $0 != "=" })=\(encoded)"
        }.joined(separator: "&")
    }

    // MARK: Fields

    private mutating func masked(_ field: ArchivedExchange.Field) -> ArchivedExchange.Field {
        var new = field
        switch field.name.lowercased() {
        case "cookie":
            new.value = field.value.split(separator: ";").map { cookie(String($0)) }
                .joined(separator: ";")
        case "set-cookie":
            // Chrome joins the values of several fields with line ends.
            new.value = field.value.split(separator: "\n", omittingEmptySubsequences: false)
                .map { line in
                    let pair = line.prefix { $0 != ";" }
                    return cookie(String(pair)) + line.dropFirst(pair.count)
                }
                .joined(separator: "\n")
        default:
            let meaning = meaning(field.name)
            if let value = swapped(field.value, meaning) { new.value = value }
        }
        return new
    }

    /// A pair of a cookie, whose value is a secret whatever its name is.
    private mutating func cookie(_ pair: String) -> String {
        guard let sign = pair.firstIndex(of: "=") else {
            return swapped(pair, meaning("secret")) ?? pair
        }
        let name = pair[..<sign].filter { $0 != " " }
        let value = String(pair[pair.index(after: sign)...])
        if isKept(meaning(String(name))) { return pair }
        return pair[...sign] + (swapped(value, meaning("cookie")) ?? value)
    }

    // MARK: Bodies

    private mutating func body(_ bytes: [UInt8], _ type: String, _ isPerson: Bool) -> [UInt8] {
        guard !bytes.isEmpty else { return bytes }
        let first = bytes.first { $0 > 0x20 }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || first == UInt8(ascii: "\""),
            let json = try? JSON(parsing: bytes, skippingByteOrderMark: true).root
        {
            return rewritten(json, isPerson: isPerson)
        }
        let media = MediaType(type)
        if media.name == "application/x-www-form-urlencoded" {
            return Array(pairs(String(decoding: bytes, as: UTF8.self)).utf8)
        }
        if let boundary = Multipart.boundary(in: type) { return multipart(bytes, boundary) }
        if media.name.hasSuffix("csv") || media.name.hasSuffix("-separated-values") {
            return table(bytes)
        }
        if let lines = linesOfJSON(bytes, isPerson: isPerson) { return lines }
        let text = bytes.withUnsafeBufferPointer { plain($0, 0) }
        return text.map { Array($0.utf8) } ?? bytes
    }

    private mutating func multipart(_ bytes: [UInt8], _ boundary: String) -> [UInt8] {
        let form = Multipart(readable: bytes, boundary: boundary)
        var isPerson = false
        for part in form.parts {
            if let name = part.name, meaning(name).marksPerson { isPerson = true }
        }
        var new: [UInt8] = []
        var place = 0
        for part in form.parts {
            new += bytes[place..<part.range.lowerBound]
            place = part.range.upperBound
            let content = Array(bytes[part.range])
            let text = String(decoding: content, as: UTF8.self)
            let meaning: FieldMeaning? = if let name = part.name { self.meaning(name) } else { nil }
            let value = swapped(text, meaning, isOfPerson: isPerson)
            new += value.map { Array($0.utf8) } ?? content
        }
        // What comes after the last part that can be read is left out: it may be a part of a secret.
        return form.parts.isEmpty
            ? bytes.withUnsafeBufferPointer { plain($0, 0) }.map { Array($0.utf8) } ?? bytes
            : new + Array("\r\n--\(boundary)--\r\n".utf8)
    }
}
