-- Sends one JSON body to one path, again and again.
--
-- usage: wrk … -s post.lua URL -- PATH BODY-FILE [TOKEN]

local post

function init(args)
  local file = assert(io.open(args[2], "rb"))
  local body = file:read("*a")
  file:close()
  local headers = { ["Content-Type"] = "application/json" }
  if args[3] then
    headers["Authorization"] = "Bearer " .. args[3]
  end
  post = wrk.format("POST", args[1], headers, body)
end

function request()
  return post
end
