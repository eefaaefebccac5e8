internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import WreelyContent

/// The public directory of co-working spaces.
enum Nearby {
    /// The places of the directory around a point, nearest first, as a bare array.
    ///
    /// They lie around whatever point is asked for. What cannot be read finds nothing.
    static func list(_ request: Request, _ call: Call) throws -> Response {
        let places = try places(call.values, call)
        return .value { json in
            json.beginArray()
            for (place, center) in places { place.write(&json, call.site, around: center) }
            json.endArray()
        }
    }

    private static func places(
        _ values: PathValues,
        _ call: Call
    ) throws -> [(WreelyPlace, Point)] {
        guard let center = Point(latitude: values["lat"], longitude: values["lon"]),
            let radius = values["rad"].flatMap(Point.number)
        else { return [] }
        return try call.api.directory.all().filter { $0.miles <= radius }.map { ($0, center) }
    }
}
