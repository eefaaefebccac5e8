internal import MockPostlyHTTP
internal import MockPostlyNouns
internal import MockPostlyText
internal import WreelyContent

/// What a handler gets beside the request.
///
/// Made for each request that no cache has answered.
package struct Call {
    let api: Wreely
    /// The path after the mount, `/services`, `/wreely` or `/wreely/services`, as sent.
    let path: ArraySlice<UInt8>
    let places: PathParameters
    let site: Site

    init(
        _ api: Wreely,
        request: Request,
        path: ArraySlice<UInt8>,
        places: PathParameters
    ) {
        self.api = api
        self.path = path
        self.places = places
        site = Site(request)
    }

    /// The bytes of the path at a placeholder, as sent; empty when the route does not have it.
    private func segment(_ name: String) -> ArraySlice<UInt8> {
        guard let index = places.names.firstIndex(of: name) else { return [] }
        let range = places.range(at: index)
        return path[(path.startIndex + range.lowerBound)..<(path.startIndex + range.upperBound)]
    }

    func text(_ name: String) -> String {
        String(decoding: percentDecoded(segment(name)), as: UTF8.self)
    }

    /// The number at the start of a path segment; 0 without one.
    func number(_ name: String) -> Int64 { leadingNumber(text(name)) }

    /// The values of the segment that has them; none when the path ends before it.
    var values: PathValues { PathValues(segment("values")) }

    /// The number in the values called `name`; throws a ``Failure`` when it is missing or blank.
    func requiredNumber(_ name: String) throws(Failure) -> Int64 {
        guard let value = values[name].map(\.trimmed), !value.isEmpty else {
            throw .missingValue(name)
        }
        return leadingNumber(value)
    }
}

/// A member who asks, and the workspace in the path, which is the member's own.
struct Visit {
    let member: WreelyMember
    let workspace: WreelyWorkspace.ID
}
