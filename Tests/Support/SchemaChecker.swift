/// Holds a document against a JSON Schema (2020-12), for the keywords that ours uses; any other keyword is a fault.
package struct SchemaChecker {
    package let schema: JSONDocument

    package init(schema: JSONDocument) { self.schema = schema }

    /// Every place where the document is not what the schema wants; none when it holds.
    package func faults(of document: JSONDocument) -> [String] { faults(of: document, by: schema, at: "$") }

    private func faults(of value: JSONDocument, by schema: JSONDocument, at place: String) -> [String] {
        guard case .object(let keywords) = schema else { return ["\(place): the schema is no object"] }
        var faults: [String] = []
        for (keyword, rule) in keywords {
            switch keyword {
            case "$schema", "$id", "title", "description": break
            case "type":
                let names: [JSONDocument] = if case .array(let list) = rule { list } else { [rule] }
                if !names.contains(where: { matches(value, type: $0) }) { faults.append("\(place): is no \(rule)") }
            case "const": if value != rule { faults.append("\(place): is not \(rule)") }
            case "enum":
                guard case .array(let values) = rule, values.contains(value) else {
                    faults.append("\(place): \(value) is none of the list")
                    break
                }
            case "required":
                guard case .array(let names) = rule, case .object(let members) = value else { break }
                for case .string(let name) in names where members[name] == nil {
                    faults.append("\(place): has no \(name)")
                }
            case "properties":
                guard case .object(let rules) = rule, case .object(let members) = value else { break }
                for (name, member) in members {
                    guard let rule = rules[name] else { continue }
                    faults += self.faults(of: member, by: rule, at: "\(place).\(name)")
                }
            case "additionalProperties":
                guard case .object(let members) = value else { break }
                for (name, member) in members
                where schema["properties"]?[name] == nil && rules(of: name, in: schema["patternProperties"]).isEmpty {
                    if rule == .bool(false) { faults.append("\(place): has an unknown \(name)") }
                    if case .object = rule { faults += self.faults(of: member, by: rule, at: "\(place).\(name)") }
                }
            case "items":
                guard case .array(let values) = value else { break }
                for (index, element) in values.enumerated() {
                    faults += self.faults(of: element, by: rule, at: "\(place)[\(index)]")
                }
            case "anyOf":
                guard case .array(let rules) = rule else { break }
                if !rules.contains(where: { self.faults(of: value, by: $0, at: place).isEmpty }) {
                    faults.append("\(place): \(value) holds by none of \(rules.count) rules")
                }
            case "pattern":
                guard case .string(let text) = value, case .string(let pattern) = rule else { break }
                if !matches(text, pattern: pattern) { faults.append("\(place): \(text) does not match \(pattern)") }
            case "patternProperties":
                guard case .object(let members) = value else { break }
                for (name, member) in members {
                    for rule in rules(of: name, in: rule) {
                        faults += self.faults(of: member, by: rule, at: "\(place).\(name)")
                    }
                }
            case "minimum", "maximum", "minItems", "maxItems":
                if !isInRange(value, keyword, rule) { faults.append("\(place): is beyond its \(keyword)") }
            default: faults.append("\(place): the checker does not know \(keyword)")
            }
        }
        return faults
    }

    private func rules(of name: String, in patterns: JSONDocument?) -> [JSONDocument] {
        guard case .object(let rules)? = patterns else { return [] }
        return rules.filter { matches(name, pattern: $0.key) }.map(\.value)
    }

    /// A pattern that is none matches nothing, so that a mistake in the schema is found.
    private func matches(_ text: String, pattern: String) -> Bool {
        guard let regex = try? Regex(pattern) else { return false }
        return text.contains(regex)
    }

    private func isInRange(_ value: JSONDocument, _ keyword: String, _ rule: JSONDocument) -> Bool {
        guard case .integer(let bound) = rule else { return false }
        switch (keyword, value) {
        case ("minimum", .integer(let number)): return number >= bound
        case ("maximum", .integer(let number)): return number <= bound
        case ("minItems", .array(let elements)): return elements.count >= bound
        case ("maxItems", .array(let elements)): return elements.count <= bound
        default: return true
        }
    }

    private func matches(_ value: JSONDocument, type: JSONDocument) -> Bool {
        switch (value, type) {
        case (.null, .string("null")), (.bool, .string("boolean")), (.integer, .string("integer")),
            (.integer, .string("number")), (.number, .string("number")), (.string, .string("string")),
            (.array, .string("array")), (.object, .string("object")):
            true
        default: false
        }
    }
}
