internal import MockPostlyJSON

/// A JSON document for people and programs: two spaces a level, a newline at the end.
func document(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter(escaping: .utf8)
    write(&writer)
    return JSONWriter.pretty(writer.finish()) + [UInt8(ascii: "\n")]
}
