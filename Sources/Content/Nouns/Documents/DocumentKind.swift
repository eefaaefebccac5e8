/// A kind of record of the DummyJSON API, and the name of its file.
package enum DocumentKind: Int, Sendable, CaseIterable {
    case posts, users, comments, todos, quotes, products, recipes, carts

    /// The word in paths, in page objects and in file names.
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

    /// What one is called in refusals: `Post`, `Todo`.
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
