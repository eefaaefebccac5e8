internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns

/// `/carts`, and the carts of a user.
enum Carts {
    static func list(_: Request, _ call: Call) throws -> Response {
        try call.page(.carts, call.documents.all(.carts))
    }

    static func show(_: Request, _ call: Call) throws -> Response {
        call.whole(try call.plain(.carts, call.parameter("id")))
    }

    static func ofUser(_: Request, _ call: Call) throws -> Response {
        let user = try call.verified(.users, .string(call.parameter("userId")))
        return try call.page(.carts, call.all(.carts, of: user))
    }

    /// A new cart; its products are in the order of the catalogue, not of the request.
    static func add(_: Request, _ call: Call) throws -> Response {
        let user = try call.verified(.users, call.body["userId"])
        let sent = try sentProducts(call)
        guard !sent.isEmpty else { throw Failure(400, "products can not be empty") }
        let ids = Set(try sent.map { try property("id", of: $0).number })
        let chosen = call.documents.all(.products).filter { ids.contains(Double($0.id)) }
        // The quantities are taken by position, whatever the ids in the request are.
        let lines = chosen.enumerated().map { place, product in
            let quantity = place < sent.count ? sent[place]["quantity"] : .undefined
            return CartLine(product, .undefined, quantity: quantity.isTrue ? quantity.number : 1)
        }
        let cart = Cart(id: call.newID(.carts), userID: user.id, lines: lines)
        try call.store(.carts, id: cart.id) {
            cart.writeMembers(&$0, .upstream, form: call.storedLine)
        }
        return .json(call.api.isLegacy ? 200 : 201) {
            cart.write(&$0, call.links, form: call.answeredLine)
        }
    }

    /// Replaces the products of a cart; with `merge` they are added to those of the cart.
    static func update(_: Request, _ call: Call) throws -> Response {
        let cart = try call.edited(.carts)
        let userID = call.body["userId"]
        let user = userID.isTrue ? try call.verified(.users, userID) : nil
        var wanted = CartWishes()
        if call.body["merge"].isTrue {
            for line in cart["products"]?.elements ?? [] { wanted.set(Self.wish(for: line)) }
        }
        for product in try sentProducts(call) {
            _ = try property("id", of: product)
            wanted.set(product)
        }
        let lines = wanted.all.compactMap { wish -> CartLine? in
            let id = Int64(exactly: wish["id"].number)
            return id.flatMap { call.documents.find(.products, $0) }.map { CartLine($0, wish) }
        }
        let changed = Cart(
            id: cart.id,
            userID: user?.id ?? cart["userId"]?.int ?? 0,
            lines: lines
        )
        try call.store(.carts, id: cart.id) {
            changed.writeMembers(&$0, .upstream, form: call.storedLine)
        }
        return .json { changed.write(&$0, call.links, form: call.answeredLine) }
    }

    static func delete(_: Request, _ call: Call) throws -> Response {
        try call.deleted(.carts, try call.plain(.carts, call.parameter("id")))
    }

    /// A stored line in the form of a request.
    ///
    /// Its picture is taken from the catalogue, where the places of links are known.
    private static func wish(for line: JSONValue) -> JSValue {
        guard case .object(var wish) = JSValue(line, rounding: true) else { return .undefined }
        wish["thumbnail"] = .undefined
        return .object(wish)
    }

    /// The `products` of the request: an array, or nothing at all.
    private static func sentProducts(_ call: Call) throws(Failure) -> [JSValue] {
        guard call.body.has("products") else { return [] }
        guard case .array(let products) = call.body["products"] else {
            throw Failure(
                400,
                "products must be array of objects, containing product id and quantity"
            )
        }
        return products
    }

    /// A property of a value, with JavaScript's error for `null` and `undefined`.
    private static func property(_ name: String, of value: JSValue) throws(Failure) -> JSValue {
        guard !value.isNullish else { throw .cannotRead(name, of: value.text) }
        return value[name]
    }
}

