import Foundation
import MockPostlyContent
import MockPostlyControl
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlyTestKit
import MockPostlyWorld
import PostlyDialect

@testable import MockPostlyServer
@testable import MockPostlyWorlds

/// The default world of a server that is told `configuration`.
func load(_ configuration: Configuration) throws(StartFailure) -> World {
    try Loader.load(configuration.worlds)
}
