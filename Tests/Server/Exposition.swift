import Testing

/// Figures in the Prometheus text format 0.0.4, read strictly.
struct Exposition {
    struct Fault: Error {
        var line: Int
        var words: String
    }

    struct Sample {
        var name: String
        var labels: [String: String]
        var value: Double
    }

    struct Family {
        var type: String
        var samples: [Sample] = []
    }

    private(set) var families: [String: Family] = [:]

    /// Reads `text`; throws a ``Fault`` for what a scraper would refuse, and for what it would take
    /// although it makes no sense.
    init(_ text: String) throws {
        guard text.hasSuffix("\n") else { throw Fault(line: 0, words: "no newline at the end") }
        var helped: String?
        var current: String?
        for (index, line) in text.dropLast().split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        .enumerated() {
            func hold(_ isRight: Bool, _ words: String) throws {
                if !isRight { throw Fault(line: index + 1, words: "\(words): \(line)") }
            }
            if let match = line.wholeMatch(of: #/# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (\S.*)/#) {
                let name = String(match.1)
                try hold(families[name] == nil, "a family twice")
                (helped, current) = (name, nil)
            } else if let match = line.wholeMatch(
                of: #/# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram|summary)/#
            ) {
                let name = String(match.1)
                try hold(name == helped, "a type without its help")
                try hold(
                    name.hasSuffix("_total") == (match.2 == "counter"),
                    "a counter is a total, and nothing else is"
                )
                families[name] = Family(type: String(match.2))
                current = name
            } else {
                let sample = try Self.sample(line, index + 1)
                let name = current ?? ""
                guard var family = families[name] else {
                    throw Fault(line: index + 1, words: "no family for \(line)")
                }
                try hold(Self.suffixes(family.type).contains { name + $0 == sample.name }, "name")
                try hold(
                    !family.samples.contains {
                        $0.name == sample.name && $0.labels == sample.labels
                    },
                    "a sample twice"
                )
                try hold(sample.value >= 0, "below zero")
                family.samples.append(sample)
                families[name] = family
            }
        }
        for (name, family) in families where family.type == "histogram" {
            try Self.checkHistogram(name, family)
        }
    }

    func value(_ name: String, _ labels: [String: String]) -> Double? {
        families.values.flatMap(\.samples).first { $0.name == name && $0.labels == labels }?.value
    }

    private static func suffixes(_ type: String) -> [String] {
        switch type {
        case "histogram": ["_bucket", "_sum", "_count"]
        case "summary": ["", "_sum", "_count"]
        default: [""]
        }
    }

    private static func sample(_ line: Substring, _ number: Int) throws -> Sample {
        guard
            let match = line.wholeMatch(
                of: #/([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? ([0-9.eE+-]+|\+Inf|NaN)/#
            ), let value = Double(match.3)
        else { throw Fault(line: number, words: "no sample: \(line)") }
        var labels: [String: String] = [:]
        var rest = match.2 ?? ""
        while !rest.isEmpty {
            let label = #/([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/#
            guard let match = rest.prefixMatch(of: label), labels[String(match.1)] == nil else {
                throw Fault(line: number, words: "labels: \(line)")
            }
            labels[String(match.1)] = String(match.2)
            rest = rest[match.range.upperBound...]
        }
        return Sample(name: String(match.1), labels: labels, value: value)
    }

    private static func checkHistogram(_ name: String, _ family: Family) throws {
        let buckets = family.samples.filter { $0.name == name + "_bucket" }
        let count = family.samples.first { $0.name == name + "_count" }
        let sum = family.samples.first { $0.name == name + "_sum" }
        let bounds = buckets.compactMap { Double($0.labels["le"] ?? "") }
        guard bounds.count == buckets.count, bounds.last == .infinity, bounds == bounds.sorted(),
            Set(bounds).count == bounds.count, sum != nil, buckets.last?.value == count?.value,
            zip(buckets, buckets.dropFirst()).allSatisfy({ $0.value <= $1.value })
        else { throw Fault(line: 0, words: "the histogram \(name)") }
    }
}
