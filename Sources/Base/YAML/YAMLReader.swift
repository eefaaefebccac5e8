internal import CMockPostlyYAML
internal import MockPostlyJSON

/// Writes the events of libyaml as JSON.
struct YAMLReader {
    private let limits: YAMLText.Limits
    private(set) var output = JSONOutput()
    private(set) var places: [YAMLText.Place] = []
    private var open: [Container] = []
    private var anchors: [String: Anchor] = [:]
    /// Where the last anchor of the output begins; below zero without one.
    private var newestAnchor = -1
    private var nodes = 0
    private var documents = 0

    /// A sequence or mapping that has not ended.
    private struct Container {
        let isMapping: Bool
        /// Where it begins in the output, with the comma before it.
        let start: Int
        let nodes: Int
        let anchor: String?
        /// The lines of the keys; the next scalar is a key if `isKeyNext`.
        var keys: [String: Int] = [:]
        var isKeyNext = true
        /// Where the value of `<<` begins in the output, with its key; nil outside of it.
        var merge: Int?
        var merged: [[UInt8]] = []
        /// The most levels inside of it, itself included.
        var height = 1
    }

    /// What an alias is a copy of.
    private struct Anchor {
        /// Where it is in the output.
        var range = 0..<0
        /// Its JSON once it has been taken out of the output.
        var bytes: [UInt8]?
        var nodes = 0
        var height = 0
        var isWhole = false
    }

    init(_ limits: YAMLText.Limits) { self.limits = limits }

