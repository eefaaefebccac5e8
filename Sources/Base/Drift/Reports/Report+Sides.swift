/// One line of two answers side by side.
struct DriftRow {
    var path: String
    /// How far in it stands: members of the body are one further in than it.
    var depth: Int
    var name: String
    var real: String
    var here: String
    var differs = false
}

extension DriftReport {
    /// The most elements of a list that are shown.
    private static let mostElements = 50

    /// Both answers of a step, a row for each field; values of the real server only where they may
    /// be shown.
    func rows(_ part: DriftOutcome.Part) -> [DriftRow] {
        var rows = [
            DriftRow(
                path: "status",
                depth: 0,
                name: "status",
                real: part.real.map { "\($0.status)" } ?? "",
                here: part.here.map { "\($0.status)" } ?? ""
            )
        ]
        addFields(of: part, to: &rows)
        let here = part.here.flatMap { DriftComparison.parsed($0.body) }
        var known: Set<String> = []
        here?.forEachName { known.insert($0) }
        let sides = Sides(known: known, hidesWorld: hidesWorld || part.step.isRecorded)
        add(
            (part.real.flatMap { DriftComparison.parsed($0.body) }, here),
            at: DriftRow(path: "body", depth: 0, name: "body", real: "", here: ""),
            sides,
            to: &rows
        )
        let paths = Set(rows.map { withoutPlaces($0.path) })
        let fields = Set(part.findings.map { Self.nearest(withoutPlaces($0.field), in: paths) })
        for index in rows.indices where fields.contains(withoutPlaces(rows[index].path)) {
            rows[index].differs = true
        }
        return rows
    }

    /// `field`, or what it is in, as far out as one of `paths`: claims are shown within their token.
    private static func nearest(_ field: String, in paths: Set<String>) -> String {
        var path = field[...]
        while !paths.contains(String(path)),
            let end = path.lastIndex(where: { $0 == "." || $0 == " " })
        {
            path = path[..<end]
        }
        return String(path)
    }

    /// What decides which values of two answers are shown.
    private struct Sides {
        /// The names that the world has.
        let known: Set<String>
        let hidesWorld: Bool
    }

    private func addFields(of part: DriftOutcome.Part, to rows: inout [DriftRow]) {
        let known = Set((part.here?.fields ?? []).map { $0.name.lowercased() })
        let names = [part.here, part.real].compactMap(\.self).flatMap { answer in
            answer.fields.map { $0.name.lowercased() }
        }
        var seen: Set<String> = []
        for name in names where seen.insert(name).inserted {
            guard showsValues || known.contains(name) || !isSomebodys(name) else { continue }
            let real = part.real?.values(of: name).joined(separator: "\n") ?? ""
            let here = part.here?.values(of: name).joined(separator: "\n") ?? ""
            let hidden = name == "content-type" ? part.real?.mediaType ?? "" : "…"
            let hides = hidesWorld || part.step.isRecorded
            rows.append(
                DriftRow(
                    path: "header \(name)",
                    depth: 0,
                    name: name,
                    real: showsValues || real.isEmpty ? real : hidden,
                    here: showsValues || here.isEmpty || !hides ? here : hidden
                )
            )
        }
    }

    private func add(
        _ nodes: (real: Node?, here: Node?),
        at place: DriftRow,
        _ sides: Sides,
        to rows: inout [DriftRow]
    ) {
        let (real, here) = nodes
        guard real != nil || here != nil else { return }
        var row = place
        row.real = real.map { shown($0, isHidden: true) } ?? ""
        row.here = here.map { shown($0, isHidden: sides.hidesWorld) } ?? ""
        rows.append(row)
        addMembers(real?.members ?? [], here?.members ?? [], of: place, sides, to: &rows)
        let (left, right) = (real?.elements ?? [], here?.elements ?? [])
        let count = max(left.count, right.count)
        for index in 0..<min(count, Self.mostElements) {
            let inner = row.inner("[\(index)]", at: "\(place.path)[\(index)]")
            let pair = (
                index < left.count ? left[index] : nil, index < right.count ? right[index] : nil
            )
            add(pair, at: inner, sides, to: &rows)
        }
        guard count > Self.mostElements else { return }
        rows.append(row.inner("… and \(count - Self.mostElements) more", at: ""))
    }

    private func addMembers(
        _ real: [Node.Member],
        _ here: [Node.Member],
        of place: DriftRow,
        _ sides: Sides,
        to rows: inout [DriftRow]
    ) {
        let left = Dictionary(real.map { ($0.name, $0.value) }) { $1 }
        let right = Dictionary(here.map { ($0.name, $0.value) }) { $1 }
        let isRecord = right.keys.contains { left[$0] != nil }
        var seen: Set<String> = []
        for name in (here + real).map(\.name) where seen.insert(name).inserted {
            let isMember = sides.known.contains(name) || isRecord && !isSomebodys(name)
            let hides = sides.hidesWorld && isSomebodys(name)
            let shown = showsValues || isMember && !hides ? name : "{…}"
            let inner = place.inner(shown, at: "\(place.path).\(shown)")
            add((left[name], right[name]), at: inner, sides, to: &rows)
        }
    }

    private func shown(_ node: Node, isHidden: Bool) -> String {
        switch node {
        case .object: "{ }"
        case .list(let elements): "[ ] \(elements.count)"
        case .null: "null"
        case .bool, .number, .text: isHidden && !showsValues ? node.kind.rawValue : node.line
        }
    }
}

extension DriftRow {
    /// A row that stands one further in.
    fileprivate func inner(_ name: String, at path: String) -> DriftRow {
        DriftRow(path: path, depth: depth + 1, name: name, real: "", here: "")
    }
}
