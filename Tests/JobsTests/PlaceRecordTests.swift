import NDEF
import Tags
import Testing

@testable import Jobs

@Suite struct PlaceRecordTests {
    static let good: [(String, KeyValuePairs<String, String>, String)] = [
        ("48.2082,16.3738", [:], "geo:48.2082,16.3738"),
        (" 48.2082 , +16.3738 ", [:], "geo:48.2082,16.3738"),
        ("geo:-33.8568,151.2153", [:], "geo:-33.8568,151.2153"),
        ("GEO:48.2082,16.3738,151", [:], "geo:48.2082,16.3738,151"),
        ("geo:48.2082,16.3738;u=35", [:], "geo:48.2082,16.3738;u=35"),
        ("geo:48.2082,16.3738?z=11", [:], "geo:48.2082,16.3738?z=11"),
        ("90.0,-180", [:], "geo:90.0,-180"),
        ("48.208200000000001,16.3738", [:], "geo:48.208200000000001,16.3738"),
        ("", ["latitude": "48.2082", "longitude": " 16.3738"], "geo:48.2082,16.3738"),
        ("", ["longitude": "16.3738", "altitude": "-3.5", "latitude": "48"], "geo:48,16.3738,-3.5"),
        (
            "48.2082,16.3738", ["query": "Tür 5 (Hof) & Co"],
            "geo:48.2082,16.3738?q=T%C3%BCr%205%20%28Hof%29%20%26%20Co"
        ),
    ]

    @Test(arguments: good.indices)
    func written(_ index: Int) throws {
        let (value, fields, uri) = Self.good[index]
        let built = linkRecord(.geo, value, fields)
        #expect(built.findings.isEmpty)
        #expect(!built.hasErrors)
        #expect(built.summary == uri)
        #expect(try built.records.map { try URIRecord(decoding: $0).uri } == [uri])
    }

    /// `geo:` has no prefix code (RTD URI 1.0, table 3).
    @Test func bytes() throws {
        let message = try Message(linkRecord(.geo, "48.2,16.3").records).encoded()
        #expect(message.hex == "D1010E550067656F3A34382E322C31362E33")
    }

    @Test func wholeNumbersMayBeADecimalComma() {
        let built = linkRecord(.geo, "48,137")
        #expect(
            findings(built) == [
                "geo-whole: \"48,137\" is read as latitude 48 and longitude 137; a decimal is written with a point"
            ])
        #expect(built.summary == "geo:48,137")
    }

    static let bad: [(String, KeyValuePairs<String, String>, String)] = [
        ("48,137 11,575", [:], "geo-invalid: \"48,137 11,575\" is no place; write 48.137,11.575"),
        ("48,137, 11,575", [:], "geo-invalid: \"48,137, 11,575\" is no place; write 48.137,11.575"),
        ("48,137,11,575", [:], "geo-invalid: \"48,137,11,575\" is no place; write 48.137,11.575"),
        ("-48,137;-11,575", [:], "geo-invalid: \"-48,137;-11,575\" is no place; write -48.137,-11.575"),
        ("48.137 11.575", [:], "geo-invalid: \"48.137 11.575\" is no place; write 48.137,11.575"),
        ("48.137;11.575", [:], "geo-invalid: \"48.137;11.575\" is no place; write 48.137,11.575"),
        (
            "48°12'N 16°22'E", [:],
            "geo-invalid: \"48°12'N 16°22'E\" is no place; write latitude,longitude such as 48.2082,16.3738"
        ),
        (
            "48.1N,16.3E", [:],
            "geo-invalid: \"48.1N,16.3E\" is no place; write latitude,longitude such as 48.2082,16.3738"
        ),
        (
            "4.8E+01,16", [:],
            "geo-invalid: \"4.8E+01,16\" is no place; write latitude,longitude such as 48.2082,16.3738"
        ),
        (".5,1", [:], "geo-invalid: \".5,1\" is no place; write latitude,longitude such as 48.2082,16.3738"),
        ("5.,1", [:], "geo-invalid: \"5.,1\" is no place; write latitude,longitude such as 48.2082,16.3738"),
        ("geo:", [:], "geo-invalid: \"geo:\" is no place; write latitude,longitude such as 48.2082,16.3738"),
        ("Wien", [:], "geo-invalid: \"Wien\" is no place; write latitude,longitude such as 48.2082,16.3738"),
        (
            "116.3738,48.2082", [:],
            "geo-range: the latitude \"116.3738\" is not within -90 and 90; are latitude and longitude swapped?"
        ),
        ("-90.1,100", [:], "geo-range: the latitude \"-90.1\" is not within -90 and 90"),
        ("1.5,180.5", [:], "geo-range: the longitude \"180.5\" is not within -180 and 180"),
        (
            "", ["latitude": "48,137", "longitude": "11.575"],
            "geo-invalid: latitude must be a decimal number of degrees, not \"48,137\"; write 48.137"
        ),
        (
            "", ["latitude": "48.1", "longitude": "1", "altitude": "high"],
            "geo-invalid: altitude must be a decimal number of metres, not \"high\""
        ),
        ("", ["latitude": "48.1"], "geo-invalid: longitude is missing; give latitude and longitude"),
        (
            "48.1,16.3", ["latitude": "48.1"],
            "geo-twice: a place is given by its value or by latitude and longitude: leave one empty"
        ),
        (
            "geo:48.1,16.3?q=a", ["query": "b"],
            "geo-invalid: the value has a ? already, and query is given too"
        ),
        (
            "48.1,16.3", ["query": "a\u{0}"],
            "control-character: the control character \\u0000 stands in query; take it out"
        ),
        (
            "geo:48.1,16.3;u=a b", [:],
            "url-invalid: at character 18 of the URL \"geo:48.1,16.3;u=a b\" stands a blank; write %20 instead"
        ),
    ]

    @Test(arguments: bad.indices)
    func refused(_ index: Int) {
        let (value, fields, message) = Self.bad[index]
        let built = linkRecord(.geo, value, fields)
        #expect(findings(built) == [message])
        #expect(built.hasErrors)
    }

    @Test func hostile() throws {
        for value in hostileValues { try check(hostile: value) }
    }

    private func check(hostile value: String) throws {
        let fields: [KeyValuePairs<String, String>] = [["latitude": value, "longitude": value], ["query": value]]
        let records = [linkRecord(.geo, value)] + fields.map { linkRecord(.geo, "", $0) }
        for built in records + [linkRecord(.geo, "48.1,16.3", ["query": value])] where !built.hasErrors {
            let uri = try URIRecord(decoding: #require(built.records.first)).uri
            #expect(uri == built.summary)
            #expect(uri.utf8.allSatisfy { (0x21...0x7E).contains($0) })
        }
    }
}
