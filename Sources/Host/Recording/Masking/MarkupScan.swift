/// Finds the values of elements and attributes in a text of XML or HTML, however it is closed.
struct MarkupScan {
    /// A value, and what it is called by.
    struct Find {
        let range: Range<Int>
        /// The names that may say what it is, the nearest first.
        let names: [String]
        /// The element that has it as a member.
        let owner: Int
    }

    private struct Element {
        var name: String
        /// The name in lower case.
        var plain = ""
        /// The element around it; its own place for the outermost.
        var parent: Int
        /// What its classes and the like call it.
        var roles: [String] = []
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var place = 0
    /// Where what is read now ends: the text, a comment or a script.
    private var end: Int
    /// How many comments and scripts are around the place.
    private var depth = 0
    /// The first one stands for the whole text.
    private var elements = [Element(name: "", parent: 0)]
    private var open = [0]
    private(set) var finds: [Find] = []

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        end = bytes.count
        readAll()
    }

    private mutating func readAll() {
        while place < end {
            let start = place
            while place < end, bytes[place] != UInt8(ascii: "<") { place += 1 }
            addText(start..<place)
            if place < end { readTag() }
        }
    }

    /// What is deeper in comments and scripts is read as if it were beside them.
    private static let deepestPart = 8

    /// Reads the markup in a comment or a script, which opens and closes nothing outside.
    private mutating func readPart(to partEnd: Int, in elements: [Int]) {
        guard depth < Self.deepestPart else { return }
        let outer = (end, open)
        (end, open) = (partEnd, elements)
        depth += 1
        readAll()
        depth -= 1
        place = max(place, partEnd)
        (end, open) = outer
    }

    /// The name of an element without its prefix, and what else it is called by.
    func names(of element: Int) -> [String] {
        [elements[element].name] + elements[element].roles
    }

    // MARK: Tags

    private mutating func readTag() {
        if has("<![CDATA[") {
            let start = place + 9
            let last = find("]]>", from: start)
            addText(min(start, last)..<last)
            place = min(last + 3, end)
        } else if has("<!--") {
            place = min(place + 4, end)
            guard depth < Self.deepestPart else { return }
            let start = place
            readPart(to: find("-->", from: start), in: open)
            place = min(place + 3, end)
        } else if has("<!") || has("<?") {
            skip(to: UInt8(ascii: ">"))
        } else if has("</") {
            place += 2
            close(readName())
            skip(to: UInt8(ascii: ">"))
        } else {
            place += 1
            let name = readName()
            if !name.isEmpty { readElement(name) }
        }
    }

    /// What is deeper belongs to the last element that is not.
    private static let deepest = 256

    /// Elements of HTML that have no end.
    private static let empty: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param",
        "source", "track", "wbr",
    ]

    private mutating func readElement(_ name: String) {
        let parent = open.last ?? 0
        let element = elements.count
        let plain = name.lowercased()
        elements.append(Element(name: name, plain: plain, parent: parent))
        var attributes: [(name: String, value: Range<Int>)] = []
        while let attribute = readAttribute() { attributes.append(attribute) }
        let isClosed = place > 0 && bytes[place - 1] == UInt8(ascii: "/")
        skip(to: UInt8(ascii: ">"))
        add(attributes, of: element)
        guard !isClosed, !Self.empty.contains(plain) else { return }
        // Their texts are no values, and what they have in them may be markup.
        if plain == "script" || plain == "style" {
            guard depth < Self.deepestPart else { return }
            return readPart(to: endOfRaw(plain), in: [0])
        }
        if open.count < Self.deepest { open.append(element) }
    }

    private mutating func add(_ attributes: [(name: String, value: Range<Int>)], of element: Int) {
        let roles = attributes.filter {
            ["name", "id", "property", "itemprop", "class"].contains($0.name)
        }
        let called = roles.flatMap { text($0.value).split(separator: " ").map(String.init) }
        elements[element].roles = called.map { Self.local($0) }
        for (name, value) in attributes where !value.isEmpty {
            let isValue = ["value", "content", "placeholder"].contains(name)
            // The value of a field of a form is a member of the form.
            let isOfForm = isValue && !called.isEmpty
            finds.append(
                Find(
                    range: value,
                    names: isOfForm ? elements[element].roles : [Self.local(name)],
                    owner: isOfForm ? elements[element].parent : element
                )
            )
        }
    }

    private mutating func readAttribute() -> (name: String, value: Range<Int>)? {
        while place < end, bytes[place] <= 0x20 || bytes[place] == UInt8(ascii: "/") {
            place += 1
        }
        let name = readName().lowercased()
        guard !name.isEmpty else { return nil }
        skipBlanks()
        guard place < end, bytes[place] == UInt8(ascii: "=") else { return (name, 0..<0) }
        place += 1
        skipBlanks()
        guard place < end else { return (name, 0..<0) }
        // As a script writes it in a text of its own: `"<b a=\\"…\\">"`.
        if bytes[place] == UInt8(ascii: "\\"), place + 1 < end, isQuote(bytes[place + 1]) {
            place += 2
            let start = place
            while place < end, bytes[place] != UInt8(ascii: "\\") { place += 1 }
            defer { place = min(place + 2, end) }
            return (name, start..<place)
        }
        let quote = bytes[place]
        if isQuote(quote) {
            place += 1
            let start = place
            skip(before: quote)
            defer { place = min(place + 1, end) }
            return (name, start..<place)
        }
        let start = place
        while place < end, bytes[place] > 0x20, bytes[place] != UInt8(ascii: ">") {
            place += 1
        }
        return (name, start..<place)
    }

    /// Ends the innermost open element of a name, and all in it.
    private mutating func close(_ name: String) {
        let plain = name.lowercased()
        guard let depth = open.lastIndex(where: { $0 != 0 && elements[$0].plain == plain }) else {
            return
        }
        open.removeSubrange(depth...)
    }

    private func endOfRaw(_ name: String) -> Int {
        var place = place
        while place < end, !isNext("</", at: place) || !isNext(name, at: place + 2) { place += 1 }
        return place
    }

    // MARK: Texts

    private mutating func addText(_ range: Range<Int>) {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, bytes[start] <= 0x20 { start += 1 }
        while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
        guard start < end, let element = open.last, element != 0 else { return }
        let names = names(of: element)
        finds.append(Find(range: start..<end, names: names, owner: elements[element].parent))
    }

    // MARK: Bytes

    private func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// A name without the prefix of its space.
    private static func local(_ name: String) -> String {
        name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
    }

    private mutating func readName() -> String {
        let start = place
        while place < end, isWordByte(bytes[place]) || "-_.:@".utf8.contains(bytes[place]) {
            place += 1
        }
        return Self.local(text(start..<place))
    }

    private func isQuote(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    }

    private mutating func skipBlanks() {
        while place < end, bytes[place] <= 0x20 { place += 1 }
    }

    private mutating func skip(before byte: UInt8) {
        while place < end, bytes[place] != byte { place += 1 }
    }

    private mutating func skip(to byte: UInt8) {
        skip(before: byte)
        place = min(place + 1, end)
    }

    private func has(_ text: StaticString) -> Bool { isNext(text.description, at: place) }

    private func isNext(_ text: String, at place: Int) -> Bool {
        let wanted = text.utf8
        guard place + wanted.count <= end else { return false }
        return zip(wanted, place...).allSatisfy { bytes[$1] | 0x20 == $0 | 0x20 }
    }

    private func find(_ text: String, from start: Int) -> Int {
        var place = min(start, end)
        while place < end, !isNext(text, at: place) { place += 1 }
        return place
    }
}
