internal import MockPostlyNouns

extension UnicodeScenario {
    static let samples = [
        Sample("Zoë Łukasiewicz-Ó Briain", "Crème brûlée à la façon", "Größe, Straße, œuvre, ÅÄÖ."),
        // It looks the same as the next one, but has other bytes.
        Sample("Jos\u{65}\u{301}", "Cafe\u{301}", "The e and its accent are two characters."),
        Sample("Jos\u{E9}", "Caf\u{E9}", "The e with its accent is one character."),
        Sample("Ελένη", "Ὀδυσσεύς ΣΊΣΥΦΟΣ", "Σίγμα: ς at the end, σ elsewhere, Σ in capitals."),
        Sample("Злата", "Съешь же ещё этих булок", "Щипцы, объём, ґанок, Ђурађ."),
        Sample("王小明", "今天的天氣", "繁體與简体，標點「」、。𠮷野家的𠮷在擴充區。"),
        Sample("さくら", "桜の下で", "ひらがな、カタカナ、ｶﾀｶﾅ、漢字。か\u{3099}とが。"),
        Sample("김하늘", "\u{1112}\u{1161}\u{11AB}국어", "완성형 한글과 \u{1100}\u{1161} 조합형."),
        Sample("נועה", "שלום עולם", "עברית עם English באמצע, ו־123."),
        Sample("ليلى", "مرحبا بالعالم", "العربية ١٢٣ مع Latin في الوسط، وَتَشْكِيل."),
        Sample("नेहा", "नमस्ते दुनिया", "क्षत्रिय, र्‍य, ज्ञ, और ०१२३।"),
        Sample("தமிழ்", "வணக்கம்", "கொ, கௌ: vowels on both sides of their consonant."),
        Sample("น้ำฝน", "สวัสดีชาวโลก", "ภาษาไทยไม่มีช่องว่างระหว่างคำ"),
        Sample("አበበ", "ሰላም ለዓለም", "ግዕዝ ፡ ፊደል ።"),
        Sample("ᏣᎳᎩ", "ᎣᏏᏲ ꭰꮞ", "A script whose small letters came later: Ꭰ and ꭰ."),
        Sample(
            "👩‍👩‍👧‍👦 Family",
            "🏳️‍🌈 👍🏽 🇪🇺 1️⃣ 🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
            "One sign, many characters: 👩🏿‍🚀 👨‍❤️‍👨 🧑‍🦽‍➡️ and half of one: 👩‍ 🇪"
        ),
        Sample(
            "Z\u{334}\u{322}a\u{337}\u{341}l\u{335}\u{354}g\u{338}\u{31A}o\u{334}",
            "S\u{30A}\u{323}\u{307} stacked" + String(repeating: "\u{301}", count: 40),
            "A letter with" + String(repeating: "\u{300}", count: 200) + " two hundred accents."
        ),
        Sample(
            "A\u{200B}d\u{200C}a\u{200D}\u{2060}",
            "\u{FEFF}zero\u{200B}width\u{00AD}",
            "Soft\u{00AD}hyphen, zero\u{200B}width, joiner\u{200D}, mark\u{FEFF}, no\u{00A0}break."
        ),
        Sample(
            "\u{202E}desrever\u{202C}",
            "\u{2067}abc\u{2069} \u{202B}def\u{202C}",
            "invoice\u{202E}fdp.exe\u{202C} and isolates \u{2066}א\u{2069}."
        ),
        Sample(
            "<b onmouseover=\"alert(1)\">Bold</b>",
            "<script>alert('title')</script>",
            "&lt;p&gt; </textarea><img src=x onerror=alert(1)> <!-- ]]> {{7*7}} ${x} %0d%0a"
        ),
        Sample(
            "Robert'); DROP TABLE post;--",
            "' OR '1'='1",
            "\"; SELECT * FROM user; /* \\' \\\" */ %_ LIKE 100%"
        ),
        Sample("null", "undefined", "NaN true false None -0 1e999 0x10 \\u0041 \\n"),
        Sample("", "", ""),
        Sample(
            "   ",
            " leading and trailing ",
            "\t tab, \r\n both ends, \u{2028}\u{2029} and \u{85} "
        ),
        Sample("İıIi ſß ﬁ Å", "Kelvin İstanbul ﬀ Ǆ", "Case has exceptions: İ ı ſ ß ẞ ﬁ ǅ Ω."),
        Sample("Ｆｕｌｌ　Ｗｉｄｔｈ", "①② ㍿ ½ ﷽", "Compatibility: ℌ 𝕳 𝟙 ﹏ ー"),
        Sample(
            "\u{10FFFF}\u{FFFE}\u{FFFF}",
            "\u{0}\u{1}\u{1F}\u{7F}\u{9F}",
            "Controls and no characters: \u{0} \u{7} \u{1B}[31m \u{FFFD} \u{E000} \u{10FFFF}"
        ),
        Sample("𓀀𒀀𐎀", "𝔘𝔫𝔦𝔠𝔬𝔡𝔢", "Beyond the first 65,536: 𓀀 𒀀 𐎀 𐌰 🜁"),
        Sample(String(repeating: "Long ", count: 50) + "Name", "Long name", "See the author."),
    ].map { sample in
        // The feed rejects blank texts.
        sample.content.isBlank ? Sample(sample.name, sample.title, ".") : sample
    }

    /// Titles and contents at the limits of what is allowed.
    static let edges: [(String, String)] = [
        ("a", "b"),
        ("-", "The title is a hyphen."),
        ("Same Slug", "The first of three."),
        ("same slug", "The second of three."),
        ("SAME  slug", "Two spaces make two hyphens."),
        ("...!?", "The slug is empty."),
        ("!?!...", "Empty once more."),
        ("A line\nbreak", "In the title."),
        (String(repeating: "w", count: 255), "A word of 255 letters."),
        (String(repeating: "字", count: 255), "A title of 765 bytes."),
        (String(repeating: "many words ", count: 100), "A title of 1,100 characters."),
        ("A word without end", String(repeating: "Donau", count: 4_000)),
        ("A long text", String(repeating: "Twenty characters ok ", count: 5_000)),
        ("Many paragraphs", String(repeating: "P.\n\n", count: 500) + "End."),
        ("Only blank lines", "\n\n\n\n\n\n"),
        ("499 words", String(repeating: "word ", count: 499)),
        ("500 words", String(repeating: "word ", count: 500)),
        ("501 words", String(repeating: "word ", count: 501)),
        ("Ideographic\u{3000}space", String(repeating: "字\u{3000}", count: 500)),
        ("Emoji only", String(repeating: "👨‍👩‍👧", count: 300)),
        ("An empty content", ""),
    ]
}