/// The products that a cart shall contain: each once, at the position where it was first named.
private struct CartWishes {
    private(set) var all: [JSValue] = []
    private var places: [Key: Int] = [:]

    /// The number 1 and the text "1" are two different keys.
    private struct Key: Hashable {
        var isText: Bool
        var text: String
    }

    mutating func set(_ product: JSValue) {
        let id = product["id"]
        let key = Key(isText: id.string != nil, text: id.text)
        if let place = places[key] {
            all[place] = product
        } else {
            places[key] = all.count
            all.append(product)
        }
    }
}

/// One product in a cart, with its quantity and price.
private struct CartLine {
    let product: Document
    /// The members from the request, which replace those of the catalogue.
    let sent: JSValue
    let quantity: Double
    /// Price times quantity.
    let total: Double
    /// ``total`` less the discount, rounded to a whole number.
    let discounted: Double

    /// A line of an edited cart.
    init(_ product: Document, _ sent: JSValue) {
        let quantity = sent["quantity"]
        let number = if case .undefined = quantity { 1.0 } else { quantity.number }
        self.init(product, sent, quantity: number.isNaN ? 1 : number)
    }

    init(_ product: Document, _ sent: JSValue, quantity: Double) {
        self.product = product
        self.sent = sent
        self.quantity = quantity
        let number = { (name: String) -> Double in
            if case .undefined = sent[name] {
                return product[name].map { JSValue($0, rounding: true).number } ?? .nan
            }
            return sent[name].number
        }
        total = number("price") * quantity
        let share = (100 - number("discountPercentage")) / 100
        // As JavaScript's `Math.round`: a half is rounded up.
        let exact = total * share
        let whole = exact.rounded(.down)
        discounted = exact - whole < 0.5 ? whole : exact.rounded(.up)
    }

    /// The form of lines: stored carts, responses to writes and the legacy era differ in it.
    struct Form {
        var discounted: StaticString
        var hasThumbnail: Bool
    }

    func write(_ json: inout JSONWriter, _ links: LinkBase, form: Form) {
        json.beginObject()
        // A number, whatever the request had: it named this product.
        json.field("id", product.id)
        member("title", to: &json, links: links)
        member("price", to: &json, links: links)
        json.field("quantity", quantity)
        json.field("total", total)
        member("discountPercentage", to: &json, links: links)
        json.field(form.discounted, discounted)
        if form.hasThumbnail { member("thumbnail", to: &json, links: links) }
        json.endObject()
    }

    private func member(_ name: StaticString, to json: inout JSONWriter, links: LinkBase) {
        if case .undefined = sent["\(name)"] { return json.stored(name, of: product, links) }
        json.key(name)
        sent["\(name)"].write(&json)
    }
}

/// A cart as a write returns it.
private struct Cart {
    let id: Int64
    let userID: Int64
    let lines: [CartLine]

    func write(_ json: inout JSONWriter, _ links: LinkBase, form: CartLine.Form) {
        json.beginObject()
        json.field("id", id)
        writeMembers(&json, links, form: form)
        json.endObject()
    }

    func writeMembers(_ json: inout JSONWriter, _ links: LinkBase, form: CartLine.Form) {
        json.key("products")
        json.beginArray()
        for line in lines { line.write(&json, links, form: form) }
        json.endArray()
        json.field("total", lines.reduce(0) { $0 + $1.total })
        json.field("discountedTotal", lines.reduce(0) { $0 + $1.discounted })
        json.field("userId", userID)
        json.field("totalProducts", lines.count)
        json.field("totalQuantity", lines.reduce(0) { $0 + $1.quantity })
    }
}

extension Call {
    /// The form of lines in responses to writes.
    fileprivate var answeredLine: CartLine.Form {
        CartLine.Form(discounted: "discountedPrice", hasThumbnail: !api.isLegacy)
    }

    /// The form of lines in stored carts, which is that of the seed.
    fileprivate var storedLine: CartLine.Form {
        guard !api.isLegacy else { return answeredLine }
        return CartLine.Form(discounted: "discountedTotal", hasThumbnail: true)
    }
}
