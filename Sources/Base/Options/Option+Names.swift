extension Option {
    /// The variable of its former name; nil for none.
    package var formerVariable: String? { formerName.flatMap { variable(of: $0) } }

    /// The flag of its former name, with dashes; nil for none.
    package var formerFlag: String? { hasFlag ? formerName.map { "--\($0)" } : nil }

    /// The variable of an option that is called `name` and may be given where this one may.
    func variable(of name: String) -> String? {
        if case .commandLine = reach { return nil }
        return "MOCKPOSTLY_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
    }
}
