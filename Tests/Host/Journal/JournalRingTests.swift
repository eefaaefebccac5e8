import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyJournal

/// What goes into a journal comes out of it, whatever it is and wherever its bytes come to lie.
@Suite
struct JournalRingTests {
    private let world = TimeAndChance(
        name: "w",
        clock: .frozen(at: Instant(seconds: 1000)),
        randomSeed: 1
    )

    private func journal(entries: Int = 10_000, bytes: Int, body: Int = 64 * 1024) -> Journal {
        var limits = JournalLimits()
        (limits.entries, limits.bytes, limits.body) = (entries, bytes, body)
        return Journal(JournalHub(limits))
    }

    // MARK: What is drawn

    private static let block = FieldBlock([
        .init("Content-Type", "application/json"), .init("X-Blank", " two  words: "),
        .init("Bad name", "left out"),
    ])

    private func word(_ draw: inout Draw) -> String {
        String(decoding: draw.bytes(draw.below(20), below: 128), as: UTF8.self) + "ä"
    }

    private func request(_ draw: inout Draw) throws -> Request {
        let paths = ["/", "/api/posts/1", "/w/one/posts?a=%41&b=%ff", "/%41/%ff?x=%zz", "//a//b?"]
        let fields = (0..<draw.below(4)).map { ("X-Field-\($0)", "value \(draw.below(1000))") }
        let host = draw.below(8) == 0 ? nil : "localhost:8080"
        var request = try Request.asking(
            ["GET", "POST", "PURGE", "HEAD"][draw.below(4)],
            paths[draw.below(paths.count)] + String(repeating: "p", count: draw.below(60)),
            fields + (draw.below(3) == 0 ? [("Cookie", "a=b"), ("cOOKIE", "c=d")] : []),
            body: draw.bytes(size(&draw)),
            host: host
        )
        request.isSecure = draw.below(2) == 0
        request.peer = ["127.0.0.1", "fe80::1ff:fe23:4567:890a%enp0s31f6", ""][draw.below(3)]
        return request
    }

    private func response(_ draw: inout Draw) -> Response {
        var response = Response(status: 100 + draw.below(900), body: draw.bytes(size(&draw)))
        if draw.below(2) == 0 { response.sharedFields = Self.block }
        for _ in 0..<draw.below(3) {
            // A field that is not sent is recorded all the same.
            response.fields.append(.init(word(&draw), "a\r\n" + word(&draw)))
        }
        if draw.below(4) == 0 {
            let stub = draw.below(2) == 0 ? nil : draw.below(100)
            response.mark = AnswerMark(fault: stub == nil ? "reset" : nil, stub: stub)
        }
        return response
    }

    private func size(_ draw: inout Draw) -> Int {
        [0, draw.below(40), draw.below(700), draw.below(9000)][draw.below(4)]
    }

    private func route(_ draw: inout Draw) -> RouteTaken {
        let number = draw.below(2) == 0 ? nil : draw.below(300)
        return [.none, .control(number), .served(dialect: draw.below(7), route: number)][
            draw.below(3)
        ]
    }

    private func changes(_ draw: inout Draw) -> [RowChange] {
        (0..<max(0, draw.below(6) - 3)).map { _ in
            RowChange([.added, .changed, .removed][draw.below(3)], table: word(&draw), key: "1")
        }
    }

    private func message(_ draw: inout Draw, longest: Int) -> RecordedMessage {
        let peer = ChannelPeer(
            world: word(&draw),
            socket: draw.below(1000),
            transport: draw.below(2) == 0 ? .longPoll : .webSocket,
            account: word(&draw)
        )
        let isKnown = draw.below(2) == 0
        let frame = ChannelFrame(
            draw.below(2) == 0 ? .incoming : .outgoing,
            peer,
            topic: isKnown ? word(&draw) : nil,
            event: isKnown ? word(&draw) : nil,
            bytes: draw.bytes(size(&draw)),
            isBinary: draw.below(2) == 0
        )
        return RecordedMessage(
            frame,
            dialect: word(&draw),
            fault: draw.below(3) == 0 ? "dropped" : nil,
            longest: longest
        )
    }

    // MARK: What is compared

    /// All that a reader can see of an entry.
    private struct Shown: Equatable {
        var texts: [String]
        var bodies: [[UInt8]]
    }

    private func shown(_ exchange: RecordedExchange, _ place: String) -> Shown {
        let (request, response) = (exchange.request, exchange.response)
        let texts = [
            place, request.method.name, "\(request.head.minorVersion) \(request.head.keepsAlive)",
            "\(request.fields) \(request.isSecure) \(request.headLength) \(request.host ?? "-")",
            "\(request.cookie ?? "-") \(request.head.targetFault as Any)",
            "\(response.status) \(exchange.status) \(response.allFields)",
            "\(response.mark as Any) \(exchange.mark as Any) \(exchange.route)",
            "\(exchange.asker ?? "-") \(exchange.changes) \(exchange.bodyBytes)",
            "\(exchange.isAnswerWhole)",
        ]
        let bodies = [Array(request.target), Array(request.path), Array(request.rawQuery)]
        return Shown(texts: texts, bodies: bodies + [request.body, response.body])
    }

