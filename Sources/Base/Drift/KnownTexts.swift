/// Texts that are looked for within others, each with a name.
struct KnownTexts: Sendable {
    private struct Known: Sendable {
        let bytes: [UInt8]
        let name: String
    }

    /// By their first eight bytes; of one beginning, the longest first.
    private var long: [UInt64: [Known]] = [:]
    /// Those of fewer bytes, the longest first.
    private var short: [Known] = []
    private var all: Set<String> = []

    /// Notes `text`, unless it has a name already.
    mutating func note(_ text: String, as name: String) {
        guard !text.isEmpty, all.insert(text).inserted else { return }
        let known = Known(bytes: Array(text.utf8), name: name)
        guard known.bytes.count >= 8 else { return Self.insert(known, into: &short) }
        let start = known.bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
        Self.insert(known, into: &long[start, default: []])
    }

    private static func insert(_ known: Known, into list: inout [Known]) {
        let place = list.firstIndex { $0.bytes.count < known.bytes.count } ?? list.count
        list.insert(known, at: place)
    }

    /// `text` with what is known in it replaced by what `shown` makes of its name, and all between
    /// by what `kept` makes of it; of two that begin at one place the longer one.
    func replaced(
        in text: String,
        kept: (String) -> String = { $0 },
        _ shown: (String) -> String
    ) -> String {
        guard !all.isEmpty else { return kept(text) }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var copied = 0
        var at = 0
        bytes.withUnsafeBytes { buffer in
            while at < buffer.count {
                guard let known = known(at: at, of: buffer) else {
                    at += 1
                    continue
                }
                result += kept(String(decoding: bytes[copied..<at], as: UTF8.self)).utf8
                result += shown(known.name).utf8
                at += known.bytes.count
                copied = at
            }
        }
        guard copied > 0 else { return kept(text) }
        result += kept(String(decoding: bytes[copied...], as: UTF8.self)).utf8
        return String(decoding: result, as: UTF8.self)
    }

    private func known(at place: Int, of buffer: UnsafeRawBufferPointer) -> Known? {
        let rest = buffer[place...]
        if rest.count >= 8 {
            let start = buffer.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            if let found = long[start]?.first(where: { rest.starts(with: $0.bytes) }) {
                return found
            }
        }
        return short.first { rest.starts(with: $0.bytes) }
    }
}
