internal import MockPostlyPlatform
package import MockPostlyWorld

/// How long a request or its answer is delayed, and where.
package struct FaultDelay: Sendable, Equatable {
    /// The time of one delay.
    package enum Time: Sendable, Equatable {
        /// Always the same time.
        case fixed(Duration)
        /// Any time from the first to the second.
        ///
        /// Each of them is as likely.
        case uniform(Duration, Duration)
        /// Below zero it is cut to zero.
        case normal(mean: Duration, deviation: Duration)
        /// Half of the delays are shorter than `median`; `sigma` is the deviation of the logarithm.
        case lognormal(median: Duration, sigma: Double)
    }

    package enum Place: Sendable, Equatable {
        /// Before the request is handled.
        case handler
        /// Between handling and the first byte of the answer.
        case answer
        /// Between two pieces of the answer, which have so many bytes.
        case piece(Int)
    }

    /// The longest delay; drawn ones that are longer are cut to it.
    ///
    /// One hour.
    package static let longest = Duration.seconds(3600)
    /// The bytes of a piece unless told otherwise.
    package static let usualPiece = 1024

    /// Drawn anew for each request.
    package var time: Time
    package var place: Place

    /// Before the request is handled, unless told otherwise.
    package init(_ time: Time, at place: Place = .handler) {
        self.time = time
        self.place = place
    }

    /// The time for one request.
    ///
    /// Takes the same count of random numbers each time.
    func draw(_ random: inout RandomSource) -> Duration { time.draw(&random) }
}

extension FaultDelay.Time {
    /// A time; takes the same count of random numbers each time.
    ///
    /// From zero to ``FaultDelay/longest`` for those that are drawn.
    package func draw(_ random: inout RandomSource) -> Duration {
        switch self {
        case .fixed(let duration): return duration
        case .uniform(let least, let most):
            return least + (most - least).scaled(by: random.fraction())
        case .normal(let mean, let deviation):
            return Self.limited(mean.seconds + deviation.seconds * random.normal())
        case .lognormal(let median, let sigma):
            return Self.limited(median.seconds * exp(sigma * random.normal()))
        }
    }

    private static func limited(_ seconds: Double) -> Duration {
        .nanoseconds(Int64(min(max(0, seconds), FaultDelay.longest.seconds) * 1e9))
    }
}

extension RandomSource {
    /// A number from 0 up to 1, without 1.
    mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// A number of the normal distribution with mean 0 and deviation 1 (Box and Muller).
    mutating func normal() -> Double {
        let (radius, angle) = (1 - fraction(), fraction())
        return sqrt(-2 * log(radius)) * cos(2 * .pi * angle)
    }
}

extension Duration {
    fileprivate var seconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }

    fileprivate func scaled(by factor: Double) -> Duration {
        .nanoseconds(Int64(seconds * factor * 1e9))
    }
}
