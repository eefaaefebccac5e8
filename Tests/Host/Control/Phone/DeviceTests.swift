import Testing

@testable import MockPostlyControl

@Suite
struct DeviceTests {
    @Test(
        arguments: [
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_2_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, "
                    + "like Gecko) Version/17.2 Mobile/15E148 Safari/604.1",
                Device.System.iOS, "iPhone, iOS 17.2.1"
            ),
            (
                "Mozilla/5.0 (iPad; CPU OS 9_3_5 like Mac OS X) AppleWebKit/601.1.46 Mobile/13G36",
                .iOS, "iPad, iOS 9.3.5"
            ),
            (
                "Mozilla/5.0 (Linux; Android 14; Pixel 8 Pro) AppleWebKit/537.36 (KHTML, like Gecko) "
                    + "Chrome/120.0.0.0 Mobile Safari/537.36",
                .android, "Android 14, Pixel 8 Pro"
            ),
            ("Mozilla/5.0 (Linux; Android 10; K) Chrome/124.0", .android, "Android 10"),
            (
                "Mozilla/5.0 (Linux; U; Android 4.0.3; de-de; Galaxy S II Build/GRJ22) Mobile",
                .android, "Android 4.0.3, Galaxy S II"
            ),
            (
                "Mozilla/5.0 (Android 13; Mobile; rv:121.0) Firefox/121.0", .android,
                "Android 13, rv:121.0"
            ),
            ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1", .other, "Mac"),
            ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Edg/120", .other, "Windows computer"),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Firefox/121.0", .other, "Linux computer"),
            ("Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/119", .other, "Linux computer"),
            ("curl/8.5.0", .other, "curl"), ("okhttp/4.12.0", .other, "okhttp"),
            ("", .other, "an unknown device"), ("(", .other, "an unknown device"),
            ("()", .other, "an unknown device"), ("\u{1B}[2J/1", .other, "[2J"),
            ("(Linux; Android", .android, "Android"), ("x (iPhone)", .iOS, "iPhone"),
            ("(Linux; Android 9; \u{1B}]0;x\u{7}", .android, "Android 9, x"),
        ] as [(String, Device.System, String)]
    )
    private func `a browser tells what it runs on`(
        agent: String,
        system: Device.System,
        words: String
    ) {
        let device = Device(userAgent: agent)
        #expect(device.system == system)
        #expect(device.words == words)
    }

    @Test
    func `what a device says of itself is short`() {
        let name = String(repeating: "x", count: 5000)
        #expect(Device(userAgent: name).words.count <= 30)
        #expect(Device(userAgent: "(Linux; Android \(name); \(name))").words.count < 60)
        #expect(
            Device(userAgent: "(iPhone; OS \(String(repeating: "1", count: 999)))").words.count < 30
        )
        #expect(Device(userAgent: nil).words == "an unknown device")
    }
}
