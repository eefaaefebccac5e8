internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import PexelsContent

/// `/v1/search`, `/v1/curated` and `/v1/photos`.
enum Photos {
    /// A search for this text always finds nothing, to test an app's empty state.
    private static let queryForNothing = "no-results"

    static func search(_ request: Request, _ call: Call) throws -> Response {
        let text = normalised(call.query["query"] ?? "")
        guard !text.isEmpty else { throw Failure.badRequest }
        let photos = found(text, PhotoFilter(call.query), call.api)
        return page("/v1/search/", of: photos.count, call: call) { photos[$0] }
    }

    private static func found(_ text: String, _ filter: PhotoFilter, _ api: Pexels) -> [Photo] {
        guard !text.utf8.elementsEqual(queryForNothing.utf8) else { return [] }
        let found = api.catalogue.search(text)
        let taken = found.filter(filter.takes)
        // The original has pictures in every colour for nearly every word, so the others follow
        // where nothing matches, or where a colour is asked for.
        guard !api.settings.isStrict, found.isEmpty || filter.hasColor else { return taken }
        let known = Set(taken.map(\.id))
        return taken
            + api.catalogue.choice(for: text).filter { !known.contains($0.id) && filter.takes($0) }
    }

    /// `text` in lower case, with single spaces between words and none around them.
    private static func normalised(_ text: String) -> String {
        text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// How many photos the original has in its list, at most.
    private static let curatedTotal = 8_000

    /// A page of all photos; after the last one the list begins again.
    static func curated(_ request: Request, _ call: Call) throws -> Response {
        let photos = call.api.catalogue.photos
        return page("/v1/curated/", of: photos.isEmpty ? 0 : curatedTotal, call: call) {
            photos[$0 % photos.count]
        }
    }

    static func show(_ request: Request, _ call: Call) throws -> Response {
        let photo = try call.photo(request.parameter("id"))
        return .json { $0.photo(photo, call) }
    }

    /// A page of a list of `total` photos, with links to the pages beside it.
    private static func page(
        _ path: String,
        of total: Int,
        call: Call,
        photo: (Int) -> Photo
    ) -> Response {
        let window = PageWindow(call.query)
        return .json { json in
            json.beginObject()
            json.field("page", window.page)
            json.field("per_page", window.size)
            json.key("photos")
            json.beginArray()
            for place in window.range(of: total) { json.photo(photo(place), call) }
            json.endArray()
            json.field("total_results", total)
            let link = { (page: Int) in call.origin + path + "?" + window.query(page, call.query) }
            if let page = window.previous(of: total) { json.field("prev_page", link(page)) }
            if let page = window.next(of: total) { json.field("next_page", link(page)) }
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
