internal import MockPostlyCertificates
internal import MockPostlyFiles

/// The devices to which `trust` has added the authority, which do not all tell it themselves.
///
/// It is a file in the authority's folder, with a line for each device.
struct TrustLedger: Equatable {
    struct Entry: Equatable, Hashable {
        enum Kind: String {
            case simulator, emulator
        }

        var kind: Kind
        /// The simulator's UDID, or the emulator's serial.
        var device: String
    }

    private(set) var entries: [Entry] = []
    private let path: String

    /// What is noted in a folder; nothing when there is no file.
    init(in folder: AuthorityFolder) {
        path = folder.path + "/trusted-devices"
        let bytes = (try? FileSystem.contents(of: path)) ?? []
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2, let kind = Entry.Kind(rawValue: String(words[0])) else {
                continue
            }
            entries.append(Entry(kind: kind, device: String(words[1])))
        }
    }

    func contains(_ entry: Entry) -> Bool { entries.contains(entry) }

    /// Notes a device, or crosses it out, and writes the file.
    mutating func set(_ entry: Entry, _ isAdded: Bool) throws(Failure) {
        entries.removeAll { $0 == entry }
        if isAdded { entries.append(entry) }
        let text = entries.map { "\($0.kind.rawValue) \($0.device)\n" }.joined()
        do throws(FileFailure) {
            try FileSystem.write(Array(text.utf8), to: path, permissions: 0o600)
        } catch {
            throw Failure("cannot write \(error.path): \(sentencePart(error.words))")
        }
    }
}
