import MockPostlyOpenAPI
import Testing

@Suite struct DescriptionTests {
}
