public import Foundation
public import MockPostlyClient

extension MockServer.World {
    /// The base URL of a system in this world, with a slash at its end:
    /// `http://localhost:8080/w/team/api/` for Postly.
    ///
    /// Relative paths can be joined with it: `URL(string: "posts", relativeTo: base)`. Throws a
    /// ``MockServer/Failure`` when the server does not serve the system.
    public func baseURL(of system: MockServer.Dialect) throws -> URL {
        let addresses = try baseURLs
        guard var text = addresses[system.name] else {
            let names = addresses.keys.sorted().joined(separator: ", ")
            throw MockServer.Failure(
                "the server has no base URL of '\(system.name)'; there are \(names)"
            )
        }
        if !text.hasSuffix("/") { text += "/" }
        guard let url = URL(string: text) else {
            throw MockServer.Failure("the base URL of '\(system.name)' is no URL: \(text)")
        }
        return url
    }
}
