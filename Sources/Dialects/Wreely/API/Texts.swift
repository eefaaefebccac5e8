extension String {
    /// Its decimal digits, without the spaces and signs that people write in a number.
    var digits: String { filter { $0.isASCII && $0.isNumber } }
}
