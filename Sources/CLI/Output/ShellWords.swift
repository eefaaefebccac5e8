/// `export NAME=value` lines, with values quoted for a POSIX shell.
func variables(_ pairs: [(name: String, value: String)]) -> String {
    pairs.map { "export \($0.name)=\(shellWord($0.value))\n" }.joined()
}

/// `NAME=value` lines without quoting: readers of such files take quotes as part of the value.
func fileOfVariables(_ pairs: [(name: String, value: String)]) -> String {
    pairs.map { "\($0.name)=\($0.value)\n" }.joined()
}

/// `text` as one word of a POSIX shell, in single quotes where it needs quoting.
func shellWord(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "%+,-./:=@_".utf8.contains(byte)
        }
    }
    if isPlain, !text.isEmpty { return text }
    // A single quote ends the quoted part, follows escaped, and a new quoted part begins.
    return "'" + text.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
}
