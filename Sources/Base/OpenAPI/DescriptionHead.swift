internal import MockPostlyJSON

/// What a description says about itself.
struct DescriptionHead {
    let version: Description.Version
    let text: String
    let title: String
    let apiVersion: String
    private(set) var warnings: [DescriptionWarning] = []

    init(_ file: DescriptionFile) throws(DescriptionFault) {
        let root = file.root
        guard let word = root["openapi"] ?? root["swagger"] else {
            let (line, column) = file.position(of: root)
            throw DescriptionFault(
                file: file.name,
                line: line,
                column: column,
                words: #"no "openapi" or "swagger" member: not an OpenAPI description"#,
                hint: "a JSON file with collections is served too: its members are arrays"
            )
        }
        // `openapi: 3.1` without quotes is a number in YAML.
        text = word.string ?? String(decoding: word.rawText, as: UTF8.self)
        let parts = text.split(separator: ".").prefix(2).joined(separator: ".")
        let (line, column) = file.position(of: word)
        switch (root["openapi"] != nil, parts) {
        case (true, "3.0"): version = .openAPI30
        case (true, "3.1"): version = .openAPI31
        case (true, "3.2"):
            version = .openAPI31
            warnings.append(
                DescriptionWarning(
                    file: file.name,
                    line: line,
                    words: "OpenAPI \(text) is read as 3.1"
                )
            )
        case (false, "2.0"): version = .swagger20
        default:
            let name = root["openapi"] != nil ? "OpenAPI" : "Swagger"
            throw DescriptionFault(
                file: file.name,
                line: line,
                column: column,
                words: "\(name) \(text): 3.0, 3.1 and Swagger 2.0 are read",
                hint: "convert it to OpenAPI 3.1, and say so in its first line"
            )
        }
        title = root["info"]?["title"]?.string ?? ""
        let number = root["info"]?["version"]
        apiVersion =
            number.map { $0.string ?? String(decoding: $0.rawText, as: UTF8.self) } ?? ""
        guard let paths = root["paths"], paths.kind == .object, paths.count > 0 else {
            let (line, column) = file.position(of: root["paths"] ?? root)
            throw DescriptionFault(
                file: file.name,
                line: line,
                column: column,
                words: "it has no paths",
                hint: "describe one below \"paths\", such as /items with get"
            )
        }
    }
}
