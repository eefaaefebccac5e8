internal import MockPostlyContent
package import MockPostlyDialect
internal import MockPostlyNouns
internal import MockPostlyWorld
package import MockPostlyWorlds

/// Replaces the records of a dialect in the data file of `configuration` by those in `directory`.
///
/// All are replaced, or none: when this throws, the data file is unchanged. Returns the number of
/// records of each kind.
///
/// - Parameters:
///   - records: of the dialect.
///   - directory: what it must hold is ``RecordImport/hint``.
///   - configuration: names the data file, which no server may have open; it is made if it is
///     missing.
/// - Returns: in the order in which the dialect lists its kinds.
/// - Throws: ``StartFailure`` for a fault of a record, and for a data file that is in use or cannot
///   be written.
package func importRecords(
    _ records: RecordImport,
    from directory: String,
    _ configuration: Configuration
) throws(StartFailure) -> [ReadRecords.Count] {
    let path = configuration.dataFile ?? ""
    let read: ReadRecords
    do throws(SeedFault) {
        read = try records.read(directory)
    } catch {
        throw StartFailure(.seed, error.description, hint: records.hint)
    }
    do {
        let file = try DataFile(path, survivesPowerLoss: true, configuration.content)
        let world = TimeAndChance(name: "default", clock: .real, randomSeed: 0)
        let domain = try Domain(
            file,
            world,
            registry: configuration.content,
            documents: DocumentOrigin(.empty)
        )
        try read.write(domain)
        try domain.work.commit()
        try domain.close()
    } catch let fault as DataFileFault {
        throw StartFailure(fault, path)
    } catch {
        guard DatabaseFailure(error)?.isDiskFull != true else { throw StartFailure(.noSpace, path) }
        throw StartFailure(
            .dataFile,
            "data file \(path) cannot be used: \(error)",
            hint: "check the file and the space on its disk"
        )
    }
    return read.counts
}
