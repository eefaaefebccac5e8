package import MockPostlyFiles
package import MockPostlySQLite

/// Contents as bytes, and as files that are written as a whole or not at all.
package enum ContentFile {
    /// The content of a database file in `bytes`, rebuilt with the present schema and fully
    /// checked.
    ///
    /// Throws ``ContentFault`` when it is not a file of this program, incomplete, or has a wrong
    /// value. That takes long, above all when so many posts need a search index; any thread may do
    /// it.
    package static func image(
        of bytes: [UInt8],
        _ registry: ContentRegistry
    ) throws(ContentFault) -> PageImage {
        guard bytes.starts(with: "SQLite format 3\0".utf8) else { throw .notADatabase }
        guard isComplete(bytes) else { throw .corrupt("the file is too short") }
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

    /// Whether all pages that the header counts are there (SQLite: "Database File Format", 1.3).
    private static func isComplete(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 100 else { return false }
        func number(at place: Int, bytes count: Int) -> Int {
            bytes[place..<(place + count)].reduce(0) { $0 << 8 | Int($1) }
        }
        let size = number(at: 16, bytes: 2)
        // The field has 16 bits: 1 stands for 65,536.
        let pageSize = size == 1 ? 65_536 : max(size, 512)
        return bytes.count % pageSize == 0
            && number(at: 28, bytes: 4) * pageSize <= bytes.count
    }

    /// Reads a whole file that `rule` allows to read; throws ``ContentFault/failed(_:)`` with the
    /// system's message.
    package static func read(
        _ path: String,
        _ rule: FileRule = .usual
    ) throws(ContentFault) -> [UInt8] {
        do throws(SeedFault) {
            return try SeedFiles.contents(of: path, rule)
        } catch {
            throw .failed(error.words)
        }
    }
}
