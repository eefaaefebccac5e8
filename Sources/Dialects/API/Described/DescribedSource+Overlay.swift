extension DescribedSource {
    /// The guess as an overlay file, in YAML.
    package var overlayText: String {
        var text = "# What was guessed; change what is wrong, and drop the rest.\n"
        let bases = table.baseTexts.filter { !$0.isEmpty }
        if let base = bases.first { text += "base: \(base)\n" }
        let listed = recognition.homes.filter { $0.isListed }
        if !listed.isEmpty { text += "collections:\n" }
        for home in listed {
            var members: [String] = []
            if let id = home.id { members.append("id: \(id)") }
            let place = recognition.homes.firstIndex { $0.name == home.name }
            let plans = recognition.plans.filter { $0.home == place }
            if let array = plans.first(where: { $0.role == .list })?.array, !array.isEmpty {
                members.append("array: \(array.joined(separator: "."))")
            }
            if let wrapper = plans.first(where: { $0.role == .read })?.wrapper, !wrapper.isEmpty {
                members.append("wrapper: \(wrapper.joined(separator: "."))")
            }
            text += "  \(Self.key(home.path.text)): {\(members.joined(separator: ", "))}\n"
        }
        let singletons = recognition.homes.filter { $0.isSingleton }
        if !singletons.isEmpty {
            text += "singletons:\n"
            for home in singletons { text += "  - \(Self.key(home.path.text))\n" }
        }
        return text
    }

    /// A path as YAML has it: quoted where a brace stands in it.
    private static func key(_ path: String) -> String {
        path.utf8.contains(UInt8(ascii: "{")) || path.utf8.contains(UInt8(ascii: ":"))
            ? "\"\(path)\"" : path
    }
}
