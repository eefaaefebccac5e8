internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns

/// `/products`: products of the shop, their categories and searches.
enum Products {
    /// The members that a write reads, in the order of its response.
    private static let written: [StaticString] = [
        "title", "price", "discountPercentage", "stock", "rating", "images", "thumbnail",
        "description", "brand", "category",
    ]

    private static let writtenBefore = written.filter { "\($0)" != "discountPercentage" }

    private static func written(_ call: Call) -> [StaticString] {
        call.api.isLegacy ? writtenBefore : written
    }

    static func list(_: Request, _ call: Call) throws -> Response {
        try call.page(.products, call.documents.all(.products), options: .everything)
    }

    static func search(_: Request, _ call: Call) throws -> Response {
        try call.found(.products)
    }

    static func show(_: Request, _ call: Call) throws -> Response {
        call.selected(try call.plain(.products, call.parameter("id")))
    }

    /// The categories as an array of slugs.
    static func categoryList(_: Request, _ call: Call) throws -> Response {
        call.texts(categories(call))
    }

    /// The categories with name and link.
    static func categories(_: Request, _ call: Call) throws -> Response {
        // In the legacy era categories had neither names nor links.
        guard !call.api.isLegacy else { return call.texts(categories(call)) }
        return call.slugs(categories(call), at: "/products/category/")
    }

    private static func categories(_ call: Call) -> [String] {
        distinct(call.documents.all(.products).compactMap { $0["category"]?.string })
    }

    /// The products of a category, in any case; an unknown category gives an empty page, not a 404.
    static func ofCategory(_: Request, _ call: Call) throws -> Response {
        let wanted = call.parameter("category").lowercased()
        let products = call.documents.all(.products).filter {
            $0["category"]?.string?.lowercased() == wanted
        }
        return try call.page(.products, products, options: .everything)
    }

    /// Adds a product; nothing in the body is checked or required.
    static func add(_: Request, _ call: Call) throws -> Response {
        let (id, response) = call.added(.products, written(call))
        try call.store(.products, id: id) { json in
            let body = call.body
            for name in ["title", "description", "category"] as [StaticString] {
                json.member(name, body["\(name)"], or: .string(""))
            }
            for name in ["price", "discountPercentage", "rating", "stock"] as [StaticString] {
                json.member(name, body["\(name)"], or: .number(0))
            }
            json.key("tags")
            json.beginArray()
            json.endArray()
            if body.has("brand") { json.member("brand", body["brand"], or: .null) }
            json.member("images", body["images"], or: .array([]))
            json.member("thumbnail", body["thumbnail"], or: .string(""))
        }
        return response
    }

    static func update(_: Request, _ call: Call) throws -> Response {
        let product = try call.edited(.products)
        let (members, response) = call.edited(product, written(call))
        try call.store(.products, product, replacing: members)
        return response
    }

    static func delete(_: Request, _ call: Call) throws -> Response {
        try call.deleted(.products, try call.plain(.products, call.parameter("id")))
    }
}

/// `/recipes`: recipes, and lists of them by tag and by meal.
enum Recipes {
    /// The members that a write reads, in the order of its response.
    private static let written: [StaticString] = [
        "name", "ingredients", "instructions", "prepTimeMinutes", "cookTimeMinutes", "servings",
        "difficulty", "cuisine", "caloriesPerServing", "tags", "userId", "image", "rating",
        "reviewCount", "mealType",
    ]

    static func list(_: Request, _ call: Call) throws -> Response {
        try call.page(.recipes, call.documents.all(.recipes), options: .everything)
    }

    static func search(_: Request, _ call: Call) throws -> Response {
        try call.found(.recipes)
    }

    static func show(_: Request, _ call: Call) throws -> Response {
        call.selected(try call.plain(.recipes, call.parameter("id")))
    }

    static func tags(_: Request, _ call: Call) throws -> Response {
        call.texts(distinct(call.documents.all(.recipes).flatMap { $0.texts("tags") }))
    }

    static func tagged(_: Request, _ call: Call) throws -> Response {
        let recipes = call.documents.all(.recipes).having(call.parameter("tag"), in: "tags")
        return try call.page(.recipes, recipes, options: .everything)
    }

    static func ofMeal(_: Request, _ call: Call) throws -> Response {
        let recipes = call.documents.all(.recipes).having(call.parameter("meal"), in: "mealType")
        return try call.page(.recipes, recipes, options: .everything)
    }

    static func add(_: Request, _ call: Call) throws -> Response {
        // The only add with status 200 instead of 201.
        let (id, response) = call.added(.recipes, written, status: 200)
        try call.store(.recipes, id: id) { json in
            for name in written {
                json.member(name, call.body["\(name)"], or: emptyValue(of: "\(name)"))
            }
        }
        return response
    }

    /// The value of a member that was not sent.
    private static func emptyValue(of name: String) -> JSValue {
        switch name {
        case "ingredients", "instructions", "tags", "mealType": .array([])
        case "name", "difficulty", "cuisine", "image": .string("")
        default: .number(0)
        }
    }

    static func update(_: Request, _ call: Call) throws -> Response {
        let recipe = try call.edited(.recipes)
        let (members, response) = call.edited(recipe, written)
        try call.store(.recipes, recipe, replacing: members)
        return response
    }

    static func delete(_: Request, _ call: Call) throws -> Response {
        try call.deleted(.recipes, try call.plain(.recipes, call.parameter("id")))
    }
}
