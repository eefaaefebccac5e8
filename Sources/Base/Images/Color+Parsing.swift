internal import MockPostlyText

extension Color {
    /// Reads a colour in a form of CSS, in any letter case; nil for other texts.
    ///
    /// These are `3af`, `3afc`, `33aaff`, `33aaffcc`, with or without `#`, `tomato`, `transparent`,
    /// `rgb(255, 99, 71)` and `rgba(255 99 71 / 0.5)`. Numbers outside their range are limited to
    /// it.
    ///
    /// All 148 names of CSS Color 4 are known; `hsl` and the other functions are not.
    package init?(css text: some StringProtocol) {
        // The longest colour has some 40 characters.
        let bytes = text.utf8.prefix(100).map { $0.lowercased }
        let trimmed = bytes.trimmed
        let name = String(decoding: trimmed, as: UTF8.self)
        if let rgb = namedColors[name] {
            self.init(rgb: rgb)
        } else if name == "transparent" {
            self = .clear
        } else if let color = Color(hexadecimal: trimmed) ?? Color(function: trimmed) {
            self = color
        } else {
            return nil
        }
    }

    private init?(hexadecimal bytes: ArraySlice<UInt8>) {
        let digits = bytes.first == UInt8(ascii: "#") ? bytes.dropFirst() : bytes
        var values = digits.compactMap(\.hexadecimalValue)
        guard values.count == digits.count else { return nil }
        if values.count == 3 || values.count == 4 { values = values.flatMap { [$0, $0] } }
        guard values.count == 6 || values.count == 8 else { return nil }
        func channel(_ index: Int) -> UInt8 { values[2 * index] << 4 | values[2 * index + 1] }
        self.init(
            red: channel(0),
            green: channel(1),
            blue: channel(2),
            alpha: values.count == 8 ? channel(3) : 255
        )
    }

    private init?(function bytes: ArraySlice<UInt8>) {
        guard bytes.starts(with: "rgb".utf8), bytes.last == UInt8(ascii: ")"),
            let start = bytes.firstIndex(of: UInt8(ascii: "("))
        else { return nil }
        let name = bytes[..<start]
        guard name.elementsEqual("rgb".utf8) || name.elementsEqual("rgba".utf8) else { return nil }
        let separators = [UInt8(ascii: ","), UInt8(ascii: "/"), UInt8(ascii: " ")]
        let words = bytes[(start + 1)...].dropLast().split { separators.contains($0) }
        guard words.count == 3 || words.count == 4 else { return nil }
        var channels: [UInt8] = []
        for (index, word) in words.enumerated() {
            let isPercentage = word.last == UInt8(ascii: "%")
            guard let value = decimal(isPercentage ? word.dropLast() : word) else { return nil }
            let full = isPercentage ? 100.0 : index == 3 ? 1 : 255
            channels.append(UInt8((min(max(value / full, 0), 1) * 255).rounded()))
        }
        self.init(
            red: channels[0],
            green: channels[1],
            blue: channels[2],
            alpha: channels.count == 4 ? channels[3] : 255
        )
    }
}

extension [UInt8] {
    fileprivate var trimmed: ArraySlice<UInt8> {
        let start = firstIndex { $0 > 0x20 } ?? endIndex
        return self[start...].prefix(upTo: (lastIndex { $0 > 0x20 }).map { $0 + 1 } ?? start)
    }
}

/// Reads digits with at most one point, such as `0.5`, `.5` or `-12`; nil for other texts.
private func decimal(_ word: ArraySlice<UInt8>) -> Double? {
    let isNumber = word.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
            || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
    }
    return isNumber ? Double(String(decoding: word, as: UTF8.self)) : nil
}
