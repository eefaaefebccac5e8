internal import MockPostlyControlClient
internal import MockPostlyFiles
internal import MockPostlyHTTPClient
internal import MockPostlyJSON
internal import MockPostlyPlatform
internal import MockPostlyText

/// The world of a working tree: a folder of source code, such as one of several that git has made of a
/// repository.
///
/// Ten of them can share a server, and each finds its own world without being told a name.
enum Worktree {
    /// The word that stands for its name.
    static let word = "worktree"

    /// How long its world may stay unused; a task may rest over night.
    static let lifetime = "24h"

    /// The name of the world for the folder in which this process runs.
    static var world: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        guard getcwd(&buffer, buffer.count) != nil else { return word }
        let path = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        return world(ofFolder: String(decoding: path, as: UTF8.self))
    }

    /// The name of the world for `folder`, an absolute path, or for the working tree around it.
    ///
    /// It begins with the name of the tree's folder. Its end tells trees in folders of the same name
    /// apart.
    static func world(ofFolder folder: String) -> String {
        let root = root(of: folder)
        let name = String(root.split(separator: "/").last ?? "root")
        return "\(allowed(name))-\(digest(of: root))"
    }

    /// The folder with `.git` around `folder`; `folder` itself without one.
    private static func root(of folder: String) -> String {
        var parts = folder.split(separator: "/")
        while !parts.isEmpty {
            let path = "/" + parts.joined(separator: "/")
            if FileKind(of: path + "/.git") != .nothing { return path }
            parts.removeLast()
        }
        return folder
    }

    /// `name` with a hyphen in place of what a world's name cannot have, of at most 50 characters.
    private static func allowed(_ name: String) -> String {
        let isAllowed = { (byte: UInt8) in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        let bytes = name.utf8.prefix(50).map { isAllowed($0) ? $0 : UInt8(ascii: "-") }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Six hexadecimal digits of the FNV-1a hash of `path`.
    private static func digest(of path: String) -> String {
        let hash = path.utf8.reduce(UInt32(0x811C_9DC5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        return hexadecimal(hash & 0xFF_FFFF, digits: 6)
    }
}

extension CommandClient {
    /// The name of the world for the folder of this process, which is made if it is not there.
    func worktreeWorld() throws(Failure) -> String {
        let name = Worktree.world
        let order = ControlCall.object { json in
            json.field("id", name)
            json.field("ttl", Worktree.lifetime)
        }
        let answer = try answer(to: call("POST", ["worlds"], [], .json(order)))
        if answer.status == 409 { return name }
        return try json(try accepted(answer)).root["id"]?.string ?? name
    }
}
