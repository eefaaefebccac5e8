#!/bin/sh
# A test with the command line: a fault, a wait and a verification.
#
#     mockpostly exec -- sh docs/examples/lost-answers.sh
set -eu

# What is tested: an app that sends a post in the background, and again when no answer comes.
app() {
    for try in 1 2 3; do
        curl -sS -o /dev/null -H "$header" -H 'Content-Type: application/json' \
            -d '{"title":"Lucky","content":"Salt and early light."}' "$BASE_URL/posts" && return
    done 2>/dev/null
}

# A world of its own: MOCKPOSTLY_WORLD and BASE_URL. Should the test fail, it ends by itself.
eval "$(mockpostly world create --ttl 10m -o env)"
header=$(mockpostly token postly --email mira.sol@example.com --json \
    | sed -n 's/.*"header": "\(.*\)".*/\1/p')

# The first two tries are reset, the second one after its post was saved.
mockpostly fault add reset-after-write --method POST --path /api/posts --times 1 --ttl 1m
mockpostly fault add reset --method POST --path /api/posts --times 1 --ttl 1m
app &
mockpostly requests wait 'POST /api/posts' --status 201 --count 2 --within 10s
wait

mockpostly requests verify 'POST /api/posts' --count 3
mockpostly requests verify 'POST /api/posts' --match '{"fault":"reset"}' --count 1
mockpostly requests verify 'DELETE /api/posts/*' --never
mockpostly requests
# The try whose answer was lost has saved a post, so there are two.
[ "$(curl -sS "$BASE_URL/posts" | grep -o '"title":"Lucky"' | wc -l)" -eq 2 ]
mockpostly world delete "$MOCKPOSTLY_WORLD"
echo "ok"
