// A test imports one module, and has the typed calls as well as the servers.
@_exported public import MockPostlyClient
