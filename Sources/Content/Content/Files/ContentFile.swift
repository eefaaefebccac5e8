package import MockPostlySQLite

/// Contents as bytes and as files that are whole or not there.
package enum ContentFile {
    /// The content of a database file in `bytes`, fit to be restored: its rows in a database that is
    /// made here, with the present schema.
    ///
    /// Throws unless it is ours, whole, and right value by value. That is slow, above all when there
    /// are so many posts that they have a search index; it may run on any thread.
    package static func image(
        of bytes: [UInt8],
        _ registry: ContentRegistry
    ) throws(ContentFault) -> PageImage {
        guard bytes.starts(with: "SQLite format 3\0".utf8) else { throw .notADatabase }
        guard isComplete(bytes) else { throw .corrupt("the file ends too early") }
        do {
            return try registry.rebuilt(bytes)
        } catch let fault as ContentFault {
            throw fault
        } catch let error as SQLiteError {
            throw ContentFault(error)
        } catch let error as MigrationError {
            throw ContentFault(error)
        } catch {
            throw .failed("\(error)")
        }
    }

    /// Whether all pages are there that the header speaks of (SQLite: "Database File Format", 1.3).
    private static func isComplete(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 100 else { return false }
        func number(at place: Int, bytes count: Int) -> Int {
            bytes[place..<(place + count)].reduce(0) { $0 << 8 | Int($1) }
        }
        let size = number(at: 16, bytes: 2)
        // 65,536 does not fit.
        let pageSize = size == 1 ? 65_536 : max(size, 512)
        return bytes.count % pageSize == 0
            && number(at: 28, bytes: 4) * pageSize <= bytes.count
    }

    /// Reads a file whole; its ``ContentFault/failed(_:)`` has the system's words.
    package static func read(_ path: String) throws(ContentFault) -> [UInt8] {
        do throws(SeedFault) {
            return try SeedFiles.contents(of: path)
        } catch {
            throw .failed(error.words)
        }
    }
}
