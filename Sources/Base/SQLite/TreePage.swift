internal import CMockPostlyPages

/// Pages are not laid out as they are read here, or are damaged; SQLite itself has to read them.
struct UnreadablePages: Error {}

/// A page of a b-tree, read without SQLite (SQLite: "Database File Format", 1.6).
///
/// Its pages have 4,096 bytes, all of which are used, and it is not the first page of the database.
struct TreePage {
    /// What a page is, by its first byte.
    enum Kind: UInt8 {
        case indexInterior = 2
        case tableInterior = 5
        case indexLeaf = 10
        case tableLeaf = 13

        /// Whether its cells lead to other pages.
        var isInterior: Bool { self == .indexInterior || self == .tableInterior }
        /// Whether it is of the tree of an index or of a table without row ids.
        var isIndex: Bool { self == .indexInterior || self == .indexLeaf }
        /// Whether its cells hold rows, or the entries of an index.
        var hasRows: Bool { self != .tableInterior }

        /// How many of the `size` bytes of a payload are on the page; the rest overflows.
        fileprivate func localBytes(of size: Int) -> Int {
            let usable = TreePage.size
            let most = isIndex ? (usable - 12) * 64 / 255 - 23 : usable - 35
            guard size > most else { return size }
            let least = (usable - 12) * 32 / 255 - 23
            let local = least + (size - least) % TreePage.overflowBytes
            return local <= most ? local : least
        }
    }

    /// A row, an entry of an index, or the way to another page.
    struct Cell {
        /// The page with the keys before this one; nil in a leaf.
        var child: UInt32?
        /// Nil in an index.
        var rowID: Int64?
        /// The bytes of the row and those among them that are on the page.
        var payloadBytes = 0
        fileprivate var local = 0..<0
        /// The first page with the rest; nil when all is on this page.
        var overflow: UInt32?
        /// How many pages the rest has.
        var overflowPages: Int {
            (payloadBytes - local.count + TreePage.overflowBytes - 1) / TreePage.overflowBytes
        }
    }

    static let size = 4096
    /// The bytes of a payload on each page of its rest, which begins with the number of the next.
    private static let overflowBytes = size - 4

    let kind: Kind
    let cellCount: Int
    // Valid as long as the image that it was read from.
    private let bytes: PageBytes

    init(_ bytes: PageBytes) throws(UnreadablePages) {
        guard let kind = try Kind(rawValue: bytes.byte(0)) else { throw UnreadablePages() }
        self.kind = kind
        self.bytes = bytes
        cellCount = try bytes.number16(3)
    }

    func cell(_ index: Int) throws(UnreadablePages) -> Cell {
        var cell = Cell()
        var place = try bytes.number16((kind.isInterior ? 12 : 8) + 2 * index)
        if kind.isInterior {
            cell.child = try bytes.number32(place)
            place += 4
        }
        guard kind.hasRows else { return cell }
        guard let size = try Int32(exactly: bytes.varint(&place)), size >= 0 else {
            throw UnreadablePages()
        }
        cell.payloadBytes = Int(size)
        if kind == .tableLeaf { cell.rowID = try bytes.varint(&place) }
        let local = kind.localBytes(of: cell.payloadBytes)
        cell.local = place..<place + local
        if local < cell.payloadBytes { cell.overflow = try bytes.number32(place + local) }
        return cell
    }

    /// The pages below this one, in the order of their keys; none for a leaf.
    func children() throws(UnreadablePages) -> [UInt32] {
        guard kind.isInterior else { return [] }
        var children: [UInt32] = []
        children.reserveCapacity(cellCount + 1)
        for index in 0..<cellCount {
            guard let child = try cell(index).child else { throw UnreadablePages() }
            children.append(child)
        }
        children.append(try bytes.number32(8))
        return children
    }

    /// The first `count` columns of a row, which are whole numbers or texts on this page ("Database
    /// File Format", 2.1).
    func columns(_ count: Int, of cell: Cell) throws(UnreadablePages) -> [Value] {
        var header = cell.local.lowerBound
        let start = header
        let headerBytes = try bytes.varint(&header)
        guard (1...Int64(TreePage.size)).contains(headerBytes) else { throw UnreadablePages() }
        var place = start + Int(headerBytes)
        let end = place
        var values: [Value] = []
        for _ in 0..<count {
            guard header < end else { throw UnreadablePages() }
            let type = try bytes.varint(&header)
            values.append(try value(type, &place))
        }
        guard place <= cell.local.upperBound else { throw UnreadablePages() }
        return values
    }

    private func value(_ type: Int64, _ place: inout Int) throws(UnreadablePages) -> Value {
        switch type {
        case 1...6:
            let count = [1, 2, 3, 4, 6, 8][Int(type) - 1]
            defer { place += count }
            return .integer(try bytes.number(place, count))
        case 8, 9: return .integer(type - 8)
        case 13... where type % 2 == 1 && type < 2 * TreePage.size:
            let count = Int(type - 13) / 2
            defer { place += count }
            return .text(try bytes.text(place, count))
        default: throw UnreadablePages()
        }
    }
}

/// The bytes of a page; nothing outside of it is read, whatever the page says.
struct PageBytes {
    private let start: UnsafePointer<UInt8>

    /// The page with a number, from 1 up.
    init(_ number: UInt32, of image: PageImage) throws(UnreadablePages) {
        guard number > 0, let start = mockpostly_image_page(image.pointer, Int(number) - 1) else {
            throw UnreadablePages()
        }
        self.start = start
    }

    func byte(_ place: Int) throws(UnreadablePages) -> UInt8 {
        guard 0..<TreePage.size ~= place else { throw UnreadablePages() }
        return start[place]
    }

    func number16(_ place: Int) throws(UnreadablePages) -> Int {
        try Int(byte(place)) << 8 | Int(byte(place + 1))
    }

    func number32(_ place: Int) throws(UnreadablePages) -> UInt32 {
        try UInt32(number16(place)) << 16 | UInt32(number16(place + 2))
    }

    /// A number in two's complement of 1 to 8 bytes.
    func number(_ place: Int, _ count: Int) throws(UnreadablePages) -> Int64 {
        var number = Int64(Int8(bitPattern: try byte(place)))
        for next in place + 1..<place + count { number = number << 8 | Int64(try byte(next)) }
        return number
    }

    /// A number of 1 to 9 bytes, 7 bits in each but the ninth; `place` moves behind it.
    func varint(_ place: inout Int) throws(UnreadablePages) -> Int64 {
        var number: UInt64 = 0
        for count in 1...9 {
            let byte = try byte(place)
            place += 1
            if count == 9 { return Int64(bitPattern: number << 8 | UInt64(byte)) }
            number = number << 7 | UInt64(byte & 0x7f)
            if byte < 0x80 { break }
        }
        return Int64(bitPattern: number)
    }

    func text(_ place: Int, _ count: Int) throws(UnreadablePages) -> String {
        guard place >= 0, place + count <= TreePage.size,
            let text = String(
                validating: UnsafeBufferPointer(start: start + place, count: count),
                as: UTF8.self
            )
        else { throw UnreadablePages() }
        return text
    }
}
