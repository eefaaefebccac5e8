import MockPostlyWorld
import Testing

@Suite
struct ObjectIDTests {
    @Test
    func `an id is seconds, random and counter, most significant first`() {
        let id = ObjectID(seconds: 0x6B01_694B, random: 0x2B_6169_1306, counter: 0xB8_05E7)
        #expect(id.hex == "6b01694b2b61691306b805e7")
        #expect(id.seconds == 0x6B01_694B)
        var bytes = Array("/".utf8)
        id.appendHex(to: &bytes)
        #expect(bytes == Array("/6b01694b2b61691306b805e7".utf8))
    }

    @Test
    func `bits beyond their field are dropped`() {
        let id = ObjectID(seconds: .max, random: .max, counter: .max)
        #expect(id.hex == String(repeating: "f", count: 24))
        #expect(ObjectID(seconds: 0, random: 1 << 40, counter: 1 << 24) == ObjectID(hex: zeros))
    }

    @Test
    func `digits of either case are read and written in lower case`() {
        #expect(ObjectID(hex: "6B01694B2b61691306B805E7")?.hex == "6b01694b2b61691306b805e7")
        #expect(ObjectID(hex: "x6b01694b2b61691306b805e7".dropFirst())?.seconds == 0x6B01_694B)
    }

    @Test(arguments: [
        "", "0", String(repeating: "0", count: 23), String(repeating: "0", count: 25),
        "6b01694b2b61691306b805eg", "6b01694b2b61691306b805e ", " 6b01694b2b61691306b805e7",
        "0x01694b2b61691306b805e7", "6b01694b-b61691306b805e7", "+b01694b2b61691306b805e7",
        "6b01694b2b61691306b805e７", "ｆb01694b2b61691306b80", "😀😀😀😀😀😀",
        "6b01694b2b61691306b805e\u{0}",
    ])
    func `anything but 24 hexadecimal digits is refused`(text: String) {
        #expect(ObjectID(hex: text) == nil)
    }

    @Test
    func `random ids come back from their text and sort as it does`() {
        var random = RandomSource(seed: 21)
        var ids: [ObjectID] = []
        for _ in 0..<2_000 {
            let word = random.next()
            // Few seconds and makers, so that each part decides the order at times.
            let id = ObjectID(
                seconds: UInt32(truncatingIfNeeded: word >> 60) << 28,
                random: word & 3 << 38,
                counter: UInt32(truncatingIfNeeded: word >> 16)
            )
            #expect(ObjectID(hex: id.hex) == id)
            #expect(ObjectID(hex: id.hex.uppercased()) == id)
            ids.append(id)
        }
        #expect(ids.sorted().map(\.hex) == ids.map(\.hex).sorted())
    }

    @Test
    func `a generator counts up, around at 24 bits, and keeps its random part`() {
        var generator = ObjectIDGenerator(random: 0x2B_6169_1306, counter: 0xFF_FFFE)
        let instant = Instant(microseconds: 1_771_072_496_999_999)
        let ids = (0..<4).map { _ in generator.next(at: instant).hex }
        let start = "69906bf02b61691306"
        #expect(ids == ["fffffe", "ffffff", "000000", "000001"].map { start + $0 })
    }

    @Test
    func `a generator starts at random`() {
        var random = RandomSource(seed: 4)
        let starts = (0..<100).map { _ in
            var generator = ObjectIDGenerator(random: &random)
            return generator.next(at: Instant(seconds: 0)).hex
        }
        #expect(Set(starts.map { $0.dropFirst(8).prefix(10) }).count == 100)
        #expect(Set(starts.map { $0.suffix(6) }).count > 95)
    }

    @Test
    func `seconds start again after 2106 and before 1970`() {
        var random = RandomSource(seed: 4)
        var generator = ObjectIDGenerator(random: &random)
        #expect(generator.next(at: Instant(seconds: 1 << 32)).seconds == 0)
        #expect(generator.next(at: Instant(seconds: -1)).seconds == .max)
    }

    private let zeros = String(repeating: "0", count: 24)
}
