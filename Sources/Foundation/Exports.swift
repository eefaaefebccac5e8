// A test imports one module, and has the typed calls as well as their forms with Foundation.
@_exported public import MockPostlyClient
