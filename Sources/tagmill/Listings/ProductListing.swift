import Jobs

/// What `read --catalog` prints of the product that a tag names.
struct ProductListing {
    let finding: Catalogue.Finding

    /// Nil where the product was found.
    var note: String? {
        guard finding.product == nil else { return nil }
        guard let sku = finding.sku else {
            guard !finding.searched.isEmpty else { return "SKU not found in catalogue: the tag names none" }
            let places = finding.searched.map(\.quoted).joined(separator: " and ")
            return "SKU not found in catalogue: --sku-pattern matched nothing in \(places)"
        }
        return "SKU not found in catalogue: \(sku.quoted)"
    }

    /// The members `sku` and `product` of `tagmill.tag/1`: the SKU as the tag names it, and the row of the catalogue.
    var members: [JSONValue.Member] {
        [
            .init("sku", finding.sku.map { .string($0) } ?? .null),
            .init("product", finding.product.map { Self.json($0) } ?? .null),
        ]
    }

    private static func json(_ product: Catalogue.Product) -> JSONValue {
        .object(
            [.init("sku", .string(product.sku))] + product.fields.map { .init($0.name, .string($0.value)) })
    }

    /// For a person: the SKU, and below it each column with what it says.
    var text: String {
        guard let product = finding.product else { return TagListing.line("product", note ?? "") }
        var widths = ColumnWidths()
        for field in product.fields { widths.measure([field.name, field.value]) }
        let fields = product.fields.map { TagListing.line("", "") + widths.line([$0.name, $0.value]) }
        return ([TagListing.line("product", product.sku)] + fields).joined(separator: "\n")
    }
}
