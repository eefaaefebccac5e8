/// `export NAME=value` lines, each value so written that a shell reads back exactly it.
func variables(_ pairs: [(name: String, value: String)]) -> String {
    pairs.map { "export \($0.name)=\(shellWord($0.value))\n" }.joined()
}

/// `NAME=value` lines, each value as it is: what reads such files takes quotes for part of it.
func fileOfVariables(_ pairs: [(name: String, value: String)]) -> String {
    pairs.map { "\($0.name)=\($0.value)\n" }.joined()
}

/// `text` as one word of a POSIX shell: as it is where that will do, else in single quotes.
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
    // A quote ends the quotes, stands escaped between them, and begins them again.
    return "'" + text.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
}
