extension String {
    /// The text without white space around it.
    var trimmed: String {
        let start = drop(while: \.isWhitespace)
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...end])
    }

    /// Its decimal digits, without the spaces and signs that people write in a number.
    var digits: String { filter { $0.isASCII && $0.isNumber } }
}
