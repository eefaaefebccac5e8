internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlyWorld

// What all resources share: finding records, and answering and storing writes.

extension Call {
    /// The record whose id, written as a text, is exactly `text`; nil when there is none.
    func find(_ kind: DocumentKind, _ text: String) -> Document? {
        guard let id = Int64(text), "\(id)".utf8.elementsEqual(text.utf8) else { return nil }
        return documents.find(kind, id)
    }

    /// The record with an id that a request must send.
    ///
    /// Throws the original's errors for an id that is missing, not a number, or unknown.
    func verified(_ kind: DocumentKind, _ value: JSValue) throws(Failure) -> Document {
        let text = value.text
        guard value.isTrue, !text.isEmpty else { throw .isRequired(kind.title) }
        guard !JSValue.string(text).number.isNaN else {
            throw Failure(400, "Invalid \("\(kind.title)".lowercased()) id '\(text)'")
        }
        guard let document = find(kind, text) else {
            // The legacy era named a variable that had no value.
            let isUnnamed = api.isLegacy && kind == .posts
            throw .notFound(kind.title, isUnnamed ? "undefined" : text)
        }
        return document
    }

    /// The record with an id from the path; throws the original's "not found".
    func plain(_ kind: DocumentKind, _ text: String) throws(Failure) -> Document {
        guard let document = find(kind, text) else { throw .notFound(kind.title, text) }
        return document
    }

    /// The record that a PUT or PATCH changes; an `id` in the body is used instead of the path.
    func edited(_ kind: DocumentKind) throws(Failure) -> Document {
        let sent = body.has("id") ? body["id"] : .string(parameter("id"))
        switch kind {
        case .posts, .users: return try verified(kind, sent)
        default:
            // The original compares ids as texts, and a number never equals a text.
            guard let text = sent.string else { throw .notFound(kind.title, sent.text) }
            return try plain(kind, text)
        }
    }

    /// The id of an added record.
    ///
    /// Without stored writes it is the same for every add: one more than the number of records.
    func newID(_ kind: DocumentKind) -> Int64 {
        keeps ? documents.nextID(kind) : Int64(documents.count(kind)) + 1
    }

    // MARK: Keeping

    /// Stores a record, new or in place of the one with its id; does nothing when writes are not
    /// stored.
    func store(_ kind: DocumentKind, id: Int64, _ write: (inout JSONWriter) -> Void) throws {
        guard keeps else { return }
        var json = JSONWriter(escaping: .utf8, reserving: 1024)
        json.beginObject()
        json.field("id", id)
        write(&json)
        json.endObject()
        do {
            try documents.put(kind, id: id, text: json.finish())
        } catch is DocumentTooDeep {
            throw Failure(400, "Nested too deep to be kept")
        }
    }

    /// Stores a record with some members replaced; new members come after the others.
    func store(
        _ kind: DocumentKind,
        _ document: Document,
        replacing members: [(name: String, value: JSValue)]
    ) throws {
        try store(kind, id: document.id) { json in
            var isKnown: Set<String> = ["id"]
            for (name, value) in document.value.members where name != "id" {
                isKnown.insert(name)
                json.key(name)
                if let sent = members.first(where: { $0.name == name })?.value {
                    sent.write(&json)
                } else {
                    json.raw(value.rawText)
                }
            }
            for (name, value) in members where !isKnown.contains(name) {
                json.key(name)
                value.write(&json)
            }
        }
    }

    // MARK: Answers to writes

    /// Answers an add: the id, then the given members of the body, as they were sent.
    func added(
        _ kind: DocumentKind,
        _ names: [StaticString],
        status: Int = 201
    ) -> (id: Int64, response: Response) {
        let id = newID(kind)
        let response = Response.json(api.isLegacy ? 200 : status) { json in
            json.beginObject()
            json.field("id", id)
            for name in names where body.has("\(name)") {
                json.key(name)
                body["\(name)"].write(&json)
            }
            json.endObject()
        }
        return (id, response)
    }

    /// Answers an edit: the id, then the given members, as sent where `isTaken` is true, else as
    /// stored.
    func edited(
        _ document: Document,
        _ names: [StaticString],
        _ isTaken: (StaticString, JSValue) -> Bool = { $1.isTrue }
    ) -> (members: [(name: String, value: JSValue)], response: Response) {
        var members: [(name: String, value: JSValue)] = []
        let response = Response.json { json in
            json.beginObject()
            json.field("id", document.id)
            for name in names {
                let sent = body["\(name)"]
                if isTaken(name, sent) {
                    members.append(("\(name)", sent))
                    json.key(name)
                    sent.write(&json)
                } else {
                    json.stored(name, of: document, links)
                }
            }
            json.endObject()
        }
        return (members, response)
    }

    /// Answers a delete: the record with `isDeleted` and `deletedOn`.
    func deleted(_ kind: DocumentKind, _ document: Document) throws -> Response {
        if keeps { try documents.removeWhole(kind, document.id) }
        return .json { json in
            json.openRecord(document, links)
            json.field("isDeleted", true)
            json.field("deletedOn", now.rfc3339Millis)
            json.endObject()
        }
    }

    /// The records of a kind whose `userId` is the id of `user`.
    func all(_ kind: DocumentKind, of user: Document) -> [Document] {
        documents.all(kind).filter { $0["userId"]?.int == user.id }
    }
}

/// A number, or the number that a text stands for; whole where it is.
func numeric(_ value: JSValue) -> JSValue {
    let number = value.number
    return number.isNaN ? value : .number(number)
}

/// Each of `texts` once, in the order of first appearance.
func distinct(_ texts: [String]) -> [String] {
    var seen: Set<[UInt8]> = []
    return texts.filter { seen.insert(Array($0.utf8)).inserted }
}

extension Call {
    /// A response with an array of texts.
    func texts(_ texts: [String]) -> Response {
        .json { json in
            json.beginArray()
            for text in texts { json.string(text) }
            json.endArray()
        }
    }

    /// A response with an array of tags or categories, each with slug, name and a link to its
    /// records.
    func slugs(_ slugs: [String], at path: String) -> Response {
        .json { json in
            json.beginArray()
            for slug in slugs {
                let words = slug.split(separator: "-", omittingEmptySubsequences: false)
                let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }
                json.beginObject()
                json.field("slug", slug)
                json.field("name", name.joined(separator: " "))
                json.field("url", links.link(to: path + slug))
                json.endObject()
            }
            json.endArray()
        }
    }

    /// A random record, or as many different ones as the path asks for.
    func random(_ kind: DocumentKind) -> Response {
        let all = documents.all(kind)
        guard parameters.contains(where: { $0.name == "count" }) else {
            guard let one = all.randomElement(using: &api.world.random) else {
                return .json { $0.null() }
            }
            return whole(one)
        }
        let number = JSValue.string(parameter("count")).number
        let count = number >= 1 && number <= 10 ? Int(number.rounded(.up)) : 0
        let chosen = all.shuffled(using: &api.world.random).prefix(count)
        return .json { json in
            json.beginArray()
            for document in chosen { json.record(document, links) }
            json.endArray()
        }
    }
}
