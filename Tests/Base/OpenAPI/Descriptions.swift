import MockPostlyJSON
import MockPostlyJavaScript
import MockPostlyOpenAPI

/// A description in YAML with `paths`, and what else stands in `rest`.
func description(
    _ paths: String,
    _ rest: String = "",
    version: String = "openapi: 3.1.0"
) throws -> Description {
    try Description(
        Array("\(version)\ninfo: {title: T, version: '1'}\n\(rest)\npaths:\n\(paths)".utf8)
    )
}

/// What is said of a description that is refused: `line:column: words`, and the hint.
func refusal(_ text: String, named name: String = "openapi.yaml") -> String? {
    do throws(DescriptionFault) {
        _ = try Description(Array(text.utf8), named: name)
        return nil
    } catch {
        return error.hint.isEmpty ? error.description : "\(error.description)\n\(error.hint)"
    }
}

func json(_ value: JSValue) -> String {
    var writer = JSONWriter(escaping: .utf8)
    value.write(&writer)
    return String(decoding: writer.finish(), as: UTF8.self)
}
