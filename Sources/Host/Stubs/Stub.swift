package import MockPostlyMatching

/// An order to answer certain requests of a world in place of its dialects.
///
/// ```swift
/// let stub = Stub(pattern, [StubResponse(status: 503)], definition: definition)
/// let entry = try stubs.add(stub)
/// ```
package struct Stub: Sendable {
    /// The priority of a stub that names none; lower numbers go first, as in WireMock.
    package static let usualPriority = 5

    /// The name that the client gave it; nil for none.
    ///
    /// Unique in the world; compared byte by byte.
    package var id: String?
    /// The requests that it answers.
    package var pattern: RequestPattern
    /// Of the stubs that can answer a request, the one with the lowest number does, and of equals
    /// the newest.
    package var priority = usualPriority
    /// Its responses in their order, at least one.
    ///
    /// Each is given ``StubResponse/times`` times before the next.
    package var responses: [StubResponse]
    /// What follows when each response was given as often as ordered.
    package var repetition = Repetition.none
    /// How many requests it answers at most; nil for as many as its responses allow.
    package var times: Int?
    /// How many requests that it could answer are let through first.
    package var after = 0
    /// How long it lives, by the machine's clock; nil for as long as its world.
    ///
    /// From when it was added or replaced.
    package var timeToLive: Duration?
    /// The states of a scenario in which it answers and to which it leads.
    package var step: ScenarioStep?
    /// Whether it stays when a WireMock client goes back to the mappings of the beginning.
    package var isPersistent = false
    /// What the client has sent, for lists.
    package var definition: Definition

    /// A stub for the requests that meet `pattern`.
    package init(
        _ pattern: RequestPattern,
        _ responses: [StubResponse],
        definition: Definition
    ) {
        precondition(!responses.isEmpty, "a stub without a response")
        self.pattern = pattern
        self.responses = responses
        self.definition = definition
    }

    /// What a stub does after its last response.
    package enum Repetition: String, Sendable, CaseIterable {
        /// It answers no more; requests get the next stub or the real behaviour.
        case none
        /// It gives the last response again and again.
        case last
        /// It begins with the first response again.
        case all
    }

    /// A part in a scenario: stubs that answer differently after each other, as in WireMock.
    package struct ScenarioStep: Sendable, Equatable {
        /// The state in which every scenario begins.
        package static let start = "Started"

        /// The name of the scenario; all stubs with it share one state.
        package var scenario: String
        /// The state in which the stub answers; nil for all.
        package var requires: String?
        /// The state after it has answered; nil for no change.
        package var becomes: String?

        package init(scenario: String, requires: String?, becomes: String?) {
            self.scenario = scenario
            self.requires = requires
            self.becomes = becomes
        }
    }

    /// The JSON object that a stub was made from.
    package struct Definition: Sendable {
        package enum Format: Sendable {
            /// The order of `POST /stubs`.
            case own
            /// A mapping of WireMock.
            case wireMock
        }

        /// Decides in which lists the stub is shown as it was sent.
        package var format: Format
        /// JSON in UTF-8.
        package var text: [UInt8]

        package init(_ format: Format, _ text: [UInt8]) {
            self.format = format
            self.text = text
        }
    }
}

extension Stub {
    /// How many requests it answers before it is used up; nil for no end.
    ///
    /// The smaller of what ``times`` and the responses allow.
    package var capacity: Int? {
        var capacity: Int?
        if repetition == .none {
            capacity = 0
            for response in responses {
                capacity = response.times.flatMap { times in capacity.map { $0 + times } }
            }
        }
        guard let times else { return capacity }
        return min(times, capacity ?? times)
    }

    /// The response to the request number `use`, from 0; nil when it is used up.
    func response(at use: Int) -> StubResponse? {
        if let capacity, use >= capacity { return nil }
        var rest = use
        if repetition == .all {
            // An endless response ends the round: nothing comes after it.
            let round = responses.reduce(Int?(0)) { sum, one in
                one.times.flatMap { times in sum.map { $0 + times } }
            }
            if let round { rest %= round }
        }
        for response in responses {
            guard let times = response.times, rest >= times else { return response }
            rest -= times
        }
        return responses.last
    }

    /// About how many bytes it takes.
    var bytes: Int {
        responses.reduce(512 + definition.text.count) { $0 + $1.bytes }
    }
}
