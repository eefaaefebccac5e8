import MockPostlyJSON
import MockPostlyJavaScript
import MockPostlyOpenAPI
import MockPostlySchemas
import MockPostlyYAML

/// Reads arbitrary bytes as YAML and as a description of an API.
///
/// What is YAML must be JSON after it. Of what is served, each schema is drawn, twice the same, and a
/// drawn value is checked and fitted.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzDescription(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    if let text = try? YAMLText(parsing: bytes) {
        guard let json = try? JSON(parsing: text.json) else {
            preconditionFailure("what was read as YAML is no JSON")
        }
        precondition(text.position(of: json.root.offset).line > 0)
    }
    do throws(DescriptionFault) {
        use(try Description(bytes))
    } catch {
        precondition(!error.words.isEmpty && error.line >= 0 && error.column >= 0)
    }
    return 0
}

private func use(_ description: Description) {
    _ = description.warnings
    for operation in description.operations {
        let contents = (operation.body?.contents ?? []) + operation.responses.flatMap(\.contents)
        let schemas = contents.compactMap(\.schema) + operation.parameters.compactMap(\.schema)
        for schema in schemas {
            let drawing = Drawing(seed: 1, path: operation.path, isFull: true)
            let value = schema.draw(drawing)
            precondition(schema.draw(drawing) == value, "the same drawing gives something else")
            if schema.accepts(value) {
                precondition(schema.fitted(value) == value, "what fits is changed")
            }
            if let fitted = schema.fitted(.string("1"), drawing) {
                precondition(schema.accepts(fitted), "what is fitted does not fit")
            }
        }
    }
}
