internal import MockPostlyCrypto
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJournal
internal import MockPostlyMatching
internal import MockPostlyRegex
internal import MockPostlyStubs
internal import MockPostlyText
internal import MockPostlyWorlds

/// What requests and mappings nearly fit each other, as clients show it when a test fails.
enum WireMockNearMisses {
    static let routes: [Route<Control.Call>] = [
        .post(
            "/__admin/near-misses/request-pattern",
            "what a pattern nearly takes",
            slow: ofPattern
        ),
        .post("/__admin/near-misses/request", "which mappings nearly take a request", ofRequest),
        .get(
            "/__admin/requests/unmatched/near-misses",
            "which mappings nearly take the requests that none took",
            slow: ofUnmatched
        ),
    ]

    /// The most mappings that are told for a request.
    private static let most = 3

    /// The requests that differ least from a pattern.
    private static func ofPattern(_ request: Request, _ call: Control.Call) throws -> Reply {
        let sent = try MappingNode(request.body)
        let pattern = try RequestPattern(mapping: sent)
        let reader = try call.addressedJournal
        var finding = Finding()
        return try call.searchRequests { logged, search in
            finding.add(logged.entry, pattern.comparison(with: logged.facts, search.budget))
        } answer: { _ in
            let nearest = finding.nearest.compactMap { miss in
                reader.flatMap { LoggedRequest(SearchedEntry(miss.entry, $0), $0) }.map {
                    (logged: $0, differences: miss.differences)
                }
            }
            return .object { json in
                json.list("nearMisses", nearest) { miss, json in
                    json.beginObject()
                    json.key("request")
                    miss.logged.write(&json)
                    json.key("requestPattern")
                    json.value(sent.value)
                    json.distance(miss.differences)
                    json.endObject()
                }
            }
        }
    }

    /// The mappings that differ least from a request that the body describes.
    private static func ofRequest(_ request: Request, _ call: Control.Call) throws -> Response {
        let sent = try MappingNode(request.body)
        let facts = RequestFacts(
            try sent.request(),
            dialect: "",
            route: { nil },
            users: { [] },
            now: { [worlds = call.worlds, world = call.addressedWorld] in worlds[world]?.now }
        )
        let budget = MatchBudget(.rules)
        let nearest = nearest(to: facts, try call.stubs, budget)
        if let expression = budget.exceeded { throw TooManySteps(expression: expression) }
        return .object { json in
            json.list("nearMisses", nearest) { miss, json in
                json.mapping(miss) { $0.value(sent.value) }
            }
        }
    }

    /// The same for each request that no mapping took, the oldest first.
    private static func ofUnmatched(_ request: Request, _ call: Control.Call) throws -> Reply {
        let stubs = try call.stubs
        var misses: [(LoggedRequest, [Miss])] = []
        return try call.searchRequests { logged, search in
            guard logged.stub == nil else { return }
            misses.append((logged, nearest(to: logged.facts, stubs, search.budget)))
        } answer: { _ in
            .object { json in
                let all = misses.flatMap { logged, nearest in nearest.map { (logged, $0) } }
                json.list("nearMisses", all) { miss, json in
                    json.mapping(miss.1) { miss.0.write(&$0) }
                }
            }
        }
    }

    fileprivate typealias Miss = (mapping: StubTable.Entry, differences: [Difference])

    /// The mappings that do not take a request, the nearest first; of equals the newest.
    private static func nearest(
        to facts: RequestFacts,
        _ stubs: StubTable,
        _ budget: MatchBudget
    ) -> [Miss] {
        var distances = PathDistances()
        let misses: [(miss: Miss, weight: Int)] = stubs.entries.compactMap { entry in
            let differences = entry.stub.pattern.comparison(with: facts, budget).differences
            guard !differences.isEmpty else { return nil }
            return ((entry, differences), differences.weight(&distances))
        }
        let sorted = misses.enumerated().sorted { left, right in
            (left.element.weight, left.offset) < (right.element.weight, right.offset)
        }
        return sorted.prefix(most).map(\.element.miss)
    }
}

extension JSONWriter {
    /// The member `matchResult`: from 0 for a match to 1, as if a pattern had ten parts.
    fileprivate mutating func distance(_ differences: [Difference]) {
        key("matchResult")
        beginObject()
        field("distance", min(Double(differences.count) / 10, 1))
        endObject()
    }

    fileprivate mutating func mapping(
        _ miss: WireMockNearMisses.Miss,
        request: (inout JSONWriter) -> Void
    ) {
        beginObject()
        key("request")
        request(&self)
        key("stubMapping")
        miss.mapping.writeMapping(&self)
        distance(miss.differences)
        endObject()
    }
}

extension MappingNode {
    /// The request that the members describe, as a journal shows it: `method`, `url`, `headers`,
    /// `body` or `bodyAsBase64`.
    fileprivate func request() throws(MappingFault) -> Request {
        let method = try self["method"]?.text().uppercased() ?? "GET"
        // Some clients leave the slash out.
        let sent = try self["url"]?.text() ?? ""
        let isWhole = ["/", "http://", "https://"].contains { sent.hasPrefix($0) }
        let url = isWhole ? sent : "/" + sent
        var lines = "\(method) \(url) HTTP/1.1\r\n"
        var hasHost = false
        for (name, node) in try self["headers"]?.allMembers() ?? [] {
            let lowered = name.lowercased()
            guard lowered != "content-length", lowered != "transfer-encoding" else { continue }
            hasHost = hasHost || lowered == "host"
            for one in node.value.kind == .array ? node.elements : [node] {
                lines += "\(name): \(try one.text())\r\n"
            }
        }
        if !hasHost { lines += "Host: localhost\r\n" }
        var body = Array((try self["body"]?.text() ?? "").utf8)
        if let node = self["bodyAsBase64"], body.isEmpty {
            guard let bytes = Base64.decode(try node.text()) else {
                throw node.fault("must be base64 with padding")
            }
            body = bytes
        }
        lines += "Content-Length: \(body.count)\r\n\r\n"
        let step = RequestParser.step(of: Array(lines.utf8) + body, RequestLimits()).step
        guard case .request(let request) = step else {
            throw fault("must describe a request, with 'method', 'url' and 'headers'")
        }
        return request
    }
}
