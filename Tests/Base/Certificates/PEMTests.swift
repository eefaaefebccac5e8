import Testing

@testable import MockPostlyCertificates

@Suite struct PEMTests {
    @Test(arguments: [0, 1, 47, 48, 49, 1_000])
    func `a block is read as it was written`(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let text = PEM.text("CERTIFICATE", bytes)
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 64 })
        #expect(PEM.blocks(in: Array(text.utf8)) == [PEM(label: "CERTIFICATE", bytes: bytes)])
    }

    @Test func `a block without its end has no bytes`() {
        let text =
            "-----BEGIN A-----\nAAAA\n-----BEGIN B-----\nAAAA\n-----END A-----\n-----END B-----"
        #expect(
            PEM.blocks(in: Array(text.utf8))
                == [PEM(label: "A", bytes: nil), PEM(label: "B", bytes: nil)]
        )
    }

    @Test(arguments: ["-----BEGIN -----", "-----BEGIN ----", "-----END A-----", "-----BEGIN A----"])
    func `other lines are no blocks`(line: String) {
        #expect(PEM.blocks(in: Array(line.utf8)).allSatisfy { $0.bytes == nil })
    }
}
