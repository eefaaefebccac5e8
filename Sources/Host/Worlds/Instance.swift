/// One of several servers behind a proxy, which leads requests by the first part of a world's id.
///
/// The ids of its worlds begin with its name and a hyphen, such as `a-`.
package struct Instance: Sendable, Equatable {
    /// 1 to 16 letters and digits.
    package let name: String
    /// What the ids begin with that the server chooses.
    ///
    /// It differs from start to start: an id that a client still has from an earlier start must not
    /// lead into the world of another client.
    package let start: String

    /// The instance called `name`; nil when it cannot be called so.
    ///
    /// Of `seed` five characters are made, for ids that no other start gives.
    ///
    /// Letters and digits are those of ASCII, in either case.
    package init?(_ name: String, seed: UInt64) {
        guard 1...16 ~= name.utf8.count, name.utf8.allSatisfy(Self.isAllowed) else { return nil }
        self.name = name
        // Neither vowels, so that no words come about, nor what is easily mistaken.
        let alphabet = Array("23456789bcdfghjkmnpqrstvwxz".utf8)
        var rest = seed
        let characters = (0..<5).map { _ in
            defer { rest /= UInt64(alphabet.count) }
            return alphabet[Int(rest % UInt64(alphabet.count))]
        }
        start = "\(name)-\(String(decoding: characters, as: UTF8.self))-"
    }

    /// By which name requests that come through the proxy reach the default world of this instance.
    ///
    /// Other instances have their own, so that each can be reached through the proxy.
    package var defaultWorld: String { name + "-default" }

    /// The id of a world for which a client has chosen `id`.
    package func id(_ id: String) -> String { owns(id) ? id : "\(name)-\(id)" }

    /// Whether a world called `id` is one of this instance.
    ///
    /// Compared byte by byte.
    package func owns(_ id: String) -> Bool {
        Self.name(in: id)?.utf8.elementsEqual(name.utf8) ?? false
    }

    /// The name of the instance that a world called `id` would be of; nil when it begins with none.
    ///
    /// The text before the first hyphen.
    package static func name(in id: String) -> String? {
        let name = id.utf8.prefix { $0 != UInt8(ascii: "-") }
        guard name.count < id.utf8.count, 1...16 ~= name.count, name.allSatisfy(isAllowed) else {
            return nil
        }
        return String(name)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
