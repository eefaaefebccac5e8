#!/bin/sh
# Tests with curl alone, side by side, each in a world of its own.
#
#     mockpostly exec -- sh docs/examples/posts.sh
set -eu

# ask METHOD URL [BODY] [HEADER]: prints the answer; fails when it is a refusal, and tells it.
ask() {
    answer=$(curl -sS --fail-with-body -X "$1" -H 'Content-Type: application/json' \
        ${4:+-H "$4"} ${3:+-d "$3"} "$2") || {
        echo "$answer" >&2
        return 1
    }
    printf '%s' "$answer"
}

# control METHOD PATH [BODY]: the same of the control plane.
control() {
    ask "$1" "$MOCKPOSTLY_URL/__mockpostly/v1$2" "${3-}" \
        ${MOCKPOSTLY_ADMIN_TOKEN:+"Authorization: Bearer $MOCKPOSTLY_ADMIN_TOKEN"}
}

# member NAME: the text, or the number, of a member of the JSON object on standard input.
member() {
    sed 's/.*"'"$1"'":"\{0,1\}\([^",}]*\).*/\1/'
}

# bearer USER: the header with a token for somebody.
bearer() {
    control POST /tokens "{\"world\":\"$world\",\"system\":\"postly\",\"user\":\"$1\"}" \
        | member header
}

total() {
    ask GET "$api/posts?limit=1" | member total
}

write() {
    ask POST "$api/posts" "{\"title\":\"$2\",\"content\":\"Salt and early light.\"}" "$1" | member _id
}

fail() {
    echo "$*" >&2
    exit 1
}

a_post_is_there_when_it_was_written() {
    before=$(total)
    id=$(write "$(bearer mira.sol@example.com)" "My first post")
    [ "$(ask GET "$api/posts/$id" | member title)" = "My first post" ] || fail "another title"
    [ "$(total)" -eq $((before + 1)) ] || fail "not one more"
}

nobody_else_writes_here() {
    before=$(total)
    header=$(bearer theo.lindqvist@example.com)
    for number in 1 2 3 4 5; do write "$header" "Post $number" >/dev/null; done
    [ "$(total)" -eq $((before + 5)) ] || fail "not five more"
}

a_session_ends_after_a_week() {
    header=$(bearer mira.sol@example.com)
    write "$header" "In time" >/dev/null
    control POST /clock/advance "{\"world\":\"$world\",\"by\":\"8d\"}" >/dev/null
    status=$(curl -sS -o /dev/null -w '%{http_code}' -X POST -H "$header" "$api/posts")
    [ "$status" = 401 ] || fail "status $status"
}

a_reset_brings_everything_back() {
    before=$(total)
    write "$(bearer mira.sol@example.com)" "Soon gone" >/dev/null
    control POST /reset "{\"world\":\"$world\"}" >/dev/null
    [ "$(total)" -eq "$before" ] || fail "not reset"
}

# Runs one test, a function, in a new world: $world is its name, $api its base URL.
run() {
    world=$1
    api=$MOCKPOSTLY_URL/w/$world/api
    # Should the test fail, the world ends by itself.
    control POST /worlds "{\"id\":\"$world\",\"ttl\":\"10m\"}" >/dev/null
    "$1"
    control DELETE "/worlds/$world"
    echo "ok $1"
}

running=
for test in a_post_is_there_when_it_was_written nobody_else_writes_here \
    a_session_ends_after_a_week a_reset_brings_everything_back; do
    run $test &
    running="$running $!"
done
failed=0
for process in $running; do wait "$process" || failed=1; done
exit $failed
