internal import MockPostlyFiles
internal import MockPostlyJSON
package import MockPostlyStubs
package import MockPostlyWorlds

/// A directory as WireMock has it: `mappings` with JSON files, in any folders, and `__files` with
/// the bodies that they name.
package struct StubFiles: Sendable {
    private let directory: String?
    /// The most bytes of a mapping or a body.
    private static let largest = 32 << 20
    /// How deep folders may be in each other.
    private static let deepest = 16

    /// No directory: nothing can be named.
    static let none = StubFiles(nil)

    /// The files below `directory`.
    package init(_ directory: String?) {
        self.directory = directory
    }

    /// The bytes of the body that `bodyFileName` names.
    func read(_ node: MappingNode) throws(MappingFault) -> [UInt8] {
        let name = try node.text()
        guard let directory else {
            throw node.fault("needs a server with --stubs, the directory of '__files'")
        }
        let folder = directory + "/__files"
        do {
            return try FileSystem.contents(
                of: "\(folder)/\(name)",
                FileRule(below: folder, limit: Self.largest)
            )
        } catch {
            throw node.fault("names a file that cannot be read: \(error.words)")
        }
    }

    /// The stubs of all files in `mappings`, in the order of their paths.
    ///
    /// Throws a ``MappingFault`` whose detail has all mistakes, each with its file.
    func stubs() throws(MappingFault) -> [Stub] {
        guard let directory else { return [] }
        var stubs: [Stub] = []
        var mistakes: [String] = []
        for path in Self.files(in: directory + "/mappings", depth: 0) {
            do {
                let bytes = try FileSystem.contents(of: path, FileRule(limit: Self.largest))
                let root = try MappingNode(bytes)
                let list = root["mappings"]?.elements ?? [root]
                for node in list {
                    do throws(MappingFault) {
                        stubs.append(try Stub(mapping: node, self))
                    } catch {
                        mistakes.append("\(path): \(error.detail)")
                    }
                }
            } catch let fault as MappingFault {
                mistakes.append("\(path): \(fault.detail)")
            } catch let failure as FileFailure {
                mistakes.append("\(path): \(failure.words)")
            } catch {
                mistakes.append("\(path): \(error)")
            }
        }
        guard mistakes.isEmpty else {
            throw MappingFault(
                pointer: "",
                title: "Bad mappings",
                detail: mistakes.joined(separator: "\n")
            )
        }
        return stubs
    }

    /// The paths of the JSON files below a folder; none when there is no such folder.
    private static func files(in folder: String, depth: Int) -> [String] {
        guard depth < deepest, let names = try? FileSystem.names(in: folder) else { return [] }
        return names.flatMap { name in
            let path = "\(folder)/\(name)"
            return name.hasSuffix(".json") ? [path] : files(in: path, depth: depth + 1)
        }
    }

    /// The stubs with which a server begins.
    ///
    /// - Throws: ``StartFailure`` with all mistakes.
    package func firstStubs() throws(StartFailure) -> [Stub] {
        if let directory, (try? FileSystem.names(in: directory)) == nil {
            throw StartFailure(
                .configuration,
                "the directory of stubs, \(directory), cannot be read",
                hint: "check the path given to --stubs"
            )
        }
        do {
            return try stubs()
        } catch {
            throw StartFailure(
                .configuration,
                "the mappings have mistakes:\n\(error.detail)",
                hint: "docs/testing/wiremock.md says what mappings can have"
            )
        }
    }
}
