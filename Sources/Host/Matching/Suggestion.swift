/// The candidate that the user probably meant; nil when none is similar enough.
///
/// That is the candidate with the fewest typing errors: at most two, and fewer than half of its
/// letters. Otherwise it is the only candidate that begins with `word`, or with which `word`
/// begins. Of equal candidates the first wins.
///
/// Costs O(n · m) for each candidate; for error messages.
package func suggestion(for word: String, among candidates: [String]) -> String? {
    var best: (word: String, distance: Int)?
    for candidate in candidates {
        let distance = typingErrors(between: word, and: candidate)
        let letters = candidate.count { $0 != "-" }
        if distance <= 2, distance * 2 < letters, distance < best?.distance ?? .max {
            best = (candidate, distance)
        }
    }
    if let best { return best.word }
    let bare = word.drop { $0 == "-" }
    guard bare.count >= 2 else { return nil }
    let longer = candidates.filter { $0.hasPrefix(word) }
    if longer.count == 1 { return longer[0] }
    return candidates.first { word.hasPrefix($0) && $0.drop { $0 == "-" }.count >= 4 }
}

/// The number of letters that were left out, added, changed or swapped with their neighbour.
///
/// This is the Damerau-Levenshtein distance in which no letter is swapped twice (optimal string
/// alignment).
///
/// 0 for equal texts; letters are Swift's `Character`s, and case counts.
package func typingErrors(between a: String, and b: String) -> Int {
    typingErrors(between: Array(a), and: Array(b))
}

/// As for texts, of any letters.
func typingErrors<Letter: Equatable>(between a: [Letter], and b: [Letter]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for (i, letter) in a.enumerated() {
        var row = [i + 1]
        for (j, other) in b.enumerated() {
            var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (letter == other ? 0 : 1))
            if i > 0, j > 0, letter == b[j - 1], a[i - 1] == other {
                cost = min(cost, beforeLast[j - 1] + 1)
            }
            row.append(cost)
        }
        (beforeLast, last) = (last, row)
    }
    return last[b.count]
}
