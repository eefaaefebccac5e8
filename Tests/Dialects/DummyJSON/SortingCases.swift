import MockPostlyNouns
import Testing

/// A list to sort, and the order that Node 20 gives it with the original's comparator.
struct SortingCase: Sendable, CustomTestStringConvertible {
    /// What the member `v` of record `id` is; nothing where it has none.
    enum Member: String {
        case numbers, fractions, letters, flags, beyond, tags, objects, missing, holes, mixed
        case nothing

        private static let someFractions = ["1.5", "-0.5", "1e21", "0", "-2", "3e-7"]
        private static let someLetters = ["b", "B", "a", "A", "ab", ""]
        // One above U+FFFF, and what stands behind it in UTF-16.
        private static let someBeyond = ["\u{1F600}", "\u{FF5E}", "é", "e", "z\u{E000}"]
        private static let someTags = [#"["a","b"]"#, #"["b"]"#, #"["a"]"#, "[]", #"["a","b"]"#]
        private static let someMixed = [
            "1", #""1""#, "null", "true", "[1]", #"{"a":1}"#, #""x""#, "0.5",
        ]

        func value(_ id: Int) -> String? {
            switch self {
            case .numbers: "\(id * 7 % 5)"
            case .fractions: Self.someFractions[id % 6]
            case .letters: "\"\(Self.someLetters[id * 5 % 6])\""
            case .flags: id % 3 == 0 ? "true" : "false"
            case .beyond: "\"\(Self.someBeyond[id * 3 % 5])\""
            case .tags: Self.someTags[id * 2 % 5]
            case .objects: #"{"n":\#(id % 4)}"#
            case .missing: id * 7 % 11 < 6 ? "\"B\(id * 13 % 17)\"" : nil
            case .holes: id % 4 == 1 ? nil : "\(id % 6)"
            case .mixed: Self.someMixed[id * 3 % 8]
            case .nothing: nil
            }
        }

        func records(_ count: Int) -> [Document] {
            let texts = (1...count).map { id in
                #"{"id":\#(id)"# + (value(id).map { #","v":\#($0)"# } ?? "") + "}"
            }
            return DocumentSet.of([.quotes: texts.joined(separator: ",")]).documents(.quotes)
        }
    }

    var member: Member
    var isDescending: Bool
    /// Of the orders of 90 and of 200 records.
    var fingerprints: [UInt32]
    /// The order of 20 records.
    var order: [Int64]

    init(
        _ member: Member,
        isDescending: Bool,
        _ ninety: UInt32,
        _ twoHundred: UInt32,
        _ order: [Int64]
    ) {
        self.member = member
        self.isDescending = isDescending
        fingerprints = [ninety, twoHundred]
        self.order = order
    }

    var testDescription: String { "\(member) \(isDescending ? "desc" : "asc")" }

