# Shared by all collectors: how pulses are written down and handed to the daemon.
# Runs on bash 3.2 (macOS) and any POSIX awk. A pulse is first a record, `name NUL value NUL … NUL`; encode.awk turns
# records into JSON that is pure ASCII, whatever bytes came in. A collector ends with
#   0   all is well; its last line of output is shown in /health
#   69  it cannot work on this machine: one line `not available here: why`
#   75  the daemon did not take the pulses; nothing is lost, the next run sends them again
#   any other: failed; the last line says why
#
# From the runner: HEARTBEAT_URL, HEARTBEAT_SOCKET (preferred), HEARTBEAT_TOKEN_FILE, HEARTBEAT_STATE (own folder).
# shellcheck shell=bash

export LC_ALL=C # bytes are bytes, messages are English
umask 077

library=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

unavailable() {
  printf 'not available here: %s\n' "$1"
  exit 69
}

fail() {
  printf '%s\n' "$1" >&2
  exit 1
}

have() {
  command -v "$1" >/dev/null 2>&1
}

# begin NAME: checks what every collector needs; sets $scratch, a folder that is emptied at every run.
begin() {
  collector=$1
  [ -n "${HEARTBEAT_STATE:-}" ] || fail "HEARTBEAT_STATE is not set: expected the folder in which $collector keeps its state"
  [ -n "${HEARTBEAT_URL:-}${HEARTBEAT_SOCKET:-}" ] || fail "neither HEARTBEAT_URL nor HEARTBEAT_SOCKET is set: expected where the daemon listens"
  have curl || unavailable "curl is missing; install the package curl"
  have awk || unavailable "awk is missing; install the package mawk or gawk"
  have od || unavailable "od is missing; install the package coreutils"
  scratch=$HEARTBEAT_STATE/run
  rm -rf "$scratch"
  mkdir -p "$scratch" || fail "cannot make the folder $scratch"
  records=$scratch/records
}

# emit NAME VALUE [NAME VALUE …]: writes down one pulse. `data.NAME` goes into data; a NAME ending in `:` is a number or true.
emit() {
  printf '%s\0' "$@" '' >>"$records"
}

# post: hands over everything written down since the last post. Ends the collector with 75 if the daemon does not take it.
post() {
  [ -s "$records" ] || return 0
  rm -f "$scratch"/chunk-*
  od -An -v -tu1 "$records" | awk -v prefix="$scratch/chunk-" -f "$library/encode.awk" || fail "cannot encode the pulses: awk failed"
  local chunk
  for chunk in "$scratch"/chunk-*; do
    post_chunk "$chunk"
  done
  rm -f "$records" "$scratch"/chunk-*
}

post_chunk() {
  local address=${HEARTBEAT_URL:-http://localhost} answer=$scratch/answer status
  [ -S "${HEARTBEAT_SOCKET:-}" ] || [ -n "${HEARTBEAT_URL:-}" ] || refused "no socket at $HEARTBEAT_SOCKET"
  : >"$answer"
  status=$(curl_settings | curl -q --config - --request POST --data-binary "@$1" --output "$answer" \
    --write-out '%{http_code}' "$address/pulse" 2>"$scratch/error") || refused "$(tail -n 1 "$scratch/error")"
  case $status in
    2??) ;;
    # Every item was judged and found bad: sending it again changes nothing, so it counts as taken.
    4??) grep -q '"errors" *: *\[ *{' "$answer" || refused "HTTP $status $(answer_says)" ;;
    *) refused "HTTP $status $(answer_says)" ;;
  esac
  if grep -q '"errors" *: *\[ *{' "$answer"; then
    printf 'the daemon rejected a pulse: %s\n' "$(answer_says)" >&2
  fi
}

# The token goes to curl through its standard input: a command line can be read by every user of the machine.
curl_settings() {
  local token
  printf '%s\n' 'silent' 'show-error' 'max-time = 10' 'noproxy = "*"' \
    'header = "Content-Type: application/json"' "header = \"Heartbeat-Collector: $collector\"" 'header = "Expect:"'
  if [ -S "${HEARTBEAT_SOCKET:-}" ]; then
    printf 'unix-socket = "%s"\n' "$(quoted "$HEARTBEAT_SOCKET")"
  fi
  if [ -r "${HEARTBEAT_TOKEN_FILE:-}" ]; then
    IFS= read -r token <"$HEARTBEAT_TOKEN_FILE"
    printf 'header = "Authorization: Bearer %s"\n' "$(quoted "$token")"
  fi
}

# For curl's configuration: backslash and quote are escaped.
quoted() {
  printf '%s' "$1" | sed 's/[\\"]/\\&/g'
}

# The daemon's sentence about what is wrong.
answer_says() {
  sed -n 's/.*"message" *: *"\([^"]*\)".*/\1/p; s/.*"detail" *: *"\([^"]*\)".*/\1/p' "$scratch/answer" | head -n 1 | cut -c 1-200
}

refused() {
  printf 'the daemon did not take the pulses: %s\n' "$1" >&2
  exit 75
}

# limited SECONDS OUTPUT PROGRAM …: runs a program (no function: that could not be killed) with its output in OUTPUT and
# OUTPUT.error, killed when it takes too long (then: 124). Files, not pipes: what outlives the kill must not hold us up.
limited() {
  local limit=$1 output=$2 child watcher result
  shift 2
  rm -f "$output.late"
  "$@" </dev/null >"$output" 2>"$output.error" &
  child=$!
  (
    trap 'kill "$clock"; wait "$clock"; exit' TERM
    sleep "$limit" &
    clock=$!
    wait "$clock"
    : >"$output.late"
    kill -KILL "$child"
  ) </dev/null >/dev/null 2>&1 &
  watcher=$!
  wait "$child" 2>/dev/null
  result=$?
  kill "$watcher" 2>/dev/null
  wait "$watcher" 2>/dev/null
  [ -e "$output.late" ] && [ "$result" -ge 128 ] && return 124
  return "$result"
}

# recently FILE SECONDS: whether `mark FILE` was said less than so long ago.
recently() {
  local said now
  [ -r "$1" ] || return 1
  IFS= read -r said <"$1"
  now=$(date +%s)
  case $said in '' | *[!0-9]*) return 1 ;; esac
  [ $((now - said)) -lt "$2" ] && [ "$now" -ge "$said" ]
}

mark() {
  date +%s >"$1"
}
