# Shared by the window collectors: the pulses about what is in front. All are one state (key `focus`), so a newer one
# replaces the older; it is repeated at every run, because a state that is not said again fades.
# shellcheck shell=bash

# Without input for so long, nobody is taken to be looking at the front window.
away_seconds=300

# report_focus APP TITLE [NOTE]: TITLE may be empty: the app has no window, or its title cannot be read.
report_focus() {
  local app title
  app=$(one_line "$1")
  title=$(one_line "$2")
  if [ -z "$app" ]; then
    printf '%s\n' "${3:-no window is in front}"
    exit 0
  fi
  if [ -n "$title" ] && [ "$title" != "$app" ]; then
    emit source window type window.focus key focus text "$app: $title" data.app "$app" data.title "$title"
  else
    emit source window type window.focus key focus text "$app" data.app "$app"
  fi
  post
  printf '%s\n' "${3:-reported}"
  exit 0
}

# report_away TEXT: says it in place of the front window.
report_away() {
  emit source window type idle key focus text "$1"
  post
  printf 'reported\n'
  exit 0
}

# report_away_if_idle SECONDS
report_away_if_idle() {
  case $1 in '' | *[!0-9]*) return ;; esac
  [ "$1" -lt "$away_seconds" ] || report_away "No keyboard or mouse input for more than $((away_seconds / 60)) minutes"
}

# Line breaks and surrounding blanks of a title mean nothing.
one_line() {
  printf '%s' "$1" | tr '\r\n\t' '   ' | sed 's/^ *//; s/ *$//'
}
