/// Tables: values with separators between them (RFC 4180), whatever the separator is.
extension Masking {
    /// A line of a table, or several where a cell in quotes has line ends.
    private struct Record {
        var cells: [ArraySlice<UInt8>] = []
        /// The line end, as it was written.
        var end: ArraySlice<UInt8> = []
    }

    /// In how many records the separator is looked for: a title may come before the heading.
    private static let longestTitle = 8
    /// How many rows are looked at for a heading.
    private static let latestHeading = 64
    private static let quote = UInt8(ascii: "\"")

    /// A table with new values.
    ///
    /// Its heading is the first record with a name that says something. Records before it, and all of
    /// a table without heading, are texts of any form.
    mutating func table(_ bytes: [UInt8]) -> [UInt8] {
        let mark = bytes.prefix(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        let content = bytes[mark.count...]
        let separator = separator(of: content)
        var meanings: [FieldMeaning] = []
        var isPerson = false
        var made = Array(mark)
        var widths: Set<Int> = []
        for (index, record) in Self.records(content, separator).enumerated() {
            var columns = meanings
            if meanings.isEmpty, index < Self.latestHeading {
                let isFirst = widths.insert(record.cells.count).inserted
                meanings = heading(record.cells, isFirst: isFirst)
                isPerson = meanings.contains(where: \.marksPerson)
                columns = []
            }
            let cells = row(record.cells, columns, isPerson: isPerson)
            made += cells.joined(separator: [separator])
            made += record.end
        }
        return made
    }

    /// What the columns are, if the cells are their names; empty if not.
    ///
    /// A row that has a number is no heading, unless it is the first one of its width.
    private mutating func heading(
        _ cells: [ArraySlice<UInt8>],
        isFirst: Bool
    ) -> [FieldMeaning] {
        let hasNumber = cells.contains { cell in
            !cell.isEmpty && cell.allSatisfy { 0x30...0x39 ~= $0 }
        }
        guard isFirst || !hasNumber else { return [] }
        let named = cells.map { meaning(Self.text($0)) }
        return named.contains(where: \.saysSomething) ? named : []
    }

    private mutating func row(
        _ cells: [ArraySlice<UInt8>],
        _ columns: [FieldMeaning],
        isPerson: Bool
    ) -> [[UInt8]] {
        cells.enumerated().map { index, cell -> [UInt8] in
            let meaning = Self.meaning(of: index, cells.count, columns)
            guard let new = swapped(Self.text(cell), meaning, isOfPerson: isPerson) else {
                return Array(cell)
            }
            guard Self.isQuoted(cell) else { return Array(new.utf8) }
            let quoted = new.utf8.flatMap { $0 == Self.quote ? [$0, $0] : [$0] }
            return [Self.quote] + quoted + [Self.quote]
        }
    }

    /// What a cell is.
    ///
    /// In a record with more or less cells than the heading it may be of several columns: a secret if
    /// one of them is.
    private static func meaning(
        of index: Int,
        _ count: Int,
        _ columns: [FieldMeaning]
    ) -> FieldMeaning? {
        guard !columns.isEmpty, count > 1 || columns.count == 1 else { return nil }
        let more = count - columns.count
        let first = max(0, index - max(0, more))
        let last = min(columns.count - 1, index + max(0, -more))
        guard first <= last else { return nil }
        let possible = columns[first...last]
        return possible.first { $0.kind == .secret } ?? possible.first(where: \.saysSomething)
            ?? possible.first
    }

    /// The separator with which a record near the beginning has the most names that say something,
    /// or else the most cells.
    private mutating func separator(of bytes: ArraySlice<UInt8>) -> UInt8 {
        var best = (separator: UInt8(ascii: ","), names: 0, cells: 0)
        for separator in ",;\t|".utf8 {
            for record in Self.records(bytes, separator, atMost: Self.longestTitle) {
                let names = record.cells.count { meaning(Self.text($0)).saysSomething }
                guard (names, record.cells.count) > (best.names, best.cells) else { continue }
                best = (separator, names, record.cells.count)
            }
        }
        return best.separator
    }

    // MARK: Records

    private static func records(
        _ bytes: ArraySlice<UInt8>,
        _ separator: UInt8,
        atMost limit: Int = .max
    ) -> [Record] {
        var records: [Record] = []
        var place = bytes.startIndex
        var tries = 8
        while place < bytes.endIndex, records.count < limit {
            var found = tries > 0 ? record(bytes[place...], separator, isQuoting: true) : nil
            if found == nil {
                // A quote without an end is one of a text: such a record ends with its line. That
                // it has none is seen at the end of all alone, so it is not looked for many times.
                tries -= 1
                found = record(bytes[place...], separator, isQuoting: false)
            }
            guard let found else { break }
            records.append(found)
            place = found.end.endIndex
        }
        return records
    }

    /// The first record of `bytes`; nil when a quote in it has no end.
    private static func record(
        _ bytes: ArraySlice<UInt8>,
        _ separator: UInt8,
        isQuoting: Bool
    ) -> Record? {
        var record = Record()
        var start = bytes.startIndex
        var isQuoted = false
        for place in bytes.indices {
            let byte = bytes[place]
            if byte == quote, isQuoting {
                // A quote within a cell that does not begin with one is a letter as any other.
                if place == start || bytes[start] == quote { isQuoted.toggle() }
            } else if isQuoted {
                continue
            } else if byte == separator {
                record.cells.append(bytes[start..<place])
                start = place + 1
            } else if byte == 0x0A {
                let isLong = place > start && bytes[place - 1] == 0x0D
                let end = isLong ? place - 1 : place
                record.cells.append(bytes[start..<end])
                record.end = bytes[end...place]
                return record
            }
        }
        guard !isQuoted else { return nil }
        record.cells.append(bytes[start...])
        record.end = bytes[bytes.endIndex...]
        return record
    }

    private static func isQuoted(_ cell: ArraySlice<UInt8>) -> Bool {
        cell.count > 1 && cell.first == quote && cell.last == quote
    }

    /// What a cell says, without its quotes.
    private static func text(_ cell: ArraySlice<UInt8>) -> String {
        guard isQuoted(cell) else {
            return String(decoding: cell, as: UTF8.self)
        }
        var bytes: [UInt8] = []
        var isSecond = false
        for byte in cell.dropFirst().dropLast() {
            isSecond = byte == quote && !isSecond
            if !isSecond { bytes.append(byte) }
        }
        // A single quote at the end of a cell that was not closed well stays.
        if isSecond { bytes.append(quote) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
