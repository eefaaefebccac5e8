package import MockPostlyJSON
package import MockPostlyRegex

/// A path to any number of values of a JSON document, as Jayway's JsonPath reads it, which WireMock
/// uses: `$.posts[*].title`, `$..id`, `$.a[?(@.b > 1)]`, `$.tags.length()`.
///
/// Unlike a ``JSONPath`` it may lead to several values, which come as a list in the order of the
/// document.
package struct JSONQuery: Sendable {
    /// The text that it was made from.
    package let text: String
    let steps: [Step]
    let function: Function?

    /// A step from values to others.
    enum Step: Sendable {
        case names([String])
        case indexes([Int])
        /// The elements from the first number to before the second; nil is the end of the list, and
        /// negative numbers count from there.
        case slice(Int?, Int?)
        /// All members or elements.
        case all
        case filter(JSONFilter)
        /// The values themselves and all inside of them; the next step begins at each.
        case below
    }

    /// What is computed from what the steps lead to.
    enum Function: String, Sendable, CaseIterable {
        case length, size, min, max, avg, sum, first, last, keys
    }

    /// What a query leads to.
    package enum Found: Sendable {
        /// A path to one value leads nowhere.
        case nothing
        /// What a path to one value leads to.
        case value(JSONValue)
        /// What a path that can lead to several values leads to.
        case list([JSONValue])

        /// The value, or the values of the list as one JSON list; nil for nothing.
        package var json: String? {
            switch self {
            case .nothing: nil
            case .value(let value): value.asJSON
            case .list(let values): "[" + values.map(\.asJSON).joined(separator: ",") + "]"
            }
        }
    }

    /// Whether it leads to one value at most.
    var isDefinite: Bool {
        steps.allSatisfy { step in
            switch step {
            case .names(let names): names.count == 1
            case .indexes(let indexes): indexes.count == 1
            default: false
            }
        }
    }

    /// The most values that a step may lead to; a query with more leads to nothing.
    private static let most = 200_000

    /// What it leads to in a document.
    ///
    /// Costs O(n) for each step, and the values that are looked at count for `budget`: with filters
    /// inside filters they are many. Nothing is found when it is used up.
    package func found(in root: JSONValue, _ budget: MatchBudget) -> Found {
        var values = [root]
        var isBelow = false
        for step in steps {
            if case .below = step {
                isBelow = true
                var found: [JSONValue] = []
                for value in values {
                    let inside = Self.containers(in: value)
                    guard budget.spend(inside.count * 2, text) else { return .nothing }
                    found += inside
                }
                values = found
            } else {
                var found: [JSONValue] = []
                for value in values {
                    guard budget.spend(1, text) else { return .nothing }
                    found += step.values(in: value, isBelow, root, budget)
                }
                values = found
                isBelow = false
            }
            guard budget.spend(values.count + 1, text) else { return .nothing }
            guard values.count <= Self.most else { return .nothing }
        }
        guard let function else {
            if isDefinite { return values.first.map { .value($0) } ?? .nothing }
            return .list(values)
        }
        if isDefinite {
            let result = values.first.flatMap { function.result(of: $0) }
            return result.map { .value($0) } ?? .nothing
        }
        // Behind '..name' a function is one of all the values, else of each.
        if case .below? = steps.dropLast().last {
            let all = values.flatMap { $0.kind == .array ? $0.elements : [$0] }
            return function.result(of: all).map { .value($0) } ?? .nothing
        }
        return .list(values.compactMap { function.result(of: $0) })
    }

    /// A list or an object and all of them inside of it, outer ones first.
    private static func containers(in value: JSONValue) -> [JSONValue] {
        var found: [JSONValue] = []
        var waiting = [value]
        while let value = waiting.popLast(), found.count <= most {
            switch value.kind {
            case .array:
                found.append(value)
                waiting += value.elements.reversed()
            case .object:
                found.append(value)
                waiting += value.members.map(\.value).reversed()
            default: break
            }
        }
        return found
    }
}

extension JSONQuery.Step {
    /// The values to which the step leads from one; `isBelow` is true for each value below another.
    fileprivate func values(
        in value: JSONValue,
        _ isBelow: Bool,
        _ root: JSONValue,
        _ budget: MatchBudget
    ) -> [JSONValue] {
        switch self {
        case .names(let names): return names.compactMap { value[$0] }
        case .indexes(let indexes):
            let elements = value.elements
            return indexes.compactMap { index in
                let place = index < 0 ? elements.count + index : index
                return elements.indices.contains(place) ? elements[place] : nil
            }
        case .slice(let from, let to):
            let elements = value.elements
            func place(_ index: Int) -> Int {
                min(max(index < 0 ? elements.count + index : index, 0), elements.count)
            }
            let (start, end) = (place(from ?? 0), place(to ?? elements.count))
            return start < end ? Array(elements[start..<end]) : []
        case .all: return value.kind == .array ? value.elements : value.members.map(\.value)
        case .filter(let filter):
            // An object is taken as a whole; below another value each object is looked at itself.
            if value.kind == .object {
                return filter.accepts(value, root, budget) == true ? [value] : []
            }
            let elements = value.elements.filter { !isBelow || $0.kind != .object }
            return elements.filter { filter.accepts($0, root, budget) == true }
        case .below: return [value]
        }
    }
}

extension JSONQuery.Function {
    /// Of one value: its elements or members, or itself.
    fileprivate func result(of value: JSONValue) -> JSONValue? {
        switch (self, value.kind) {
        case (.length, .string), (.size, .string): number((value.string ?? "").utf16.count)
        case (.length, .object), (.size, .object): number(value.count)
        case (.keys, .object):
            names(of: value)
        case (_, .array): result(of: value.elements)
        default: nil
        }
    }

    /// Of several values.
    fileprivate func result(of values: [JSONValue]) -> JSONValue? {
        let numbers = values.compactMap(\.double)
        switch self {
        case .length, .size: return number(values.count)
        case .first: return values.first
        case .last: return values.last
        case .keys: return nil
        case .min, .max, .avg, .sum:
            guard !numbers.isEmpty else { return nil }
            let sum = numbers.reduce(0, +)
            switch self {
            case .min: return number(numbers.min() ?? 0)
            case .max: return number(numbers.max() ?? 0)
            case .sum: return number(sum)
            default: return number(sum / Double(numbers.count))
            }
        }
    }

    private func names(of object: JSONValue) -> JSONValue? {
        var json = JSONWriter(escaping: .utf8)
        json.beginArray()
        for (name, _) in object.members { json.string(name) }
        json.endArray()
        return (try? JSON(parsing: json.finish()))?.root
    }

    private func number(_ number: Int) -> JSONValue? { parsed("\(number)") }

    /// With a point, as in Java, where all such results are floating-point numbers.
    private func number(_ number: Double) -> JSONValue? { parsed("\(number)") }

    private func parsed(_ text: String) -> JSONValue? {
        (try? JSON(parsing: Array(text.utf8)))?.root
    }
}
