import MockPostlyContent
import MockPostlyJSON
import MockPostlyNouns

/// Records of DummyJSON: those of the program, again and again with ids of their own.
extension SeedGenerator {
    /// Writes as many records as ``Plan/records`` says of each kind that it names.
    mutating func writeRecords(to path: String) throws(SeedFault) {
        var writer = JSONWriter(escaping: .utf8, reserving: 1 << 20)
        writer.beginObject()
        writer.key("dummyjson")
        writer.beginObject()
        writer.key("imported")
        writer.beginObject()
        for kind in DocumentKind.allCases {
            guard let count = plan.records[kind] else { continue }
            let models = DocumentSet.standard.documents(kind)
            writer.key(kind.name)
            writer.beginArray()
            for place in 0..<count {
                if place > 0 { writer.byte(UInt8(ascii: ",")) }
                writer.byte(UInt8(ascii: "\n"))
                let model = models[place % models.count]
                write(model, kind, place, round: place / models.count, &writer)
            }
            writer.endArray()
        }
        writer.endObject()
        writer.endObject()
        writer.endObject()
        writer.byte(UInt8(ascii: "\n"))
        try Self.save(writer, path)
    }

    /// Writes a record like `model`; what must differ between records has the number of the round.
    private func write(
        _ model: Document,
        _ kind: DocumentKind,
        _ place: Int,
        round: Int,
        _ writer: inout JSONWriter
    ) {
        let unique: Set<String> =
            kind == .users ? ["username", "email"] : kind == .products ? ["sku"] : []
        writer.beginObject()
        for (name, value) in model.value.members {
            writer.key(name)
            if name == "id" {
                writer.int(place + 1)
            } else if round > 0, unique.contains(name), let text = value.string {
                writer.string(name == "email" ? "\(round + 1).\(text)" : "\(text)\(round + 1)")
            } else {
                writer.raw(value.rawText)
            }
        }
        writer.endObject()
    }
}
