internal import GuestbookContent
internal import MockPostlyContent
internal import MockPostlyDialect
internal import MockPostlyFiles
internal import MockPostlyNouns

extension RecordImport {
    /// The lines of a directory's `lines.txt`, each written by an unknown guest.
    static let guestbook = RecordImport(
        summary: "bring in the lines of an old book",
        description: "Reads lines.txt in DIR, and puts its lines into FILE.",
        exampleName: "book",
        hint: "a directory of an old book has lines.txt"
    ) { directory throws(SeedFault) in
        let path = directory + "/lines.txt"
        let bytes: [UInt8]
        do throws(FileFailure) {
            bytes = try FileSystem.contents(of: path)
        } catch {
            throw SeedFault(file: path, words: error.words)
        }
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map {
            String(decoding: $0, as: UTF8.self)
        }
        return ReadRecords([.init(noun: "line", count: lines.count)]) { domain in
            let store = GuestbookStore(work: domain.work)
            for line in lines { try store.add(line, by: "unknown") }
        }
    }
}
