internal import MockPostlyHTTP
internal import RealWorldContent

/// What a handler gets beside the request.
package struct Call {
    let api: RealWorld
    let era: RealWorld.Era
    let request: Request
    private let path: ArraySlice<UInt8>
    private let places: PathParameters

    init(
        _ api: RealWorld,
        _ request: Request,
        _ path: ArraySlice<UInt8>,
        _ places: PathParameters
    ) {
        (self.api, self.request) = (api, request)
        (self.path, self.places) = (path, places)
        era = api.settings.era ?? (RealWorld.isOld(request) ? .old : .new)
    }

    /// The decoded segment of the path at a placeholder; empty when the route does not have it.
    func text(_ name: String) -> String {
        guard let index = places.names.firstIndex(of: name) else { return "" }
        let range = places.range(at: index)
        return String(decoding: path.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
    }

    /// The person of the request's token; throws a ``Failure`` without one.
    func person() throws -> RealWorldPerson {
        guard let person = try viewer() else { throw Failure.missingToken }
        return person
    }

    /// The person of the request's token, nil without one; throws a ``Failure`` for a wrong token.
    func viewer() throws -> RealWorldPerson? {
        guard let person = try api.tokens.person(of: request) else { return nil }
        request.findings?.asker = "\(person.id)"
        return person
    }

    /// The person in the path; throws a ``Failure`` when there is none.
    func profile() throws -> RealWorldPerson {
        guard let person = try api.people.find(username: text("username")) else {
            throw Failure.noProfile
        }
        return person
    }

    /// The article in the path.
    func article() throws -> RealWorldArticleKey { try api.articles.key(text("slug")) }
}
