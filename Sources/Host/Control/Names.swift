internal import MockPostlyWorlds

/// Returns `name` if it is allowed for a world or a snapshot; `place` says where it was found.
///
/// A name has 1 to 64 characters: ASCII letters, digits, `_`, `-`, and single dots between them.
/// Such names are safe in paths, URLs and file names.
///
/// Throws a ``Problem`` with status 400 that says what is wrong.
///
/// - Parameters:
///   - name: as it was sent.
///   - place: such as `the path`.
/// - Returns: `name` itself.
/// - Throws: a ``Problem``.
package func checkedName(_ name: String, _ place: String) throws(Problem) -> String {
    guard let fault = NameRule.fault(in: name) else { return name }
    throw Problem(
        400,
        "Bad name",
        detail: "The name '\(shortened(name))' in \(place) \(fault).",
        hint: "A name is 1 to 64 letters, digits, '_' and '-', with single dots between them."
    )
}

extension SnapshotName {
    /// Reads `NAME`, a snapshot of `world`, or `WORLD/NAME`.
    init(checking text: String, of world: String, in place: String) throws(Problem) {
        guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) else {
            self.init(try checkedName(text, place), of: world)
            return
        }
        let name = String(text.utf8[slash...].dropFirst()) ?? ""
        let owner = String(text.utf8[..<slash]) ?? ""
        self.init(try checkedName(name, place), of: try checkedName(owner, place))
    }
}

/// The first 80 characters of a client's text, for a message that repeats it.
///
/// Counted in Unicode scalars; a longer text ends in `…`.
package func shortened(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: 80, limitedBy: scalars.endIndex),
        end < scalars.endIndex
    else { return text }
    return String(scalars[..<end]) + "…"
}

/// `words` in quotes with commas between them; of more than 20, the first 20 and the number of
/// others.
func enumerated(_ words: [String]) -> String {
    let most = 20
    let list = words.prefix(most).map { "'\($0)'" }.joined(separator: ", ")
    return words.count > most ? "\(list) and \(words.count - most) more" : list
}

extension String {
    /// Whether both have the same bytes; `==` also accepts canonically equivalent Unicode.
    func isIdentical(to other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
