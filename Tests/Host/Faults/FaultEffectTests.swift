import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyFaults

@Suite struct FaultEffectTests {
    private let sound = Response(
        contentType: "application/json",
        text: #"{"title":"One","tags":["a","b"]}"#
    )

    private func damaged(
        _ change: (inout FaultEffect) -> Void,
        _ response: Response? = nil,
        _ fields: [(String, String)] = []
    ) throws -> Response {
        var random = RandomSource(seed: 1)
        let fault = AppliedFault("f", .with(change), &random)
        return fault.damaged(
            response ?? sound,
            to: try .asking("GET", "/", fields),
            error: { Response(status: $0, contentType: "text/plain", text: "error \($0)") }
        )
    }

    // MARK: Names

    @Test func `all names stand for faults that can be`() throws {
        for name in Fault.names {
            let fault = try #require(Fault(named: name), "\(name)")
            #expect(fault.name == name)
            #expect(fault.outcomes.allSatisfy { $0.effect.conflict == nil })
            #expect(fault.outcomes.map(\.chance).reduce(0, +) <= 1)
        }
        #expect(Set(Fault.names).count == Fault.names.count)
    }

    @Test func `statuses and delays are names too`() throws {
        #expect(Fault(named: "status 404")?.outcomes[0].effect.status == 404)
        #expect(Fault(named: "status-404")?.name == "status-404")
        let delay = Fault(named: "delay-1.5s")?.outcomes[0].effect.delay
        #expect(delay == FaultDelay(.fixed(.milliseconds(1500))))
        for name in [
            "", "Reset", "status", "status-", "status-199", "status-600", "status-+50", "status-5",
            "delay-", "delay-x", "delay-2h", "nothing",
        ] {
            #expect(Fault(named: name) == nil, "\(name)")
        }
    }

