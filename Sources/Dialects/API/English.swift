/// The singular and the plural of English nouns, as names of collections have them.
///
/// `categories` and `category`, `people` and `person`. Of names of several words, such as
/// `seed-orders` and `blogPosts`, the last one changes. Case makes no difference to the rules.
/// The results are those of the library pluralize 8 for the words that APIs use.
enum English {
    /// The plural of `word`; a plural stays as it is.
    static func plural(_ word: String) -> String { changed(word, by: pluralRules) }

    /// The singular of `word`; a singular stays as it is.
    static func singular(_ word: String) -> String { changed(word, by: singularRules) }

    /// A noun with its article: `a post`, `an event`.
    static func one(_ noun: String) -> String {
        let takesN = noun.utf8.first.map { "AEIOaeio".utf8.contains($0) } ?? false
        return (takesN ? "an " : "a ") + noun
    }

    /// An ending that becomes another one.
    fileprivate struct Rule {
        var ending: [UInt8]
        var other: [UInt8]
        /// The letters of which one must stand before the ending; empty for any or none.
        var after: [UInt8] = []
        /// Whether they are those that must not stand there.
        var isContrary = false
    }

    /// Words that are both, also at the end of longer ones.
    private static let unchanged = [
        "news", "series", "species", "sheep", "fish", "equipment", "information", "money", "rice",
        "deer", "software", "hardware", "traffic", "music", "advice", "luggage", "furniture",
        "feedback", "research", "pokemon", "moose", "police", "shrimp", "mud", "wildlife",
        "aircraft", "chassis", "headquarters", "diabetes",
    ].map { Array($0.utf8) }

    /// Singular and plural of words that follow no rule, or of the ends of such words.
    private static let pairs = words.map { (one: Array($0.utf8), many: Array($1.utf8)) }
    private static let words: [(String, String)] = [
        ("person", "people"), ("child", "children"), ("woman", "women"), ("man", "men"),
        ("mouse", "mice"), ("louse", "lice"), ("tooth", "teeth"), ("foot", "feet"),
        ("goose", "geese"), ("quiz", "quizzes"), ("datum", "data"),
        ("medium", "media"), ("criterion", "criteria"), ("phenomenon", "phenomena"),
        ("curriculum", "curricula"), ("symposium", "symposia"), ("bacterium", "bacteria"),
        ("erratum", "errata"), ("addendum", "addenda"), ("stratum", "strata"),
        ("index", "indices"), ("vertex", "vertices"), ("matrix", "matrices"),
        ("appendix", "appendices"), ("codex", "codices"), ("leaf", "leaves"),
        ("knife", "knives"), ("wife", "wives"), ("life", "lives"), ("wolf", "wolves"),
        ("calf", "calves"), ("half", "halves"), ("shelf", "shelves"), ("self", "selves"),
        ("elf", "elves"), ("loaf", "loaves"), ("thief", "thieves"), ("scarf", "scarves"),
        ("hoof", "hooves"), ("hero", "heroes"), ("potato", "potatoes"), ("tomato", "tomatoes"),
        ("echo", "echoes"), ("veto", "vetoes"), ("torpedo", "torpedoes"), ("cargo", "cargoes"),
        ("alumnus", "alumni"), ("cactus", "cacti"), ("fungus", "fungi"), ("nucleus", "nuclei"),
        ("radius", "radii"), ("stimulus", "stimuli"), ("syllabus", "syllabi"),
        ("analysis", "analyses"), ("basis", "bases"), ("crisis", "crises"), ("axis", "axes"),
        ("thesis", "theses"), ("diagnosis", "diagnoses"), ("synopsis", "synopses"),
        ("testis", "testes"), ("movie", "movies"), ("cookie", "cookies"), ("pie", "pies"),
        ("tie", "ties"), ("lie", "lies"), ("zombie", "zombies"), ("selfie", "selfies"),
        ("calorie", "calories"), ("rookie", "rookies"), ("genie", "genies"), ("gas", "gases"),
        ("bus", "buses"), ("alias", "aliases"), ("atlas", "atlases"), ("canvas", "canvases"),
        ("status", "statuses"), ("virus", "viruses"), ("campus", "campuses"),
        ("bonus", "bonuses"), ("iris", "irises"), ("lens", "lenses"), ("menu", "menus"),
        ("abuse", "abuses"), ("cache", "caches"), ("shoe", "shoes"), ("axe", "axes"),
        ("use", "uses"), ("cause", "causes"), ("case", "cases"), ("base", "bases"),
    ]

    private static let vowels = Array("aeiou".utf8)

    private static let pluralRules: [Rule] =
        pairs.flatMap {
            [Rule(ending: $0.many, other: $0.many), Rule(ending: $0.one, other: $0.many)]
        }
        + [
            rule("ies", "ies"), rule("ses", "ses"), rule("xes", "xes"), rule("ches", "ches"),
            rule("shes", "shes"), rule("zzes", "zzes"), rule("ss", "sses"),
            rule("sis", "ses"), rule("us", "uses"), rule("s", "s"), rule("sh", "shes"),
            rule("ch", "ches"), rule("x", "xes"), rule("zz", "zzes"),
            Rule(
                ending: Array("y".utf8),
                other: Array("ies".utf8),
                after: vowels,
                isContrary: true
            ),
            rule("quy", "quies"), rule("", "s"),
        ]

    private static let singularRules: [Rule] =
        pairs.flatMap {
            [Rule(ending: $0.one, other: $0.one), Rule(ending: $0.many, other: $0.one)]
        }
        + [
            rule("ss", "ss"), rule("ies", "y"), rule("sses", "ss"), rule("ches", "ch"),
            rule("shes", "sh"), rule("xes", "x"), rule("zzes", "zz"), rule("uses", "us"),
            rule("us", "us"), rule("s", ""),
        ]

    private static func rule(_ ending: String, _ other: String) -> Rule {
        Rule(ending: Array(ending.utf8), other: Array(other.utf8))
    }

    private static func changed(_ word: String, by rules: [Rule]) -> String {
        let letters = Array(word.utf8)
        let small = letters.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
        guard let last = small.last, last < 0x80, !unchanged.contains(where: small.ends(in:)) else {
            return word
        }
        for rule in rules where small.ends(in: rule.ending) && rule.allows(small) {
            // What both endings have in common stays as it is spelled.
            let common = zip(rule.ending, rule.other).prefix { $0 == $1 }.count
            let kept = letters.dropLast(rule.ending.count - common)
            return String(decoding: kept + rule.other.dropFirst(common), as: UTF8.self)
        }
        return word
    }
}

extension English.Rule {
    /// Whether the letter before the ending is one that may stand there.
    fileprivate func allows(_ word: [UInt8]) -> Bool {
        guard !after.isEmpty else { return true }
        guard let before = word.dropLast(ending.count).last else { return isContrary }
        return after.contains(before) != isContrary
    }
}

extension [UInt8] {
    fileprivate func ends(in ending: [UInt8]) -> Bool { suffix(ending.count).elementsEqual(ending) }
}
