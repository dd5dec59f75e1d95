import CExpat

/// An element of an XML document.
struct XMLElement {
    let name: String
    let attributes: [String: String]
    /// The line on which it begins, from 1.
    let line: Int
    /// All text in it, that of the elements in it included.
    var text = ""
    var children: [XMLElement] = []

    func children(named name: String) -> [XMLElement] { children.filter { $0.name == name } }

    /// The first child of that name.
    subscript(name: String) -> XMLElement? { children.first { $0.name == name } }
}

/// An XML document, read by expat.
///
/// Time and memory stay in proportion to the bytes: a document type declaration, and with it every entity, is refused,
/// nothing outside of the document is looked at, and elements are bounded in number and depth.
struct XMLDocument {
    /// Images nest six deep.
    static let mostDepth = 16
    /// The largest image, a tag with 2,048 blocks, has about 6,500.
    static let mostElements = 20_000

    let root: XMLElement
    /// Whether the document ends before its outermost element does; everything in it is whole.
    let isCut: Bool

    /// What is said of a document that ends too early.
    static let cut = ImageError(.broken, "ends before its last element does; it was cut off")

    /// - Throws: `broken`, with the line.
    init(_ bytes: [UInt8]) throws(ImageError) {
        guard let parser = XML_ParserCreate(nil) else { throw ImageError(.broken, "there is no memory to read XML") }
        defer { XML_ParserFree(parser) }
        let builder = XMLBuilder(parser: parser)
        let isWhole = withExtendedLifetime(builder) {
            builder.listen()
            return bytes.withUnsafeBytes { buffer in
                let text = buffer.bindMemory(to: CChar.self).baseAddress
                return XML_Parse(parser, text, Int32(clamping: buffer.count), 1) == XML_STATUS_OK
            }
        }
        if let root = builder.root, isWhole {
            self.root = root
            isCut = false
        } else if builder.refusal == nil, XML_GetErrorCode(parser) == XML_ERROR_NO_ELEMENTS, builder.open.count == 1 {
            root = builder.open[0]
            isCut = true
        } else if builder.refusal == nil, XML_GetErrorCode(parser) == XML_ERROR_NO_ELEMENTS {
            throw Self.cut
        } else {
            let why =
                builder.refusal ?? "this is no XML (\(String(cString: XML_ErrorString(XML_GetErrorCode(parser)))))"
            throw ImageError(.broken, "line \(XML_GetCurrentLineNumber(parser)): \(why)")
        }
    }
}

/// Puts the document together as expat calls. It lives as long as the parser is used, on one thread.
private final class XMLBuilder {
    private let parser: XML_Parser
    private(set) var open: [XMLElement] = []
    private(set) var root: XMLElement?
    private(set) var refusal: String?
    private var count = 0

    init(parser: XML_Parser) { self.parser = parser }

    func listen() {
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser, { XMLBuilder.of($0)?.begin($1, $2) }, { data, _ in XMLBuilder.of(data)?.end() })
        XML_SetCharacterDataHandler(parser) { XMLBuilder.of($0)?.take($1, count: Int($2)) }
        XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
            XMLBuilder.of(data)?.refuse("a document type declaration; images have none, and it is not read")
        }
    }

    private static func of(_ data: UnsafeMutableRawPointer?) -> XMLBuilder? {
        data.map { Unmanaged<XMLBuilder>.fromOpaque($0).takeUnretainedValue() }
    }

    private func refuse(_ why: String) {
        if refusal == nil { refusal = why }
        XML_StopParser(parser, XML_Bool(XML_FALSE))
    }

    private func begin(_ name: UnsafePointer<XML_Char>?, _ pairs: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) {
        count += 1
        guard count <= XMLDocument.mostElements, open.count < XMLDocument.mostDepth else {
            refuse(
                "more than \(XMLDocument.mostElements) elements, or more than \(XMLDocument.mostDepth) within one another"
            )
            return
        }
        var attributes: [String: String] = [:]
        var index = 0
        // Names and values in turn, and a null pointer at the end.
        while let key = pairs?[index], let value = pairs?[index + 1] {
            attributes[String(cString: key)] = String(cString: value)
            index += 2
        }
        let line = Int(XML_GetCurrentLineNumber(parser))
        open.append(XMLElement(name: name.map { String(cString: $0) } ?? "", attributes: attributes, line: line))
    }

    private func take(_ text: UnsafePointer<XML_Char>?, count: Int) {
        guard let text, let innermost = open.indices.last else { return }
        let bytes = UnsafeRawBufferPointer(start: text, count: count)
        open[innermost].text += String(decoding: bytes, as: UTF8.self)
    }

    private func end() {
        guard let element = open.popLast() else { return }
        if let parent = open.indices.last {
            open[parent].text += element.text
            open[parent].children.append(element)
        } else {
            root = element
        }
    }
}
