import MockPostlyCrypto
import MockPostlyJSON
import MockPostlyRecording
import Testing

/// An HTTP Archive that a test writes entry by entry.
struct Archive {
    private var entries: [String] = []
    var host = "https://api.example.net"

    /// Adds an exchange; bodies are texts.
    mutating func add(
        _ method: String,
        _ target: String,
        _ status: Int = 200,
        _ body: String? = nil,
        type: String = "application/json",
        sent: String? = nil,
        as sentType: String = "application/json",
        fields: [(String, String)] = [],
        sentFields: [(String, String)] = []
    ) {
        func list(_ fields: [(String, String)]) -> String {
            fields.map { #"{"name":\#(quoted($0)),"value":\#(quoted($1))}"# }
                .joined(separator: ",")
        }
        let data = sent.map {
            #","postData":{"mimeType":\#(quoted(sentType)),"text":\#(quoted($0))}"#
        }
        let text = body.map { #","text":\#(quoted($0))"# } ?? ""
        entries.append(
            """
            {"request":{"method":"\(method)","url":\(quoted(host + target)),\
            "headers":[\(list(sentFields))]\(data ?? "")},\
            "response":{"status":\(status),"headers":[\(list(fields))],\
            "content":{"size":\(body == nil ? 0 : 1),"mimeType":\(quoted(type))\(text)}}}
            """
        )
    }

    /// Adds an entry as it stands.
    mutating func add(raw entry: String) { entries.append(entry) }

    var bytes: [UInt8] {
        Array(#"{"log":{"version":"1.2","entries":[\#(entries.joined(separator: ","))]}}"#.utf8)
    }
}

func quoted(_ text: String) -> String {
    var json = JSONWriter(escaping: .utf8)
    json.string(text)
    return String(decoding: json.finish(), as: UTF8.self)
}

extension Recording {
    /// All files, one after the other.
    var text: String {
        files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: "\n")
    }

    /// The text of a file.
    func text(_ path: String) -> String? {
        files.first { $0.path == path }.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    /// The stub of a request.
    func stub(_ name: String) throws -> JSONValue {
        let stub = files.lazy.compactMap { try? JSON(parsing: $0.bytes).root }.first {
            $0["name"]?.string == name
        }
        return try #require(stub, "\(files.map(\.path))")
    }
}
