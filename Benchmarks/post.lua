-- Sends one JSON body to one path, again and again.
--
-- usage: wrk … -s post.lua URL -- PATH BODY-FILE

local post

function init(args)
  local file = assert(io.open(args[2], "rb"))
  local body = file:read("*a")
  file:close()
  post = wrk.format("POST", args[1], { ["Content-Type"] = "application/json" }, body)
end

function request()
  return post
end
