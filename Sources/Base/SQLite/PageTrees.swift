/// The b-trees of a database: which page belongs to which.
///
/// Only pages above the leaves are read, a hundredth of them all.
struct PageTrees {
    /// The tree of each page, by its index; 0 for pages of none, such as overflow pages and free ones.
    private(set) var trees: [Int32]
    /// By tree, the pages that hold its rows or entries, in the order of their keys level by level.
    private(set) var rows: [[UInt32]] = [[]]
    let image: PageImage

    /// Reads the trees that begin at `roots`, and numbers them from 1 on; 0 stands for none.
    ///
    /// Throws when a page cannot be read, or is in two places.
    init(_ image: PageImage, roots: [UInt32]) throws(UnreadablePages) {
        let header = try PageBytes(1, of: image)
        // The size of pages, the bytes of each that are left free, and the encoding of texts, UTF-8
        // ("Database File Format", 1.3).
        guard try header.number16(16) == TreePage.size, try header.byte(20) == 0,
            try header.number32(56) == 1, image.byteCount % TreePage.size == 0
        else { throw UnreadablePages() }
        self.image = image
        trees = [Int32](repeating: 0, count: image.byteCount / TreePage.size)
        for root in roots { try read(root) }
    }

    func page(_ number: UInt32) throws(UnreadablePages) -> TreePage {
        try TreePage(PageBytes(number, of: image))
    }

    private mutating func read(_ root: UInt32) throws(UnreadablePages) {
        let tree = Int32(rows.count)
        rows.append([])
        var level = root == 0 ? [] : [root]
        while let first = level.first {
            for page in level {
                let index = Int(page) - 1
                guard trees.indices.contains(index), trees[index] == 0 else {
                    throw UnreadablePages()
                }
                trees[index] = tree
            }
            // All leaves are equally far from the root.
            let kind = try page(first).kind
            if kind.hasRows { rows[Int(tree)] += level }
            guard kind.isInterior else { return }
            var next: [UInt32] = []
            for number in level {
                let page = try page(number)
                guard page.kind == kind else { throw UnreadablePages() }
                next += try page.children()
            }
            level = next
        }
    }
}
