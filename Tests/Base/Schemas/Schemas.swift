import MockPostlyJSON
import MockPostlyJavaScript
import MockPostlySchemas

/// The schema at `pointer` of a JSON document.
func schema(
    _ json: String,
    at pointer: String = "#",
    _ language: SchemaLanguage = .openAPI31
) throws -> Schema {
    let root = try JSON(parsing: Array(json.utf8)).root
    let documents = SchemaDocuments([.init(path: "a.json", root: root)])
    let node = documents.target(of: pointer, from: 0) ?? documents.root()
    return SchemaBook(documents, language).schema(node)
}

func value(_ json: String) throws -> JSValue {
    JSValue(try JSON(parsing: Array(json.utf8)).root)
}

func json(_ value: JSValue) -> String {
    var writer = JSONWriter(escaping: .utf8)
    value.write(&writer)
    return String(decoding: writer.finish(), as: UTF8.self)
}
