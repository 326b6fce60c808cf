#!/usr/bin/env bash
# Reports app and title of the front window of an X11 session, with xprop or xdotool; idle time with xprintidle if there.
# Under Wayland X11 answers for some windows only and keeps naming the last of them, so nothing is reported at all.

. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$(dirname "${BASH_SOURCE[0]}")/window.sh"

tool_seconds=2

main() {
  local tool
  ! is_wayland || unavailable "this is a Wayland session; only X11 is supported"
  [ -n "${DISPLAY:-}" ] || unavailable "there is no X11 display (DISPLAY is not set)"
  if have xprop; then tool=xprop; elif have xdotool; then tool=xdotool; else
    unavailable "xprop and xdotool are missing; install the package x11-utils (Fedora: xprop, Arch: xorg-xprop) or xdotool"
  fi
  begin window
  if have xprintidle && limited "$tool_seconds" "$scratch/idle" xprintidle; then
    report_away_if_idle "$(awk '/^[0-9]+$/ { printf "%d\n", $1 / 1000 }' "$scratch/idle")"
  fi
  "ask_$tool"
}

# The type of the session where it is told; else a compositor's socket gives it away.
is_wayland() {
  local socket
  case ${XDG_SESSION_TYPE:-} in
    wayland) return 0 ;;
    x11) return 1 ;;
  esac
  [ -z "${WAYLAND_DISPLAY:-}" ] || return 0
  for socket in "${XDG_RUNTIME_DIR:-/run/user/$(id -u)}"/wayland-*; do
    [ -S "$socket" ] && return 0
  done
  return 1
}

ask_xprop() {
  local window title
  run_tool xprop -root _NET_ACTIVE_WINDOW
  window=$(sed -n 's/.*window id # \(0x[0-9a-fA-F]*\).*/\1/p' "$scratch/out" | head -n 1)
  case $window in '' | 0x0) report_focus '' '' ;; esac
  # The window may have closed meanwhile: then there is none.
  run_tool xprop -id "$window" _NET_WM_NAME WM_NAME WM_CLASS
  title=$(property _NET_WM_NAME)
  [ -n "$title" ] || title=$(property WM_NAME)
  report_focus "$(property WM_CLASS)" "$title"
}

ask_xdotool() {
  local window title app
  run_tool xdotool getactivewindow
  window=$(head -n 1 "$scratch/out")
  [ -n "$window" ] || report_focus '' ''
  run_tool xdotool getwindowname "$window"
  title=$(cat "$scratch/out")
  run_tool xdotool getwindowclassname "$window"
  app=$(cat "$scratch/out")
  # Older ones know no class: the name of the process then.
  [ -n "$app" ] || app=$(process_of "$window")
  if [ -n "$app" ]; then report_focus "$app" "$title"; else report_focus "$title" ''; fi
}

process_of() {
  run_tool xdotool getwindowpid "$1"
  case $(cat "$scratch/out") in
    '' | *[!0-9]*) ;;
    *) ps -o comm= -p "$(cat "$scratch/out")" 2>/dev/null ;;
  esac
}

# run_tool PROGRAM …: output in $scratch/out, empty when it failed: no active window is a failure to both tools.
run_tool() {
  limited "$tool_seconds" "$scratch/out" "$@"
  case $? in
    0) ;;
    124) fail "$1 did not answer within $tool_seconds s" ;;
    *)
      if grep -qi "can't open display\|unable to open display\|cannot open display" "$scratch/out.error"; then
        unavailable "the X11 display $DISPLAY cannot be opened"
      fi
      : >"$scratch/out"
      ;;
  esac
}

# property NAME: the last string of `NAME(TYPE) = "first", "last"`, with xprop's escapes (\", \\, \n, \303) undone.
property() {
  printf '%b' "$(sed -n "s/^$1([A-Z0-9_]*) = \(.*\)\$/\1/p" "$scratch/out" | head -n 1 |
    sed 's/^\(.*", \)\{0,1\}"\(.*\)"$/\2/; s/\\"/"/g')"
}

main
