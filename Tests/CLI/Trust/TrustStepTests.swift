import MockPostlyCertificates
import MockPostlyTestKit
import Testing

@testable import MockPostlyCLI

@Suite struct TrustStepTests {
    @Test(arguments: [
        (TrustStep.run(["certutil", "-n", "a (b) c"]), "certutil -n 'a (b) c'"),
        (.copy(from: "/a b/c", to: "/d"), "install -m 644 '/a b/c' /d"),
        (.delete("/d"), "rm -f /d"),
    ])
    func `a step is shown as a shell takes it`(step: TrustStep, line: String) {
        #expect(step.line == line)
    }

    @Test func `a step that fails says why`() throws {
        let folder = try ScratchDirectory()
        let tools = SystemTools(path: "/usr/bin:/bin")
        let copy = TrustStep.copy(from: folder.file("none"), to: folder.file("copy"))
        let words = "\(folder.file("none")): no such file or directory"
        #expect(copy.failure(with: tools) == words)
        let run = TrustStep.run(["sh", "-c", "echo bad; exit 2"])
        #expect(run.failure(with: tools) == "sh ended with 2: bad")
        #expect(TrustStep.delete(folder.file("none")).failure(with: tools) == nil)
    }

    @Test func `a ledger keeps devices and crosses them out`() throws {
        let folder = AuthorityFolder(try ScratchDirectory().path)
        let scratch = try ScratchDirectory()
        let place = AuthorityFolder(scratch.path)
        #expect(TrustLedger(in: folder).entries.isEmpty)
        let one = TrustLedger.Entry(kind: .simulator, device: "A-1")
        let two = TrustLedger.Entry(kind: .emulator, device: "emulator-5554")
        var ledger = TrustLedger(in: place)
        try ledger.set(one, true)
        try ledger.set(two, true)
        try ledger.set(one, true)
        #expect(TrustLedger(in: place).entries == [two, one])
        try ledger.set(two, false)
        #expect(TrustLedger(in: place) == ledger)
        #expect(ledger.entries == [one])
    }

    @Test(arguments: [
        (["trust"], "`mockpostly trust` needs one more word: system, simulator, emulator"),
        (["trust", "show"], "there is no folder for the authority: HOME is not set"),
        (["trust", "show", "-o", "p12"], "-o: expected text, json, pem, der or mobileconfig"),
        (["trust", "remove", "a", "b"], "`mockpostly trust remove` does not take \"b\""),
    ])
    func `wrong usage is told`(arguments: [String], words: String) {
        let done = run(arguments)
        #expect(done.code == 2)
        #expect(done.errors.contains(words), "\(done.errors)")
    }
}
