/// A program that does nothing: what the start of any Swift program costs here.
@main
struct EmptyProgram {
    static func main() {}
}
