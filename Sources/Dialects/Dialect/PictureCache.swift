package import MockPostlyHTTP

/// The pictures that the dialects of a world have drawn, within the memory limit of all caches.
///
/// Belongs to the loop's thread.
package final class PictureCache: CacheOwner {
    /// A larger file is not kept.
    private static let largestFile = 4 * 1024 * 1024

    private struct Kept {
        var file: PictureFile
        var number: UInt64
        var place: CacheBudget.Place
    }

    private let budget: CacheBudget
    private let isOn: Bool
    private var files: [AnyHashable: Kept] = [:]
    /// The orders by the numbers under which the budget knows their pictures.
    private var orders: [UInt64: AnyHashable] = [:]
    private var lastNumber: UInt64 = 0

    /// An empty cache; nothing is kept in it unless `isOn`.
    package init(_ budget: CacheBudget, isOn: Bool) {
        self.budget = budget
        self.isOn = isOn
    }

    deinit { forgetAll() }

    package func forgetAll() {
        for kept in files.values { budget.remove(kept.place) }
        (files, orders) = ([:], [:])
    }

    package func evict(_ key: UInt64) {
        guard let order = orders.removeValue(forKey: key) else { return }
        files[order] = nil
    }

    func find(_ order: some PictureOrder) -> PictureFile? {
        guard let kept = files[order] else { return nil }
        budget.touch(kept.place)
        return kept.file
    }

    func keep(_ file: PictureFile, for order: some PictureOrder) {
        guard isOn, file.bytes.count <= Self.largestFile, files[order] == nil else { return }
        lastNumber += 1
        // The order is in both tables.
        let size = file.bytes.bufferedBytes + 2 * order.textBytes + 512
        guard let place = budget.insert(size, lastNumber, of: self) else { return }
        files[order] = Kept(file: file, number: lastNumber, place: place)
        orders[lastNumber] = order
    }
}
