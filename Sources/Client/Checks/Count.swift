internal import MockPostlyJSON

extension MockServer {
    /// How often something should have come; a number is for exactly as often.
    public enum Count: Sendable, Hashable, ExpressibleByIntegerLiteral {
        case exactly(Int)
        case atLeast(Int)
        case atMost(Int)
        case between(Int, Int)

        /// Not once.
        public static let never = Count.exactly(0)

        /// Exactly as often.
        public init(integerLiteral number: Int) { self = .exactly(number) }

        /// Writes the members by which the control plane is told.
        func write(_ json: inout JSONWriter) {
            switch self {
            case .exactly(let count): json.field("count", count)
            case .atLeast(let count): json.field("atLeast", count)
            case .atMost(let count): json.field("atMost", count)
            case .between(let least, let most):
                json.field("atLeast", least)
                json.field("atMost", most)
            }
        }
    }
}
