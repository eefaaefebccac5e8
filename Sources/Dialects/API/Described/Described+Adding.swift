internal import MockPostlyContent
internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlySchemas

/// Rows that a person adds without a request: they are made as the create of the collection makes
/// them.
extension Described {
    /// The index of the operation whose rules hold for a new row; nil where a collection has none.
    private func creating(_ home: Int) -> Int? {
        let plans = source.recognition.plans
        return plans.firstIndex { $0.home == home && $0.role == .create }
            ?? plans.firstIndex { $0.home == home && $0.role == .createMany }
            ?? plans.firstIndex { $0.home == home && $0.role == .append }
            ?? plans.firstIndex { $0.home == home }
    }

    /// Adds a row to the collection at this place, and returns its key.
    ///
    /// What stands above the row in its path is said by members of the parameters' names.
    ///
    /// - Throws: ``RecordRefusal`` for a row that the create would refuse too.
    func add(_ document: JSONValue, to place: Int) throws -> String {
        let home = source.recognition.homes[place]
        let members = JSValue(document)
        guard case .object(let sent) = members, let plan = creating(place) else {
            throw Self.recordRefusal(400, "the row is no object", home)
        }
        var values: [String] = []
        for name in home.path.parameters {
            let value = members[home.member(name) ?? name]
            guard !value.isNullish, !value.text.isEmpty else {
                throw Self.recordRefusal(400, "\(name) is required: what the row belongs to", home)
            }
            values.append(value.text)
        }
        let head = Array("POST / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
        let call = DescribedCall(self, Request(headBytes: head, body: []), plan, values, "")
        let plans = source.recognition.plans
        if plans[plan].makesWhole, let schema = plans[plan].operation.bodySchema {
            let wrapper = plans[plan].bodyWrapper.flatMap { schema.field($0) }
            let row = wrapper.map { $0.element ?? $0 } ?? schema.element ?? schema
            if let found = row.violations(of: members, .wholeRow).first {
                throw Self.recordRefusal(400, found.sentence(about: "the row"), home)
            }
        }
        call.body = members
        let maker = RowMaker(call, home)
        do {
            return try store.together {
                let (row, list) = maker.newRow(sent)
                return try maker.add(row, list: list, sent: sent).id.text
            }
        } catch let failure as DescribedFailure {
            throw Self.recordRefusal(failure.status == 409 ? 409 : 400, failure.message, home)
        } catch is CollectionTooDeep {
            throw Self.recordRefusal(400, "the row is nested too deep", home)
        }
    }

    private static func recordRefusal(
        _ status: Int,
        _ words: String,
        _ home: ResourceHome
    ) -> RecordRefusal {
        RecordRefusal(status, nil, words, hint: "Look at another row of \(home.path.text).")
    }
}