    static let all: [SortingCase] = [
        SortingCase(
            .numbers,
            isDescending: false,
            2_914_393_409,
            2_057_881_460,
            [
                5, 10, 15, 20, 3, 8, 13, 18, 1, 6, 11, 16, 4, 9, 14, 19, 2, 7, 12, 17,
            ]
        ),
        SortingCase(
            .numbers,
            isDescending: true,
            1_735_159_105,
            3_289_761_652,
            [
                2, 7, 12, 17, 4, 9, 14, 19, 1, 6, 11, 16, 3, 8, 13, 18, 5, 10, 15, 20,
            ]
        ),
        SortingCase(
            .fractions,
            isDescending: false,
            2_247_173_115,
            1_834_059_840,
            [
                4, 10, 16, 1, 7, 13, 19, 3, 9, 15, 5, 11, 17, 6, 12, 18, 2, 8, 14, 20,
            ]
        ),
        SortingCase(
            .fractions,
            isDescending: true,
            2_690_827_365,
            4_119_523_520,
            [
                2, 8, 14, 20, 6, 12, 18, 5, 11, 17, 3, 9, 15, 1, 7, 13, 19, 4, 10, 16,
            ]
        ),
        SortingCase(
            .letters,
            isDescending: false,
            2_332_951_461,
            2_913_862_404,
            [
                1, 7, 13, 19, 3, 9, 15, 5, 11, 17, 4, 10, 16, 2, 8, 14, 20, 6, 12, 18,
            ]
        ),
        SortingCase(
            .letters,
            isDescending: true,
            3_547_511_611,
            1_725_918_716,
            [
                6, 12, 18, 2, 8, 14, 20, 4, 10, 16, 5, 11, 17, 3, 9, 15, 1, 7, 13, 19,
            ]
        ),
        SortingCase(
            .flags,
            isDescending: false,
            1_158_260_619,
            1_801_849_094,
            [
                1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 3, 6, 9, 12, 15, 18,
            ]
        ),
        SortingCase(
            .flags,
            isDescending: true,
            3_075_714_699,
            3_866_281_862,
            [
                3, 6, 9, 12, 15, 18, 1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20,
            ]
        ),
        SortingCase(
            .beyond,
            isDescending: false,
            3_564_528_961,
            2_335_262_580,
            [
                1, 6, 11, 16, 3, 8, 13, 18, 4, 9, 14, 19, 5, 10, 15, 20, 2, 7, 12, 17,
            ]
        ),
        SortingCase(
            .beyond,
            isDescending: true,
            3_833_472_321,
            3_926_738_804,
            [
                2, 7, 12, 17, 5, 10, 15, 20, 4, 9, 14, 19, 3, 8, 13, 18, 1, 6, 11, 16,
            ]
        ),
        SortingCase(
            .tags,
            isDescending: false,
            3_308_399_363,
            719_982_172,
            [
                19, 14, 9, 4, 16, 11, 6, 1, 20, 17, 15, 12, 10, 7, 5, 2, 18, 13, 8, 3,
            ]
        ),
        SortingCase(
            .tags,
            isDescending: true,
            1_772_769_795,
            1_316_617_820,
            [
                18, 13, 8, 3, 20, 17, 15, 12, 10, 7, 5, 2, 16, 11, 6, 1, 19, 14, 9, 4,
            ]
        ),
        SortingCase(
            .objects,
            isDescending: false,
            3_661_505_043,
            736_029_596,
            [
                20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1,
            ]
        ),
        SortingCase(
            .objects,
            isDescending: true,
            3_661_505_043,
            736_029_596,
            [
                20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1,
            ]
        ),
        SortingCase(
            .missing,
            isDescending: false,
            3_673_485_021,
            3_727_137_912,
            [
                10, 18, 5, 13, 8, 16, 7, 11, 19, 3, 4, 2, 1, 6, 9, 12, 14, 15, 17, 20,
            ]
        ),
        SortingCase(
            .missing,
            isDescending: true,
            354_567_301,
            3_459_168_806,
            [
                19, 11, 16, 18, 3, 4, 6, 9, 12, 14, 15, 17, 20, 2, 7, 8, 13, 5, 10, 1,
            ]
        ),
        SortingCase(
            .holes,
            isDescending: false,
            4_060_360_515,
            76_066_430,
            [
                6, 12, 18, 7, 19, 5, 9, 13, 17, 2, 8, 14, 20, 3, 15, 4, 10, 16, 11, 1,
            ]
        ),
        SortingCase(
            .holes,
            isDescending: true,
            1_736_864_769,
            1_473_774_452,
            [
                11, 10, 16, 15, 20, 19, 9, 17, 8, 14, 7, 6, 5, 13, 4, 3, 2, 12, 18, 1,
            ]
        ),
        SortingCase(
            .mixed,
            isDescending: false,
            3_661_505_043,
            736_029_596,
            [
                20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1,
            ]
        ),
        SortingCase(
            .mixed,
            isDescending: true,
            4_022_566_763,
            1_424_856_520,
            [
                9, 17, 8, 16, 2, 10, 18, 15, 7, 20, 19, 12, 11, 4, 3, 1, 5, 13, 6, 14,
            ]
        ),
        SortingCase(
            .nothing,
            isDescending: false,
            2_414_710_221,
            1_476_506_852,
            [
                1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
            ]
        ),
        SortingCase(
            .nothing,
            isDescending: true,
            2_414_710_221,
            1_476_506_852,
            [
                1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
            ]
        ),
    ]
}
