/// Memory for the bytes of entries, one entry after the other.
///
/// A ring of pieces: the oldest, when all of its entries were dropped, is written to as the newest.
/// Nothing is read or written when entries are dropped.
struct EntryMemory: ~Copyable {
    private struct Piece {
        let start: UnsafeMutableRawPointer
        let size: Int
        /// The number of the last entry in it; not known of the newest piece.
        var last = Int.max
    }

    /// The size of a piece when there are many; the first ones are smaller.
    let most: Int
    private static let least = 2048
    /// The oldest first.
    private var pieces: [Piece] = []
    /// Bytes of the newest piece that are used, and that are left.
    private var (used, left) = (0, 0)
    private var spare: Piece?
    /// The number of the last entry in the oldest piece.
    ///
    /// When a later one is the first, ``free(before:)`` is to be called.
    private(set) var oldestLast = Int.max

    /// - Parameter most: bytes of a piece.
    init(most: Int) {
        self.most = most
    }

    deinit {
        for piece in pieces { piece.start.deallocate() }
        spare?.start.deallocate()
    }

    /// Memory for `size` bytes of the entry `number`, the newest.
    @inline(__always) mutating func take(_ size: Int, for number: Int) -> UnsafeMutableRawPointer {
        if size > left { addPiece(size, number) }
        defer {
            used += size
            left -= size
        }
        return pieces[pieces.count - 1].start + used
    }

    private mutating func addPiece(_ size: Int, _ number: Int) {
        var wanted = Self.least
        if let newest = pieces.last {
            pieces[pieces.count - 1].last = number - 1
            oldestLast = pieces[0].last
            wanted = newest.size * 2
        }
        wanted = max(size, min(wanted, most))
        if let piece = spare, piece.size >= wanted {
            pieces.append(piece)
            spare = nil
        } else {
            pieces.append(Piece(start: .allocate(byteCount: wanted, alignment: 16), size: wanted))
        }
        (used, left) = (0, pieces[pieces.count - 1].size)
    }

    /// Frees the pieces that have no entry from `first` on.
    mutating func free(before first: Int) {
        while let oldest = pieces.first, oldest.last < first {
            pieces.removeFirst()
            if spare == nil, oldest.size >= most {
                spare = Piece(start: oldest.start, size: oldest.size)
            } else {
                oldest.start.deallocate()
            }
        }
        oldestLast = pieces.first?.last ?? .max
    }
}
