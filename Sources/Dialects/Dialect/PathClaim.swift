/// Paths that are a dialect's own; of several claims the longest one counts.
package enum PathClaim: Sendable, Equatable {
    /// All paths whose first segment is this word, in any case of its letters.
    case word(String)
    /// This path and all below it, letter by letter: `/api/community`.
    case below(String)
    /// This path alone: `/oauth2/v3/certs`.
    case exactly(String)
}

/// Finds whose a path is.
package struct PathOwners: Sendable {
    fileprivate struct Claim: Sendable {
        /// The first segment.
        var word: [UInt8]
        var ignoresCase: Bool
        /// What follows it, from its slash on.
        var rest: [UInt8]
        var takesBelow: Bool
        var owner: Int
    }

    /// By the length of the first segment; in each, longer claims first.
    private let claims: [[Claim]]

    /// The claims of dialects, which are told by their places in the list.
    package init(_ dialects: [[PathClaim]]) {
        var claims: [[Claim]] = []
        for (owner, list) in dialects.enumerated() {
            for claim in list {
                let claim = Claim(claim, owner)
                while claims.count <= claim.word.count { claims.append([]) }
                claims[claim.word.count].append(claim)
            }
        }
        self.claims = claims.map { $0.sorted { $0.rest.count > $1.rest.count } }
    }

    /// Whose `path` is, which is as sent and begins with a slash; nil when nobody claims it.
    package func owner(of path: ArraySlice<UInt8>) -> Int? {
        path.withUnsafeBufferPointer { path -> Int? in
            var end = min(1, path.count)
            while end < path.count, path[end] != UInt8(ascii: "/") { end += 1 }
            let length = end - min(1, path.count)
            guard length < claims.count else { return nil }
            for claim in claims[length] where claim.takes(path, firstSegmentEnd: end) {
                return claim.owner
            }
            return nil
        }
    }
}

extension PathOwners.Claim {
    init(_ claim: PathClaim, _ owner: Int) {
        let path: [UInt8]
        switch claim {
        case .word(let word):
            (path, ignoresCase, takesBelow) = (Array("/\(word.lowercased())".utf8), true, true)
        case .below(let text): (path, ignoresCase, takesBelow) = (Array(text.utf8), false, true)
        case .exactly(let text): (path, ignoresCase, takesBelow) = (Array(text.utf8), false, false)
        }
        precondition(path.first == UInt8(ascii: "/"), "a claim begins with a slash")
        word = Array(path.dropFirst().prefix { $0 != UInt8(ascii: "/") })
        rest = Array(path.dropFirst(1 + word.count))
        self.owner = owner
    }

    /// Whether a path whose first segment has the length of ``word`` is claimed.
    func takes(_ path: UnsafeBufferPointer<UInt8>, firstSegmentEnd end: Int) -> Bool {
        var place = 1
        for letter in word {
            let byte = path[place]
            let isLetter = byte == letter
            guard isLetter || (ignoresCase && byte &- 0x41 < 26 && byte | 0x20 == letter) else {
                return false
            }
            place += 1
        }
        guard path.count - end >= rest.count else { return false }
        for (index, byte) in rest.enumerated() where path[end + index] != byte { return false }
        let after = end + rest.count
        return after == path.count || (takesBelow && path[after] == UInt8(ascii: "/"))
    }
}
