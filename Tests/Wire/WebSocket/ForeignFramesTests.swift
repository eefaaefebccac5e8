import Testing

@testable import MockPostlyWebSocket

/// Frames as Python's websockets 17 writes them, as a client and with its own compression.
@Suite struct ForeignFramesTests {
    private static let join =
        #"{"topic":"community:feed","event":"phx_join","payload":{},"ref":"1","join_ref":"1"}"#

    @Test(
        "plain frames",
        arguments: [
            (
                "8193a54dca18ed28a674ca61ea7fd78e7cdb3a28eae83ad54a",
                [.text("Hello, größe 😀")]
            ),
            ("81802530bb1d", [.text("")]),
            (
                "82b46d132cde6d1626d1790a32fd453e1ee951526a953d467681097a42ad156eae59e182ba45cdb6"
                    + "8671d9aa921da5defe09b1f2ca359de6d621",
                [.binary((0..<52).map { UInt8($0 * 5) })]
            ),
            (
                "0183d6237b2e9e46178981d91e3f72a900821fcb197173088081174494d6a1",
                [.ponged("p"), .text("Hellö")]
            ),
            (
                "82fe007e493c9d5c" + String(repeating: "3346e726", count: 31) + "3346",
                [.binary([UInt8](repeating: 0x7A, count: 126))]
            ),
            ("88853460be313788dc4851", [.closed(1000, "bye")]),
            ("8982201e69fe20e18a81daa0eee8b1", [.send([0x8A, 2, 0, 0xFF]), .pong([0x6B])]),
        ] as [(String, [Action])]
    )
    func plain(digits: String, actions: [Action]) {
        #expect(outcome(bytes(digits)) == actions)
    }

    @Test(
        "compressed frames: with and without context, with windows of 32, 4 and half a KiB",
        arguments: [
            (
                "client_no_context_takeover",
                "c1c8b9997f5c13cf55959651330a0bcb35927654529172b5d6e8f3d23211e84b2e1694d2b277b8d3"
                    + "6b38ed5d18b9de7f7ed9b38b542f4b8a2cc8153314292d132d8f392bf91cd809136035c2745cc1"
                    + "c87c2999fdd67fb33453e1d5abce7bd333b3e4b430b70530493662d4b02dfbc8b7516254d67d63"
                    + "8d9928edfe181bcf9878763bb28e8e3aca69d083f288e8a3cb2efc9b1fbd1db9f5c1f07292fdc2"
                    + "88afe59325cd858b206be79325",
                [.text(join), .text(join), .binary([UInt8](repeating: 0, count: 300))]
            ),
            (
                "client_max_window_bits=12",
                "c1c83cd654af96807e66131e18f98e841e61f31b7962f7fafd1b769d19e26d0405e5119d99843d9c"
                    + "40cb6812334a5b30552a36c47fdccec5073b907c3fdaa85c067cbc64d2ef5d463893b08d5fafc1"
                    + "864dfad714e75c69854dfac18127a0aeb327c185fee9232fdc3f6b2ffec1858af2211f2873f41f"
                    + "8a",
                [
                    .text(join), .text(join), .text(""), .text(String(join.prefix(40))),
                    .text(join),
                ]
            ),
            (
                "client_max_window_bits=9",
                "c1cc9ee491c534b2bb0cb12cdd932cb6db0b5129bc0855c83871d4afdc88cf36c08fb3af5cee9fae"
                    + "85a1ca20f620f902904094f6bab66cf7c251324efab00a6ec3161e561785ff74fdf912bfcaf8cc"
                    + "6995c5c187b10becb5ab3e7ecff709ec",
                [
                    .text(String(repeating: join, count: 4)),
                    .text(String(repeating: join, count: 4)),
                ]
            ),
            (
                "client_no_context_takeover",
                "41a4563bfc1efc6dd6d779f3b048e469b6d099f6d1d39d1755aa1c70b15307e9ad547b70f91e563b"
                    + "03e189816f93427e4e00aecbc8fe2901e3ff63dfacaaedac2d99cfca4df43be0bb0c3a985c5283"
                    + "a0bd6aa3991b7e9b4d889fb9a7f47272c0c8fe293437808155e5cd8e55",
                [.ponged("!"), .text(join)]
            ),
            ("", "898346dc8ed436acfe8882b7c2764db42b", [.ponged("ppp"), .closed(1001)]),
        ] as [(String, String, [Action])]
    )
    func compressed(parameters: String, digits: String, actions: [Action]) throws {
        let agreement = try DeflateAgreement.on(parameters, keepsContext: true)
        #expect(outcome(bytes(digits), agreement) == actions)
    }

    @Test func `a context that was not agreed on does not reach back`() throws {
        let agreement = try DeflateAgreement.on()
        // The second of two messages, which refers to the first.
        let first = frame(1, bytes("f248cdc9c90700"), reserved: 4)
        let second = frame(1, bytes("f200110000"), reserved: 4)
        #expect(outcome(first + second, agreement) == [.text("Hello"), .failed(.badCompression)])
        let kept = try DeflateAgreement.on("client_max_window_bits", keepsContext: true)
        #expect(outcome(first + second, kept) == [.text("Hello"), .text("Hello")])
    }
}
