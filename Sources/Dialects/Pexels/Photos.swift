internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns

/// `/v1/search`, `/v1/curated` and `/v1/photos`.
enum Photos {
    /// A search for this text always finds nothing, to test an app's empty state.
    private static let queryForNothing = "no-results"

    static func search(_ request: Request, _ call: Call) throws -> Response {
        let text = normalised(call.query["query"] ?? "")
        guard !text.isEmpty else { throw Failure.badRequest }
        let filter = PhotoFilter(call.query)
        return page(found(text, call.api).filter(filter.takes), "/v1/search/", call)
    }

    private static func found(_ text: String, _ api: Pexels) -> [Photo] {
        guard !text.utf8.elementsEqual(queryForNothing.utf8) else { return [] }
        let found = api.catalogue.search(text)
        // The original has pictures for nearly every word, so a search that matches nothing still
        // gives some.
        return found.isEmpty && !api.settings.isStrict ? api.catalogue.choice(for: text) : found
    }

    /// `text` in lower case, with single spaces between words and none around them.
    private static func normalised(_ text: String) -> String {
        text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    static func curated(_ request: Request, _ call: Call) throws -> Response {
        page(call.api.catalogue.photos, "/v1/curated/", call)
    }

    static func show(_ request: Request, _ call: Call) throws -> Response {
        let photo = try call.photo(request.parameter("id"))
        return .json { $0.photo(photo, call.origin) }
    }

    private static func page(_ photos: [Photo], _ path: String, _ call: Call) -> Response {
        let window = PageWindow(call.query)
        return .json { json in
            json.beginObject()
            json.field("page", window.page)
            json.field("per_page", window.size)
            json.key("photos")
            json.beginArray()
            for photo in photos[window.range(of: photos.count)] { json.photo(photo, call.origin) }
            json.endArray()
            json.field("total_results", photos.count)
            let link = { (page: Int) in call.origin + path + "?" + window.query(page, call.query) }
            if let page = window.previous(of: photos.count) { json.field("prev_page", link(page)) }
            if let page = window.next(of: photos.count) { json.field("next_page", link(page)) }
            json.endObject()
        }
    }
}

extension Call {
    /// The photo with this id, which must be digits only; throws when there is none.
    func photo(_ id: some StringProtocol) throws(Failure) -> Photo {
        guard id.utf8.allSatisfy({ $0 &- 0x30 < 10 }), let number = Int(id),
            let photo = api.catalogue.photo(number)
        else { throw .notFound }
        return photo
    }
}
