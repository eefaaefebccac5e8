/// The part of a list that the values of a path ask for.
struct Paging: Equatable {
    /// The size of a page when the path does not say it.
    private static let usual: Int64 = 10
    private static let most: Int64 = 1000

    let limit: Int64
    let offset: Int64

    /// Reads `per_page` and `page_number`, in a list of `total` elements.
    ///
    /// A page has ten elements when the path does not say, and 1000 at most; one beyond the last is
    /// the first one, so that no screen is empty because the client has exchanged the two numbers.
    /// The app always asks for page 1 of 10 and has no way to get another one: that page is the
    /// whole list.
    init(_ values: PathValues, total: Int64) {
        let asked = values.number("per_page") ?? 0
        let size = asked > 0 ? min(asked, Self.most) : Self.usual
        let pages = (total + size - 1) / size
        let number = values.number("page_number") ?? 1
        let page = (1...max(pages, 1)).contains(number) ? number : 1
        let isWhole = page == 1 && size == Self.usual
        limit = isWhole ? total : size
        offset = (page - 1) * size
    }
}
