/// Minutes to read `text` at 200 words a minute, never under 1.
///
/// A tie rounds to the even minute (500 words are 2 minutes, 700 are 4), as Python's `round` does
/// in the backend this mirrors.
///
/// Costs O(n). HTML tags count as parts of words.
package func readTime(of text: String) -> Int {
    let words = wordCount(of: text)
    return max(1, Int((Double(words) / 200).rounded(.toNearestOrEven)))
}

/// The number of words in `text`, which Python's `str.split` separates by white space.
func wordCount(of text: String) -> Int {
    var count = 0
    var isInWord = false
    for scalar in text.unicodeScalars {
        if isWhitespace(scalar) {
            isInWord = false
        } else if !isInWord {
            isInWord = true
            count += 1
        }
    }
    return count
}

/// Python's `str.isspace` for one character; U+200B and U+FEFF are not white space.
private func isWhitespace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x1C...0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F,
        0x205F, 0x3000:
        true
    default: false
    }
}
