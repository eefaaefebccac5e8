internal import MockPostlyHTTP
internal import MockPostlyText

/// Paths that belong to a dialect; when several claims match a path, the longest wins.
package enum PathClaim: Sendable, Equatable {
    /// All paths whose first segment is this word; ASCII letters match in either case.
    ///
    /// For whole systems: `.word("postly")` claims `/postly`, `/Postly/` and `/postly/posts`.
    case word(String)
    /// This path and all below it, compared byte by byte: `/api/feed`.
    ///
    /// It does not claim `/api/feeds`.
    case below(String)
    /// Only this path: `/oauth2/v3/certs`.
    ///
    /// With a slash at its end it is another path.
    case exactly(String)

    /// The path that is claimed, with its slash: `/posts`.
    ///
    /// For lists, not for comparing.
    package var path: String {
        switch self {
        case .word(let word): "/\(word)"
        case .below(let path), .exactly(let path): path
        }
    }
}

/// Finds the dialect that owns a path, and so also answers that it does not exist.
package struct PathOwners: Sendable {
    fileprivate struct Claim: Sendable {
        /// The first segment.
        var word: [UInt8]
        var ignoresCase: Bool
        /// The rest of the claim after the first segment, from its slash on; may be empty.
        var rest: [UInt8]
        var takesBelow: Bool
        var owner: Int
    }

    /// Indexed by the length of the first segment; within one length, longer claims come first.
    private let claims: [[Claim]]

    /// Creates the table from one list of claims for each dialect.
    ///
    /// A dialect is named by its index in `dialects`. A claim must begin with a slash.
    ///
    /// Of two equal claims the first dialect has it.
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

    /// The index of the dialect that owns `path`; nil when no claim has its first segment.
    ///
    /// A path that no claim matches belongs to the shortest claim with its first segment, so that
    /// `/api` is of the dialect that claims `/api/feed` where nobody claims `/api`. `path` begins with a
    /// slash, or with several, and is as sent.
    ///
    /// Costs a comparison with the claims whose first segment is as long; a path with escapes is
    /// decoded only when it matches nothing as sent.
    package func owner(of path: ArraySlice<UInt8>) -> Int? {
        if let owner = path.withUnsafeBufferPointer(owner(ofSpelled:)) { return owner }
        guard path.contains(UInt8(ascii: "%")) else { return nil }
        return percentDecoded(path).withUnsafeBufferPointer(owner(ofSpelled:))
    }

    private func owner(ofSpelled path: UnsafeBufferPointer<UInt8>) -> Int? {
        var start = min(1, path.count)
        while start < path.count, path[start] == UInt8(ascii: "/") { start += 1 }
        var end = start
        while end < path.count, path[end] != UInt8(ascii: "/") { end += 1 }
        guard end - start < claims.count else { return nil }
        let candidates = claims[end - start]
        for claim in candidates where claim.takes(path, firstSegment: start..<end) {
            return claim.owner
        }
        return candidates.last { $0.takesBelow && $0.begins(path, at: start) }?.owner
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

    /// Whether the claim matches `path`, whose first segment is as long as ``word``.
    func takes(_ path: UnsafeBufferPointer<UInt8>, firstSegment: Range<Int>) -> Bool {
        guard begins(path, at: firstSegment.lowerBound) else { return false }
        let end = firstSegment.upperBound
        guard path.count - end >= rest.count else { return false }
        for (index, byte) in rest.enumerated() where path[end + index] != byte { return false }
        let after = end + rest.count
        return after == path.count || (takesBelow && path[after] == UInt8(ascii: "/"))
    }

    /// Whether the first segment of `path`, which is as long as ``word`` and begins at `start`, is
    /// the claim's.
    func begins(_ path: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        var place = start
        for letter in word {
            let byte = path[place]
            let isLetter = byte == letter
            guard isLetter || (ignoresCase && byte &- 0x41 < 26 && byte | 0x20 == letter) else {
                return false
            }
            place += 1
        }
        return true
    }
}