    mutating func read(_ bytes: [UInt8]) throws(YAMLError) {
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1 else {
            throw YAMLError(line: 1, column: 1, words: "there is no memory to read it")
        }
        output.reserve(bytes.count)
        let result = bytes.withUnsafeBufferPointer { buffer -> Result<Void, YAMLError> in
            defer { yaml_parser_delete(&parser) }
            yaml_parser_set_input_string(&parser, buffer.baseAddress, buffer.count)
            do throws(YAMLError) {
                while try readEvent(&parser, bytes) {}
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
        if output.count == 0 { output.raw("null".utf8) }
    }

    /// False after the last event.
    private mutating func readEvent(
        _ parser: inout yaml_parser_t,
        _ bytes: [UInt8]
    ) throws(YAMLError) -> Bool {
        var event = yaml_event_t()
        guard yaml_parser_parse(&parser, &event) == 1 else { throw Self.failure(parser, bytes) }
        defer { yaml_event_delete(&event) }
        let mark = event.start_mark
        switch event.type {
        case YAML_STREAM_END_EVENT: return false
        case YAML_DOCUMENT_START_EVENT:
            documents += 1
            guard documents == 1 else {
                throw failure(mark, "a second document begins here: one is read")
            }
        case YAML_SCALAR_EVENT: try scalar(event, mark)
        case YAML_ALIAS_EVENT:
            try alias(Self.text(event.data.alias.anchor), mark)
        case YAML_SEQUENCE_START_EVENT:
            try begin(isMapping: false, event.data.sequence_start.anchor, mark)
        case YAML_MAPPING_START_EVENT:
            try begin(isMapping: true, event.data.mapping_start.anchor, mark)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: try end(mark)
        default: break
        }
        return true
    }

    // MARK: Values

    private mutating func scalar(_ event: yaml_event_t, _ mark: yaml_mark_t) throws(YAMLError) {
        let scalar = event.data.scalar
        let text = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
        if isKeyNext {
            try key(text, mark, isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
            return
        }
        try beginValue(mark)
        let start = output.count
        let tag = scalar.tag == nil ? "" : Self.text(scalar.tag)
        let isText = tag == "!" || tag == "tag:yaml.org,2002:str"
        if scalar.style == YAML_PLAIN_SCALAR_STYLE, !isText, let json = PlainScalar.json(text) {
            output.raw(json)
        } else {
            output.string(text)
        }
        if let anchor = scalar.anchor {
            anchors[Self.text(anchor)] = Anchor(
                range: range(from: start),
                nodes: 1,
                isWhole: true
            )
            newestAnchor = max(newestAnchor, start)
        }
        try endValue(height: 0, mark)
    }

    private mutating func key(
        _ text: UnsafeBufferPointer<UInt8>,
        _ mark: yaml_mark_t,
        isPlain: Bool
    ) throws(YAMLError) {
        let name = String(decoding: text, as: UTF8.self)
        let last = open.count - 1
        let line = Int(mark.line) + 1
        let isMerge = isPlain && name == "<<"
        if !isMerge, let first = open[last].keys.updateValue(line, forKey: name) {
            throw failure(mark, "the key \"\(name)\" is there twice, first in line \(first)")
        }
        try count(1, mark)
        if isMerge { open[last].merge = output.count }
        output.key(text)
        open[last].isKeyNext = false
    }

    private mutating func begin(
        isMapping: Bool,
        _ name: UnsafeMutablePointer<UInt8>?,
        _ mark: yaml_mark_t
    ) throws(YAMLError) {
        guard !isKeyNext else { throw failure(mark, "a key must be a text") }
        guard open.count < limits.depth else { throw tooDeep(mark) }
        try beginValue(mark)
        let anchor = name.map { Self.text($0) }
        if let anchor { anchors[anchor] = Anchor() }
        open.append(
            Container(isMapping: isMapping, start: output.count, nodes: nodes, anchor: anchor)
        )
        output.open(isMapping ? "{" : "[")
    }

    private mutating func end(_ mark: yaml_mark_t) throws(YAMLError) {
        guard var container = open.popLast() else { return }
        if !container.merged.isEmpty { try merge(&container, mark) }
        output.close(container.isMapping ? "}" : "]")
        if let anchor = container.anchor {
            anchors[anchor] = Anchor(
                range: range(from: container.start),
                nodes: nodes - container.nodes + 1,
                height: container.height,
                isWhole: true
            )
            newestAnchor = max(newestAnchor, container.start)
        }
        try endValue(height: container.height, mark)
    }

    private mutating func alias(_ name: String, _ mark: yaml_mark_t) throws(YAMLError) {
        guard !isKeyNext else { throw failure(mark, "a key must be a text") }
        guard let anchor = anchors[name] else {
            throw failure(mark, "there is no anchor &\(name) before this alias")
        }
        guard anchor.isWhole else {
            throw failure(mark, "the alias *\(name) is inside of its own anchor")
        }
        guard open.count + anchor.height <= limits.depth else { throw tooDeep(mark) }
        try beginValue(mark)
        try count(anchor.nodes - 1, mark)
        let copied = anchor.bytes ?? Array(output.bytes[anchor.range])
        guard output.count + copied.count <= limits.bytes else {
            throw failure(
                mark,
                "its aliases make it larger than \(limits.bytes >> 20) MiB: use fewer"
            )
        }
        output.raw(copied)
        try endValue(height: anchor.height, mark)
    }

    // MARK: Places

    private var isKeyNext: Bool {
        guard let last = open.last else { return false }
        return last.isMapping && last.isKeyNext
    }

    private mutating func beginValue(_ mark: yaml_mark_t) throws(YAMLError) {
        try count(1, mark)
        let comma = open.last.map { !$0.isMapping } ?? false
        let hasOne = comma && output.bytes.last != UInt8(ascii: "[")
        places.append(
            YAMLText.Place(
                offset: UInt32(truncatingIfNeeded: output.count + (hasOne ? 1 : 0)),
                line: UInt32(truncatingIfNeeded: mark.line + 1),
                column: UInt32(truncatingIfNeeded: mark.column + 1)
            )
        )
    }

    private mutating func endValue(height: Int, _ mark: yaml_mark_t) throws(YAMLError) {
        guard let last = open.indices.last else { return }
        open[last].height = max(open[last].height, height + 1)
        open[last].isKeyNext = true
        guard let start = open[last].merge else { return }
        // With its key before it.
        let whole = Array(output.tail(from: start).dropFirst("\"<<\":".utf8.count))
        if newestAnchor >= start {
            newestAnchor = -1
            for (name, anchor) in anchors {
                if anchor.range.lowerBound >= start {
                    anchors[name]?.bytes = anchor.bytes ?? Array(output.bytes[anchor.range])
                } else {
                    newestAnchor = max(newestAnchor, anchor.range.lowerBound)
                }
            }
        }
        output.cut(to: start)
        while let place = places.last, Int(place.offset) >= start { places.removeLast() }
        open[last].merge = nil
        open[last].merged.append(whole)
    }

    /// What was written since the output had `start` bytes, without the comma before it.
    private func range(from start: Int) -> Range<Int> {
        output.tail(from: start).startIndex..<output.count
    }

    private mutating func count(_ more: Int, _ mark: yaml_mark_t) throws(YAMLError) {
        nodes += more
        guard nodes <= limits.nodes else {
            throw failure(
                mark,
                "its aliases make more than \(limits.nodes) values of it: use fewer"
            )
        }
    }

    // MARK: Merging

    /// Writes the members of the values of `<<` that `container` has not itself.
    private mutating func merge(
        _ container: inout Container,
        _ mark: yaml_mark_t
    ) throws(YAMLError) {
        for bytes in container.merged {
            guard let root = try? JSON(parsing: bytes).root else { continue }
            let sources = root.kind == .array ? root.elements : [root]
            for source in sources {
                guard source.kind == .object else {
                    throw failure(mark, "the value of << must be a mapping, or a list of them")
                }
                for (name, value) in source.members where container.keys[name] == nil {
                    container.keys[name] = Int(mark.line) + 1
                    var text = name
                    text.withUTF8 { output.key($0) }
                    output.raw(value.rawText)
                }
            }
        }
    }

    // MARK: Faults

    private func tooDeep(_ mark: yaml_mark_t) -> YAMLError {
        failure(mark, "it is nested deeper than \(limits.depth) levels")
    }

    private func failure(_ mark: yaml_mark_t, _ words: String) -> YAMLError {
        YAMLError(line: Int(mark.line) + 1, column: Int(mark.column) + 1, words: words)
    }

    private static func failure(_ parser: yaml_parser_t, _ bytes: [UInt8]) -> YAMLError {
        let words = parser.problem.map { String(cString: $0) } ?? "it cannot be read"
        guard parser.error == YAML_READER_ERROR else {
            let mark = parser.problem_mark
            return YAMLError(line: Int(mark.line) + 1, column: Int(mark.column) + 1, words: words)
        }
        let (line, column) = lineAndColumn(of: Int(parser.problem_offset), in: bytes)
        return YAMLError(line: line, column: column, words: words)
    }

    private static func text(_ bytes: UnsafeMutablePointer<UInt8>) -> String {
        String(cString: UnsafePointer(bytes))
    }
}