    @Test func `a fault without a name is called after what it does`() {
        let effects: [(FaultEffect, String)] = [
            (.with { $0.status = 503 }, "status-503"),
            (
                .with {
                    $0.delay = FaultDelay(.fixed(.seconds(1)))
                    $0.connection = ConnectionDamage(.reset)
                }, "delay+reset"
            ),
            (
                .with {
                    $0.connection = ConnectionDamage(.close)
                    $0.write = .saved
                }, "close+after-write"
            ),
            (.with { $0.body = .badChunk }, "bad-chunk"),
        ]
        for (effect, name) in effects { #expect(Fault(effect).name == name) }
    }

    // MARK: Combinations

    @Test func `whether the request is handled follows from what is sent`() {
        let handled: [FaultEffect] = [
            .with { $0.delay = FaultDelay(.fixed(.seconds(1))) },
            .with { $0.bandwidth = 10 },
            .with { $0.connection = ConnectionDamage(.truncate) },
            .with { $0.connection = ConnectionDamage(.reset, at: .head) },
            .with { $0.body = .invalidJSON },
            .with {
                $0.status = 503
                $0.write = .saved
            },
            .with {
                $0.connection = ConnectionDamage(.reset)
                $0.write = .saved
            },
        ]
        let lost: [FaultEffect] = [
            .with { $0.status = 503 },
            .with { $0.connection = ConnectionDamage(.reset) },
            .with { $0.connection = ConnectionDamage(.stall) },
            .with { $0.body = .garbage },
            .with { $0.body = .loginPage },
        ]
        for effect in handled {
            #expect(effect.runsHandler && effect.conflict == nil, "\(effect)")
        }
        for effect in lost { #expect(!effect.runsHandler && effect.conflict == nil, "\(effect)") }
    }

    @Test func `what cannot be is refused with the member at fault`() {
        let impossible: [(FaultEffect, String)] = [
            (FaultEffect(), "fault"),
            (.with { $0.retryAfter = 1 }, "retryAfter"),
            (
                .with {
                    $0.status = 500
                    $0.retryAfter = 1
                }, "retryAfter"
            ),
            (
                .with {
                    $0.delay = FaultDelay(.fixed(.seconds(1)), at: .piece(10))
                    $0.bandwidth = 10
                }, "bandwidth"
            ),
            (.with { $0.connection = ConnectionDamage(.truncate, at: .end) }, "point"),
            (
                .with {
                    $0.connection = ConnectionDamage(.reset)
                    $0.status = 503
                }, "status"
            ),
            (
                .with {
                    $0.connection = ConnectionDamage(.reset)
                    $0.body = .invalidJSON
                }, "body"
            ),
            (
                .with {
                    $0.body = .garbage
                    $0.status = 503
                }, "status"
            ),
            (
                .with {
                    $0.body = .invalidJSON
                    $0.write = .lost
                }, "write"
            ),
            (.with { $0.write = .lost }, "write"),
        ]
        for (effect, member) in impossible {
            #expect(effect.conflict?.member == member, "\(effect)")
        }
    }

    // MARK: Damage

    @Test func `an answer with a head says which fault it has`() throws {
        let answer = try damaged { $0.bandwidth = 100 }
        #expect(answer["X-Mockpostly-Fault"] == "f")
        #expect(answer["Access-Control-Expose-Headers"] == nil)
        #expect(answer.mark == AnswerMark(fault: "f"))
        #expect(answer.delivery.pace == .bytesPerSecond(100))
        let read = try damaged({ $0.bandwidth = 100 }, nil, [("Origin", "http://a.test")])
        #expect(read["Access-Control-Expose-Headers"] == "X-Mockpostly-Fault")
    }

    @Test func `a status is answered in the words of the dialect`() throws {
        let answer = try damaged {
            $0.status = 429
            $0.retryAfter = 7
        }
        #expect(answer.status == 429 && answer.text == "error 429")
        #expect(answer["Retry-After"] == "7")
    }

    @Test func `delays go where they belong`() throws {
        func applied(_ place: FaultDelay.Place) -> AppliedFault {
            var random = RandomSource(seed: 1)
            let delay = FaultDelay(.fixed(.seconds(2)), at: place)
            return AppliedFault("f", .with { $0.delay = delay }, &random)
        }
        #expect(applied(.handler).delayBeforeHandler == .seconds(2))
        #expect(applied(.answer).delayBeforeHandler == .zero)
        let late = try damaged { $0.delay = FaultDelay(.fixed(.seconds(2)), at: .answer) }
        #expect(late.delivery.pace == Delivery.Pace(delay: .seconds(2)))
        let slow = try damaged { $0.delay = FaultDelay(.fixed(.seconds(2)), at: .piece(5)) }
        #expect(slow.delivery.pace == Delivery.Pace(piece: 5, pause: .seconds(2)))
        let early = try damaged { $0.delay = FaultDelay(.fixed(.seconds(2))) }
        #expect(early.delivery.pace == nil)
    }

    @Test func `connections end at their points`() throws {
        let length = sound.body.count
        func ending(_ damage: ConnectionDamage) throws -> Delivery.Ending {
            try damaged {
                $0.connection = damage
                $0.write = .saved
            }.delivery.ending
        }
        #expect(try ending(.init(.reset)) == .reset(at: .message(0)))
        #expect(try ending(.init(.reset, at: .end)) == .reset(at: .end))
        #expect(try ending(.init(.close, at: .head)) == .closed(at: .body(0)))
        #expect(try ending(.init(.truncate)) == .closed(at: .body(length / 2)))
        #expect(
            try ending(.init(.stall, at: .bytes(3), stallsFor: .seconds(9)))
                == .stalled(at: .body(3), .seconds(9))
        )
    }

    @Test func `bodies are damaged`() throws {
        let garbage = try damaged { $0.body = .garbage }.delivery.content
        guard case .bytes(let bytes) = garbage else {
            Issue.record("garbage are bytes")
            return
        }
        #expect(bytes.count == 256)
        #expect(try damaged { $0.body = .wrongLength }.delivery.content == .lengthOff(by: 16))
        #expect(
            try damaged { $0.body = .badChunk }.delivery.content
                == .badChunk(after: sound.body.count / 2)
        )
        let wrong = try damaged { $0.body = .wrongType }
        #expect(wrong["Content-Type"] == "text/html; charset=utf-8" && wrong.body == sound.body)
        let page = try damaged { $0.body = .loginPage }
        #expect(page.status == 200 && page["Content-Type"] == "text/html; charset=utf-8")
        #expect(page.text.contains("<form"))
    }

    @Test(arguments: ["{\"a\":1}", "[1,2]", "\"abc\"", "12", "true", "\"a\\\"b\"", "{}", ""])
    func `an invalid body is none of JSON, whatever it was`(text: String) throws {
        let answer = try damaged(
            { $0.body = .invalidJSON },
            Response(contentType: "application/json", text: text)
        )
        #expect(throws: (any Error).self) { try JSON(parsing: answer.body) }
        #expect(answer.delivery.isUsual)
    }

    @Test func `an invalid body is not compressed`() throws {
        var packed = sound
        packed.sharedFields = FieldBlock([.init("Content-Encoding", "gzip"), .init("Vary", "A")])
        let answer = try damaged({ $0.body = .invalidJSON }, packed)
        #expect(answer["Content-Encoding"] == nil && answer["Vary"] == "A")
        #expect(throws: (any Error).self) { try JSON(parsing: answer.body) }
    }
}