    private func shown(_ entry: JournalEntry) -> Shown {
        switch entry.content {
        case .exchange(let exchange):
            shown(exchange, "\(entry.number) \(entry.start) \(entry.nanoseconds) \(entry.peer)")
        case .message(let message): shown(message)
        }
    }

    private func shown(_ message: RecordedMessage) -> Shown {
        let (frame, peer) = (message.frame, message.frame.peer)
        let texts = [
            "\(frame.direction) \(peer) \(frame.isBinary) \(message.byteCount)",
            frame.topic ?? "-", frame.event ?? "-", message.dialect, message.fault ?? "-",
        ]
        return Shown(texts: texts, bodies: [frame.bytes])
    }

    @Test(arguments: [
        (10_000, 1 << 20, 5000), (7, 1 << 20, 100), (10_000, 9000, 300), (40, 70_000, 8000),
    ])
    func `what was added is read, the newest as far as the limits go`(
        entries: Int,
        bytes: Int,
        body: Int
    ) throws {
        let journal = journal(entries: entries, bytes: bytes, body: body)
        var draw = Draw(seed: UInt64(entries + bytes + body))
        var added: [Shown?] = []
        var shared: RecordedExchange?
        func exchange(_ request: Request) -> RecordedExchange {
            RecordedExchange(
                request,
                response(&draw),
                route: route(&draw),
                asker: draw.below(2) == 0 ? nil : word(&draw),
                changes: changes(&draw),
                longest: body
            )
        }
        for number in 1...800 {
            let start = draw.next()
            let place = "\(number) \(start) \(number * 7) "
            switch draw.below(8) {
            case 0:
                let message = message(&draw, longest: body)
                journal.add(message, in: world)
                added.append(shown(message))
            case 1:
                if draw.below(4) == 0 { shared = nil }
                let known = try shared ?? exchange(request(&draw))
                shared = known
                journal.add(
                    known,
                    start: start,
                    nanoseconds: UInt64(number * 7),
                    peer: "::1",
                    in: world
                )
                added.append(shown(known, "\(place)::1"))
            default:
                let request = try request(&draw)
                let value = exchange(request)
                var answer = value.response
                answer.body += draw.bytes(value.bodyBytes.response - answer.body.count)
                journal.add(
                    request,
                    answer,
                    route: value.route,
                    asker: value.asker,
                    changes: value.changes,
                    start: start,
                    nanoseconds: UInt64(number * 7),
                    in: world
                )
                added.append(shown(value, place + request.peer))
            }
            if draw.below(20) == 0, journal.count > 0 {
                let removed = journal.first + draw.below(journal.last - journal.first + 1)
                journal.remove(removed)
                added[removed - 1] = nil
            }
            #expect(journal.taken <= bytes && journal.last == number)
            #expect(journal.first - 1 == journal.dropped && journal.last - journal.first < entries)
            if number % 100 == 0 {
                for number in journal.first..<(journal.last + 1) {
                    #expect(journal[number].map(shown) == added[number - 1])
                }
            }
        }
        #expect(journal.dropped > 0)
        journal.clear()
        #expect(journal.taken == 0 && journal.bytes == 0)
    }

    @Test
    func `an entry is the same at each place in the ring`() throws {
        let request = try Request.asking("GET", "/posts/1")
        for count in 0..<160 {
            let journal = journal(bytes: 8 * 1024)
            for number in 1...60 {
                let body = (0..<count).map { UInt8(truncatingIfNeeded: $0 * number) }
                journal.add(
                    request,
                    Response(status: 200, body: body),
                    route: .none,
                    asker: nil,
                    start: UInt64(number),
                    nanoseconds: 1,
                    in: world
                )
            }
            #expect(journal.dropped > 0 && journal.taken <= 8 * 1024)
            for entry in journal.entries() {
                guard case .exchange(let exchange) = entry.content else { continue }
                let body = (0..<count).map { UInt8(truncatingIfNeeded: $0 * entry.number) }
                #expect(
                    exchange.response.body == body
                        && exchange.request.path.elementsEqual("/posts/1".utf8)
                )
                #expect(
                    entry.start == UInt64(entry.number) && exchange.request.host == "localhost:8080"
                )
            }
        }
    }

    @Test
    func `an entry that is larger than the journal is dropped at once, with all before it`() throws
    {
        let journal = journal(bytes: 4096)
        let request = try Request.asking("GET", "/posts/1")
        for size in [10, 10_000, 10] {
            journal.add(
                request,
                Response(status: 200, body: [UInt8](repeating: 1, count: size)),
                route: .none,
                asker: nil,
                start: 1,
                nanoseconds: 1,
                in: world
            )
        }
        #expect(journal.dropped == 2 && journal.droppedSequence == 2 && journal.count == 1)
    }

    @Test
    func `an entry that somebody has read stays as it was when it is dropped`() throws {
        let journal = journal(entries: 1, bytes: 4096)
        for number in 1...3 {
            let kept = journal[journal.last]
            journal.add(
                try .asking("GET", "/\(number)"),
                Response(status: 200),
                route: .none,
                asker: nil,
                start: 1,
                nanoseconds: 1,
                in: world
            )
            guard case .exchange(let exchange)? = kept?.content else { continue }
            #expect(exchange.request.path.elementsEqual("/\(number - 1)".utf8))
        }
    }
}
