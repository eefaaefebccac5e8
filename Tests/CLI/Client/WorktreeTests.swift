import MockPostlyFiles
import Testing

@testable import MockPostlyCLI

@Suite
struct WorktreeTests {
    @Test
    func `a folder is told from others of its name`() {
        let one = Worktree.world(ofFolder: "/nowhere/a/app")
        let other = Worktree.world(ofFolder: "/nowhere/b/app")
        #expect(one.hasPrefix("app-") && other.hasPrefix("app-") && one != other)
        #expect(one == Worktree.world(ofFolder: "/nowhere/a/app"))
    }

    @Test(arguments: [
        ("/nowhere/Größe.1 x", "Gr----e-1-x-"), ("/nowhere/..", "---"), ("/", "root-"),
        ("/nowhere/" + String(repeating: "n", count: 90), String(repeating: "n", count: 50) + "-"),
    ])
    func `its name is one that a world can have`(folder: String, start: String) {
        let name = Worktree.world(ofFolder: folder)
        #expect(name.hasPrefix(start) && name.utf8.count <= 64)
        #expect(
            name.utf8.allSatisfy {
                $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
                    || (UInt8(ascii: "0")...UInt8(ascii: "z") ~= $0
                        && !":;<=>?@[\\]^`".utf8.contains($0))
            }
        )
    }
}
