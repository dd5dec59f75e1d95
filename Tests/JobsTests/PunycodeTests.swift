import Testing

@testable import Jobs

@Suite struct PunycodeTests {
    /// RFC 3492, section 7.1, (A) to (S); letters of ASCII keep their case here.
    @Test(arguments: [
        ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"),
        ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
        ("他們爲什麽不說中文", "ihqwctvzc91f659drss3x8bo0yb"),
        ("Pro\u{10D}prost\u{11B}nemluv\u{ED}\u{10D}esky", "Proprostnemluvesky-uyb24dma41a"),
        ("למההםפשוטלאמדבריםעברית", "4dbcagdahymbxekheh6e0a7fei0b"),
        ("यहलोगहिन्दीक्योंनहींबोलसकतेहैं", "i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd"),
        ("なぜみんな日本語を話してくれないのか", "n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa"),
        (
            "세계의모든사람들이한국어를이해한다면얼마나좋을까",
            "989aomsvi5e83db1d2a355cv1e0vak1dwrv93d5xbh15a0dt30a5jpsd879ccm6fea98c"
        ),
        ("почемужеонинеговорятпорусски", "b1abfaaepdrnnbgefbadotcwatmq2g4l"),
        ("Porqu\u{E9}nopuedensimplementehablarenEspa\u{F1}ol", "PorqunopuedensimplementehablarenEspaol-fmd56a"),
        (
            "T\u{1EA1}isaoh\u{1ECD}kh\u{F4}ngth\u{1EC3}ch\u{1EC9}n\u{F3}iti\u{1EBF}ngVi\u{1EC7}t",
            "TisaohkhngthchnitingVit-kjcr8268qyxafd2f1b9g"
        ),
        ("3年B組金八先生", "3B-ww4c5e180e575a65lsy2b"),
        ("安室奈美恵-with-SUPER-MONKEYS", "-with-SUPER-MONKEYS-pc58ag80a8qai00g7n9n"),
        ("Hello-Another-Way-それぞれの場所", "Hello-Another-Way--fc4qua05auwb3674vfr0b"),
        ("ひとつ屋根の下2", "2-u9tlzr9756bt3uc0v"), ("MajiでKoiする5秒前", "MajiKoi5-783gue6qz075azm5e"),
        ("パフィーdeルンバ", "de-jg4avhby1noc0d"), ("そのスピードで", "d9juau41awczczp"), ("-> $1.00 <-", "-> $1.00 <--"),
        ("", ""), ("\u{10FFFF}", "dn32g"),
    ])
    func encodes(_ text: String, _ expected: String) {
        #expect(Punycode.encoded(Array(text.unicodeScalars)) == expected)
    }
}

@Suite struct HostNameTests {
    @Test(arguments: [
        ("A.example", "A.example"), ("bücher.example", "xn--bcher-kva.example"),
        ("BÜCHER.Example", "xn--bcher-kva.Example"),
        // Composed or not, the name is one.
        ("bu\u{308}cher.example", "xn--bcher-kva.example"), ("\u{1112}\u{1161}\u{11AB}.example", "xn--6q8b.example"),
        ("straße.example", "xn--strae-oqa.example"), ("STRAẞE.example", "xn--strae-oqa.example"),
        ("例え。テスト", "xn--r8jz45g.xn--zckzah"), ("παράδειγμα.δοκιμή", "xn--hxajbheg2az3al.xn--jxalpdlp"),
        ("i❤.ws", "xn--i-7iq.ws"), ("\u{212A}\u{E4}se.example", "xn--kse-qla.example"),
        ("\u{212A}.example", "k.example"),
        ("a..ü", "a..xn--tda"),
    ])
    func ascii(_ name: String, _ expected: String) {
        #expect(HostName.ascii(name) == expected)
    }

    @Test(arguments: [
        "ｆull.example", "a\u{200D}ü.example", "\u{301}ü.example", "ü–x.example", "ü-.example", "ü%.example",
        String(repeating: "ü", count: 60) + ".example", "ü\u{E000}.example",
    ])
    func noASCII(_ name: String) {
        #expect(HostName.ascii(name) == nil)
    }

    @Test(arguments: [
        ("a.example", nil), ("a.example.", nil), ("a_b.example", nil), ("xn--tda.example", nil), ("ü.example", nil),
        ("a..example", "has a dot too many"), (".example", "has a dot too many"), (".", "has a dot too many"),
        ("-a.example", "has a hyphen before or behind a dot"), ("a-.example", "has a hyphen before or behind a dot"),
        ("a%20b.example", "has characters that no name has"), ("a!.example", "has characters that no name has"),
        (
            String(repeating: "a", count: 64) + ".example",
            "is longer than a name may be (63 characters between dots, 253 in all)"
        ),
        (String(repeating: "a", count: 63) + ".example", nil),
        (
            String(repeating: "a.", count: 127) + "example",
            "is longer than a name may be (63 characters between dots, 253 in all)"
        ),
    ])
    func fault(_ name: String, _ expected: String?) {
        #expect(HostName.fault(name) == expected)
    }

    @Test(arguments: [
        ("localhost", HostReach.own), ("LOCALHOST.", .own), ("shop.localhost", .own), ("127.0.0.1", .own),
        ("127.255.255.255", .own), ("0.0.0.0", .own), ("[::1]", .own), ("[::]", .own), ("[::ffff:127.0.0.1]", .own),
        ("nas", .oneNetwork), ("nas.local", .oneNetwork), ("NAS.Local.", .oneNetwork), ("a.internal", .oneNetwork),
        ("a.home.arpa", .oneNetwork), ("10.1.2.3", .oneNetwork), ("172.16.0.1", .oneNetwork),
        ("172.31.255.255", .oneNetwork), ("192.168.0.1", .oneNetwork), ("169.254.1.1", .oneNetwork),
        ("100.64.0.1", .oneNetwork), ("[fd00::1]", .oneNetwork), ("[FC00::]", .oneNetwork),
        ("[fe80::1%25eth0]", .oneNetwork),
        ("[::ffff:10.0.0.1]", .oneNetwork), ("[0:0:0:0:0:ffff:c0a8:1]", .oneNetwork),
        ("a.example", .everywhere), ("local.example", .everywhere), ("xlocal.example", .everywhere),
        ("172.32.0.1", .everywhere),
        ("172.15.0.1", .everywhere), ("11.0.0.1", .everywhere), ("[2001:db8::1]", .everywhere),
        ("[1:2:3:4:5:6:7:8]", .everywhere), ("[fec0::1]", .everywhere), ("1a.example", .everywhere),
        ("256.1.1.1", .nowhere), ("1.2.3", .nowhere), ("1.2.3.4.5", .nowhere), ("192.168.01.1", .nowhere),
        ("1", .nowhere),
        ("a.7", .nowhere), ("0x7f.1", .nowhere), ("a.0x1", .nowhere), ("[]", .nowhere), ("[:]", .nowhere),
        ("[1::2::3]", .nowhere),
        ("[1:2:3:4:5:6:7]", .nowhere), ("[1:2:3:4:5:6:7:8:9]", .nowhere), ("[1:2:3:4:5:6:7::8]", .nowhere),
        ("[1:2:3:4:5:6::8]", .everywhere),
        ("[1:2:3:4:5:6:7:8::]", .nowhere), ("[12345::]", .nowhere), ("[g::]", .nowhere), ("[:::]", .nowhere),
        ("[1.2.3.4::]", .nowhere), ("[v1.a]", .nowhere),
    ])
    func reach(_ host: String, _ expected: HostReach) {
        #expect(HostReach(of: host) == expected)
    }
}
