import MockPostlySchemas
import Testing

@Suite struct SchemaCheckTests {
}
