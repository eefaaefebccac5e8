package import MockPostlyHTTP

/// The pictures that the dialects of a world have drawn, within the memory limit of all caches.
///
/// Belongs to the loop's thread.
package final class PictureCache {
    /// A larger file is not kept.
    private static let largestFile = 4 * 1024 * 1024

    private final class Kept {
        let order: AnyHashable
        let file: PictureFile

        init(_ order: AnyHashable, _ file: PictureFile) { (self.order, self.file) = (order, file) }
    }

    private let isOn: Bool
    /// By the hashes of their orders.
    private let files: KeptValues<Kept>

    /// An empty cache; nothing is kept in it unless `isOn`.
    package init(_ budget: CacheBudget, isOn: Bool) {
        (files, self.isOn) = (KeptValues(budget), isOn)
    }

    package func forgetAll() { files.removeAll() }

    func find(_ order: some PictureOrder) -> PictureFile? {
        guard let kept = files.find(Int64(order.hashValue)), kept.order == AnyHashable(order)
        else { return nil }
        return kept.file
    }

    func keep(_ file: PictureFile, for order: some PictureOrder) {
        guard isOn, file.bytes.count <= Self.largestFile else { return }
        let size = file.bytes.bufferedBytes + order.textBytes + 512
        files.keep(Kept(order, file), as: Int64(order.hashValue), size: size)
    }
}
