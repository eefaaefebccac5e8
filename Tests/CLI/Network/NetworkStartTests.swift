import MockPostlyNetwork
import MockPostlyOptions
import MockPostlyServer
import MockPostlyWorlds
import Testing

@testable import MockPostlyCLI

@Suite
struct NetworkStartTests {
    private func configuration(
        _ arguments: String...,
        variables: [String: String] = [:]
    ) throws -> Configuration {
        try serveCall(arguments, variables).serverConfiguration()
    }

    private func addresses(_ texts: String...) -> [RankedAddress] {
        let interfaces = texts.enumerated().map { index, text in
            NetworkInterface("eth\(index)", [text].compactMap { NetworkAddress($0) })
        }
        return [RankedAddress](
            ranking: interfaces,
            sources: interfaces.prefix(1).flatMap(\.addresses)
        )
    }

    // MARK: The option

    @Test(arguments: [
        ("--lan", NetworkRequest.on), ("--lan=true", .on), ("--no-lan", .off),
        ("--lan=false", .off), ("--lan=list", .list), ("--lan=wlan0", .by("wlan0")),
        ("--lan=192.168.1.20", .by("192.168.1.20")),
    ])
    private func `what it asks for`(flag: String, request: NetworkRequest) throws {
        #expect(try serveCall([flag]).settings.network == request)
        let variable = flag.hasPrefix("--lan=") ? String(flag.dropFirst(6)) : nil
        guard let variable else { return }
        #expect(try serveCall([], ["MOCKPOSTLY_LAN": variable]).settings.network == request)
    }

    @Test
    func `a file can have it too`() throws {
        for (text, request) in [("true", NetworkRequest.on), ("\"wlan0\"", .by("wlan0"))] {
            let file = try TemporaryFile("{\"lan\": \(text)}")
            #expect(try serveCall(["--config", file.path]).settings.network == request)
        }
        let wrong = try TemporaryFile("{\"lan\": 7}")
        #expect(throws: Failure.self) { try serveCall(["--config", wrong.path]) }
        // Other switches are as they were.
        let text = try TemporaryFile("{\"quiet\": \"true\"}")
        #expect(throws: Failure.self) { try serveCall(["--config", text.path]) }
    }

    // MARK: Host and token

    @Test
    func `without it nothing changes`() throws {
        for configuration in [try configuration(), try configuration("--lan=list")] {
            #expect(configuration.host == "localhost")
            #expect(configuration.adminToken == nil && !configuration.isAdminTokenMade)
        }
    }

    @Test
    func `all addresses are listened on, and a token is made`() throws {
        let first = try configuration("--lan")
        #expect(first.host == Configuration.everywhere)
        let token = try #require(first.adminToken)
        #expect(first.isAdminTokenMade && token.count == 16 && !token.hasPrefix("-"))
        #expect(ValueType.adminToken.read(token) == token)
        #expect(try configuration("--lan").adminToken != token)
        // Not even the same with the same random numbers.
        let seeded = try (0..<2).map { _ in
            try configuration("--lan", "--random-seed", "7").adminToken
        }
        #expect(seeded[0] != seeded[1])
    }

    @Test
    func `a token that is given is taken`() throws {
        let given = try configuration("--lan", "--admin-token", "sesame-sesame-16")
        #expect(given.adminToken == "sesame-sesame-16" && !given.isAdminTokenMade)
        // One character less could be guessed.
        let failure = try #require(throws: Failure.self) {
            try configuration("--lan", "--admin-token", "sesame-sesame-1")
        }
        #expect(failure.exitCode == .configuration && failure.words.contains("15 characters"))
        let without = try configuration("--lan", "--no-control")
        #expect(without.adminToken == nil && !without.isAdminTokenMade)
    }

    @Test(arguments: ["127.0.0.1", "localhost", "::1", "192.168.1.20"])
    func `another host beside it is a contradiction`(host: String) throws {
        let failure = try #require(throws: Failure.self) {
            try configuration("--lan", "--host", host)
        }
        #expect(failure.words.contains("--host \(host) contradict"))
        #expect(failure.exitCode == .usage)
        #expect(throws: Failure.self) {
            try configuration(variables: ["MOCKPOSTLY_LAN": "1", "MOCKPOSTLY_HOST": host])
        }
    }

    @Test
    func `of flag and variable the flag wins`() throws {
        let flag = try configuration("--lan", variables: ["MOCKPOSTLY_HOST": "127.0.0.1"])
        #expect(flag.host == Configuration.everywhere)
        let call = try serveCall(["--host", "127.0.0.1"], ["MOCKPOSTLY_LAN": "1"])
        let host = try call.serverConfiguration()
        #expect(host.host == "127.0.0.1" && host.adminToken == nil)
        #expect(try call.phoneAddresses(for: host) { addresses("192.168.1.20") } == nil)
    }

    @Test(arguments: [("0.0.0.0", "192.168.1.20"), ("::", "fd00::5")])
    func `all addresses of one family are enough`(host: String, address: String) throws {
        let call = try serveCall(["--lan", "--host", host])
        let configuration = try call.serverConfiguration()
        #expect(configuration.host == host && configuration.isAdminTokenMade)
        let offered = try call.phoneAddresses(for: configuration) {
            addresses("192.168.1.20", "fd00::5")
        }
        #expect(offered?.map(\.address.text) == [address])
    }

    // MARK: Addresses

    @Test
    func `those that are offered are shown, the chosen one first`() throws {
        func offered(_ flag: String) throws -> [String]? {
            let call = try serveCall([flag])
            return try call.phoneAddresses(for: call.serverConfiguration()) {
                addresses("192.168.1.20", "10.0.0.5", "fe80::1")
            }?.map(\.address.text)
        }
        #expect(try offered("--lan") == ["192.168.1.20", "10.0.0.5"])
        #expect(try offered("--lan=eth1") == ["10.0.0.5", "192.168.1.20"])
        #expect(try offered("--no-lan") == nil)
        let failure = try #require(throws: Failure.self) { try offered("--lan=nonsense") }
        #expect(failure.words.contains("--lan=nonsense") && failure.exitCode == .usage)
        #expect(failure.hint?.contains("eth0, eth1;") == true)
    }

    @Test
    func `without a network it says so`() throws {
        let call = try serveCall(["--lan"])
        let failure = try #require(throws: Failure.self) {
            try call.phoneAddresses(for: call.serverConfiguration()) { addresses("127.0.0.1") }
        }
        #expect(failure.words.hasPrefix("no network") && failure.exitCode == .failed)
    }

    @Test
    func `the list has every address and why`() {
        let list = addressTable(addresses("192.168.1.20", "127.0.0.1", "169.254.1.1"), width: nil)
        let lines = list.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines[1].contains("192.168.1.20") && lines[1].contains("yes: the way to the"))
        #expect(list.contains("127.0.0.1") && list.contains("no: only this computer reaches it"))
        #expect(list.contains("169.254.1.1") && list.contains("no: no router has given"))
    }
}
