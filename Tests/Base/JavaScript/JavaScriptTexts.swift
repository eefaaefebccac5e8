import MockPostlyJSON
import MockPostlyJavaScript

/// The value of a JSON text; undefined when it has none.
func value(_ json: String) -> JSValue {
    parseJavaScriptJSON(Array(json.utf8)) ?? .undefined
}

/// The JSON text of a value.
func json(_ value: JSValue) -> String {
    var writer = JSONWriter(escaping: .utf8)
    value.write(&writer)
    return String(decoding: writer.finish(), as: UTF8.self)
}
