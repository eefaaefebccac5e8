package import MockPostlyJavaScript

extension Schema {
    /// A value that fits, by the words of the description where it has some.
    ///
    /// In this order: `const`, example, `default`, `enum`, format, pattern, the name of the member,
    /// the type. The same for the same drawing. Ends for a schema that contains itself; where it
    /// demands to contain itself without end, the value is null.
    ///
    /// - Parameters:
    ///   - drawing: decides which of the values that fit it is.
    ///   - name: of the member for which it is drawn; empty for a whole body.
    /// - Returns: a value that ``accepts(_:_:)``, unless the description contradicts itself.
    package func draw(_ drawing: Drawing, named name: String = "") -> JSValue {
        var drawer = Drawer(drawing, book)
        let spot = name.isEmpty ? Drawer.Spot() : Drawer.Spot().member(name)
        return drawer.value(of: self, at: spot) ?? .null
    }
}
