/// A JSON value with templates for its strings; numbers, true, false and null stay as they are, and so do names.
indirect enum JSONTemplate {
    case fixed(JSONValue)
    case text(Template)
    case array([JSONTemplate])
    case object([(name: String, value: JSONTemplate)])

    /// - Parameter template: reads a template; nil where it is no good, which stands for the empty string then.
    init(_ json: JSONValue, template: (String) -> Template?) {
        switch json {
        case .string(let source): self = template(source).map { .text($0) } ?? .fixed(.string(""))
        case .array(let values): self = .array(values.map { JSONTemplate($0, template: template) })
        case .object(let members):
            self = .object(members.map { ($0.name, JSONTemplate($0.value, template: template)) })
        case .null, .bool, .int, .number: self = .fixed(json)
        }
    }

    /// Every template in it.
    var templates: [Template] {
        switch self {
        case .fixed: []
        case .text(let template): [template]
        case .array(let values): values.flatMap(\.templates)
        case .object(let members): members.flatMap(\.value.templates)
        }
    }

    /// The value with what stands in the places.
    func filled(_ values: TemplateValues) -> JSONValue {
        switch self {
        case .fixed(let json): json
        case .text(let template): .string(template.text(values))
        case .array(let elements): .array(elements.map { $0.filled(values) })
        case .object(let members): .object(members.map { .init($0.name, $0.value.filled(values)) })
        }
    }
}
