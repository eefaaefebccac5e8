internal import MockPostlyContent
internal import MockPostlyNouns
internal import MockPostlyWorlds

/// Checks that the files which the server writes or removes do not overwrite each other.
extension Configuration {
    /// Throws when one file would be overwritten, or could be deleted, as another one.
    ///
    /// The snapshot directory must exist already.
    func checkPlaces() throws(StartFailure) {
        if let directory = self.snapshotDirectory {
            try checkSnapshots(in: directory)
        }
        guard let dataFile = self.dataFile else { return }
        for (flag, path) in [("--export-on-exit", exportOnExit), ("--ready-file", readyFile)] {
            guard let path, DataFile.needs(path, at: dataFile) else { continue }
            throw StartFailure(
                .configuration,
                "\(path) is one of the files of the data file \(dataFile)",
                hint: "choose another path for \(flag)"
            )
        }
    }

    private func checkSnapshots(in directory: String) throws(StartFailure) {
        // Only a file with this ending counts as a snapshot.
        let ending = SnapshotShelf.ending
        if let exportOnExit, exportOnExit.hasSuffix(ending),
            ContentFile.isIn(directory, exportOnExit)
        {
            throw StartFailure(
                .configuration,
                "\(exportOnExit) is in the directory of snapshots, \(directory)",
                hint: "choose another path for --export-on-exit"
            )
        }
        guard let dataFile = self.dataFile else { return }
        let isInside = ContentFile.isIn(directory, dataFile)
        // From a directory that cannot be read, no snapshot can be deleted.
        let names = (try? ContentFile.names(in: directory, ending: ending)) ?? []
        let link = names.lazy
            .map { directory + "/" + $0 + ending }
            .first { DataFile.needs($0, at: dataFile) }
        guard isInside || link != nil else { return }
        throw StartFailure(
            .configuration,
            "the data file \(link ?? dataFile) is in the directory of the snapshots, \(directory)",
            hint: "choose another directory for --snapshot-dir: what is in it can be deleted as a"
                + " snapshot"
        )
    }
}
