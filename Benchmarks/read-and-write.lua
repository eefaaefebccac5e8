-- Reads one path, and after every 100 reads writes one post.
--
-- usage: wrk … -s read-and-write.lua URL -- PATH TOKEN BODY-FILE

local read, write
local count = 0

function init(args)
  local file = assert(io.open(args[3], "rb"))
  local body = file:read("*a")
  file:close()
  local headers = {
    ["Authorization"] = "Bearer " .. args[2],
    ["Content-Type"] = "application/json",
  }
  read = wrk.format("GET", args[1])
  write = wrk.format("POST", "/api/posts", headers, body)
end

function request()
  count = count + 1
  if count % 101 == 0 then
    return write
  end
  return read
end
