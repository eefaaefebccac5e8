/// A kind of record of the DummyJSON API.
///
/// The raw value is stored in the database (column `kind`): kinds keep their positions.
package enum DocumentKind: Int, Sendable, CaseIterable {
    /// Eight, in the order of the files of the original.
    case posts, users, comments, todos, quotes, products, recipes, carts

    /// The word for it in paths, in the JSON of a page, and in file names: `posts`.
    ///
    /// Also the member of a page: `{"posts":[...],"total":251,"skip":0,"limit":30}`.
    package var name: StaticString {
        switch self {
        case .posts: "posts"
        case .users: "users"
        case .comments: "comments"
        case .todos: "todos"
        case .quotes: "quotes"
        case .products: "products"
        case .recipes: "recipes"
        case .carts: "carts"
        }
    }

    /// The word for one record in error messages: `Post`, `Todo`.
    ///
    /// As in DummyJSON's `Post with id '999' not found`.
    package var title: StaticString {
        switch self {
        case .posts: "Post"
        case .users: "User"
        case .comments: "Comment"
        case .todos: "Todo"
        case .quotes: "Quote"
        case .products: "Product"
        case .recipes: "Recipe"
        case .carts: "Cart"
        }
    }
}
