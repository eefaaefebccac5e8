internal import MockPostlyDialect
internal import MockPostlyJSON

extension Dashboard {
    /// The module with what the page knows of the systems, made from the registry: `dialects`.
    ///
    /// Those that are served only when they are asked for are left out.
    static func dialects(_ registry: DialectRegistry) -> [UInt8] {
        var json = JSONWriter(escaping: .utf8)
        json.beginArray()
        for dialect in registry.all where dialect.isServedUnasked {
            json.beginObject()
            json.field("name", dialect.name)
            json.field("title", dialect.title)
            json.field("isAlwaysServed", dialect.isAlwaysServed)
            json.key("tokens")
            if let offer = dialect.tokens { offer.write(&json) } else { json.null() }
            json.key("topics")
            json.beginArray()
            for topic in dialect.topics { json.string(topic) }
            json.endArray()
            json.endObject()
        }
        json.endArray()
        return Array("export const dialects = ".utf8) + json.finish() + Array(";\n".utf8)
    }
}

extension TokenOffer {
    /// An example of a user, and the lifetimes in milliseconds, none for tokens that do not end.
    fileprivate func write(_ json: inout JSONWriter) {
        json.beginObject()
        json.field("example", example)
        json.key("lives")
        json.beginArray()
        let lives = lifetime.map { [.init($0.noun, $0.standard)] + $0.others } ?? []
        for life in lives {
            json.beginObject()
            json.field("noun", life.noun)
            json.field("milliseconds", life.lifetime.components.seconds * 1000)
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }
}
