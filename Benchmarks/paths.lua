-- Asks for the paths of a file, one a line, in turn and again from the top.
--
-- usage: wrk … -s paths.lua URL -- FILE

local requests = {}
local last = 0

function init(args)
  for path in io.lines(args[1]) do
    requests[#requests + 1] = wrk.format("GET", path)
  end
end

function request()
  last = last % #requests + 1
  return requests[last]
end
