internal import MockPostlyOpenAPI
internal import MockPostlySchemas

extension Operation {
    /// What is asked of an operation, which decides the status of its answer.
    enum Purpose {
        case create, delete, other
    }

    /// The answer when all goes well: its status, and what the description says of it.
    struct Success {
        var status: Int
        var response: Operation.Response?

        /// The schema of its JSON; nil where it is none.
        var schema: Schema? { response?.json?.schema }
    }

    private static let statuses: [Purpose: [Int]] = [
        .create: [201, 200, 202, 204], .delete: [204, 200, 202], .other: [200, 201, 202, 204],
    ]

    /// The first declared answer of those that fit the purpose; 200 without any.
    func success(_ purpose: Purpose) -> Success {
        let statuses = Self.statuses[purpose] ?? []
        for status in statuses {
            if let found = response(String(status)) {
                return Success(status: status, response: found)
            }
        }
        for response in responses {
            if let status = Int(response.status), (200..<300).contains(status) {
                return Success(status: status, response: response)
            }
        }
        let usual = statuses[0]
        if let found = response("2XX") { return Success(status: usual, response: found) }
        // What leads elsewhere is all that some operations are for.
        for response in responses {
            if let status = Int(response.status), (300..<400).contains(status), status != 304 {
                return Success(status: status, response: response)
            }
        }
        // A default beside errors alone may be one too.
        if let found = response("default"), !isError(found) {
            return Success(status: usual == 204 ? 200 : usual, response: found)
        }
        return Success(status: usual == 201 ? 200 : usual, response: nil)
    }

    private func isError(_ response: Operation.Response) -> Bool {
        let name = response.json?.schema?.component.map(Words.plain) ?? ""
        return name.hasSuffix("error") || name.hasSuffix("errors")
            || responses.contains { $0.status.hasPrefix("2") }
            || Words.plain(response.description).hasPrefix("error")
            || Words.split(response.description).contains("error")
    }

    /// Whether all that it can answer is that it is gone.
    var isRetired: Bool {
        response("410") != nil
            && !responses.contains { $0.status.hasPrefix("2") || $0.status.hasPrefix("3") }
    }

    /// The schema of the body, that of JSON first.
    var bodySchema: Schema? {
        guard let body else { return nil }
        let known = body.contents.first { $0.isJSON } ?? body.contents.first { $0.isForm }
        return (known ?? body.contents.first)?.schema
    }

    /// The status with which a request is refused that its schema does not allow.
    var refusal: Int {
        if response("422") != nil { return 422 }
        if response("400") != nil { return 400 }
        return 400
    }
}

extension Operation.Content {
    var isForm: Bool {
        type == "application/x-www-form-urlencoded" || type == "multipart/form-data"
    }
}
