internal import MockPostlyHTTP
internal import MockPostlyLog
internal import MockPostlyWorlds

/// `/__mockpostly/phone`: the page that a phone opens to see that it reaches the server.
///
/// It changes nothing and has nothing secret, so it needs no admin token, and it may be called by any
/// name of this machine.
enum Phone {
    static let path = "/__mockpostly/phone"
    static let stylePath = "/__mockpostly/phone.css"

    static func show(_ request: Request, _ call: Control.Call) throws -> Response {
        guard call.worlds.isLoaded else { throw HostError.notReady }
        let world = try call.worlds.found(call.existing(world: call.addressedWorld))
        let place = try Place(of: request)
        let device = Device(userAgent: request.header("user-agent"))
        if request.method == .get {
            let peer = request.peer.isEmpty ? "a Unix socket" : request.peer
            call.worlds.log.notice("\(device.words) at \(peer) has opened \(path)")
        }
        let page = PhonePage(
            base: call.worlds.base(of: world, for: place.authority),
            place: place,
            world: world.name,
            peer: request.peer,
            device: device,
            isLocal: call.configuration.isLocal,
            systems: world.served.map { PlacedSystem($0.dialect) },
            anchor: call.control.process.trustAnchor,
            proxy: call.control.process.proxy
        )
        var response = Response(contentType: "text/html; charset=utf-8", text: page.html)
        response.fields += [
            .init("Content-Security-Policy", policy(place)),
            .init("X-Content-Type-Options", "nosniff"),
            .init("Referrer-Policy", "no-referrer"),
            .init("Cross-Origin-Opener-Policy", "same-origin"),
            .init("Cross-Origin-Resource-Policy", "same-origin"),
            .init("Cache-Control", "no-store"),
        ]
        return response
    }

    static func style(_: Request, _: Control.Call) throws -> Response {
        var response = Response(contentType: "text/css; charset=utf-8", text: css)
        response.fields += [
            .init("X-Content-Type-Options", "nosniff"),
            .init("Cross-Origin-Resource-Policy", "same-origin"),
            .init("Cache-Control", "no-cache"),
        ]
        return response
    }

    /// Nothing but the page's own style, and the picture that proves trust: no scripts, no frames.
    private static func policy(_ place: Place) -> String {
        """
        default-src 'none'; style-src 'self'; img-src https://\(place.authority); base-uri 'none'; \
        form-action 'none'; frame-ancestors 'none'
        """
    }
}
