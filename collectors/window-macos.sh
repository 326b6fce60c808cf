#!/usr/bin/env bash
# Reports app and title of the front window on macOS, as bash and osascript can see it.
# Titles need two permissions that only the user can give. Without them only the app's name is reported (lsappinfo needs
# none), the last line says where to give them, and osascript is asked again only every five minutes.

. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
. "$(dirname "${BASH_SOURCE[0]}")/window.sh"

ask_again_seconds=300
osascript_seconds=2

accessibility='titles need a permission: System Settings > Privacy & Security > Accessibility, allow the program that runs Heartbeat (your terminal, or node)'
automation='titles need a permission: System Settings > Privacy & Security > Automation, allow the program that runs Heartbeat (your terminal, or node) to use System Events'
no_answer='osascript did not answer: a question about a permission may be open on the screen; allow it'

# Three lines: the app; `title`, `none` (no window) or `denied`; the title.
script='
tell application "System Events"
	set frontProcess to first application process whose frontmost is true
	set appName to displayed name of frontProcess
	set outcome to "title"
	set windowTitle to ""
	try
		set windowTitle to name of front window of frontProcess
		if windowTitle is missing value then set windowTitle to ""
	on error errorText number errorNumber
		set outcome to "none"
		if errorNumber is -25211 or errorNumber is -1743 or not UI elements enabled then set outcome to "denied"
	end try
end tell
return appName & linefeed & outcome & linefeed & windowTitle
'

main() {
  [ "$(uname -s)" = Darwin ] || unavailable "it needs macOS"
  begin window
  denied=$HEARTBEAT_STATE/denied
  have osascript || unavailable "osascript is missing"
  report_away_if_idle "$(idle_seconds)"
  if recently "$denied" "$ask_again_seconds"; then
    app_only "$(tail -n 1 "$denied")"
  fi
  ask
}

ask() {
  local answer=$scratch/front result app outcome
  limited "$osascript_seconds" "$answer" osascript -e "$script"
  result=$?
  if [ "$result" = 124 ]; then
    deny "$no_answer"
  elif [ "$result" != 0 ]; then
    case $(cat "$answer.error") in
      *-1743*) deny "$automation" ;;
      *-25211* | *assistive*) deny "$accessibility" ;;
      *) app_only '' ;; # most often -1719 or -1728: the app went away or has no window
    esac
  fi
  { IFS= read -r app; IFS= read -r outcome; } <"$answer"
  [ "$outcome" != denied ] || deny "$accessibility"
  rm -f "$denied"
  [ -n "$app" ] || app_only ''
  [ "$app" != loginwindow ] || report_away "The screen is locked"
  report_focus "$app" "$(tail -n +3 "$answer")"
}

deny() {
  mark "$denied"
  printf '%s\n' "$1" >>"$denied"
  app_only "$1"
}

# app_only WHY: reports the front app without a title.
app_only() {
  local app
  app=$(front_app)
  [ -n "$app" ] || [ -z "$1" ] || unavailable "$1"
  [ "$app" != loginwindow ] || report_away "The screen is locked"
  if [ -n "$1" ]; then report_focus "$app" '' "apps only, no titles: $1"; else report_focus "$app" ''; fi
}

# `"LSDisplayName"="Safari"`; needs no permission.
front_app() {
  have lsappinfo || return
  limited "$osascript_seconds" "$scratch/asn" lsappinfo front || return
  limited "$osascript_seconds" "$scratch/app" lsappinfo info -only name "$(head -n 1 "$scratch/asn")" || return
  sed -n 's/^.*= *"\(.*\)" *$/\1/p' "$scratch/app" | head -n 1
}

idle_seconds() {
  have ioreg || return
  limited "$osascript_seconds" "$scratch/idle" ioreg -c IOHIDSystem || return
  awk '/"HIDIdleTime"/ { printf "%d\n", $NF / 1000000000; exit }' "$scratch/idle"
}

main
