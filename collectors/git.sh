#!/usr/bin/env bash
# Reports commits, branch and uncommitted work of the git repositories given as arguments.
# Only reads: takes no optional lock, runs no hook or monitor, fetches nothing. What was seen last (the tips of HEAD and
# all branches) is kept in HEARTBEAT_STATE and replaced only after the daemon took the pulses; a commit's id makes a
# repetition harmless. New commits are those that no tip seen last reaches: never a matter of dates.

. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

first_run_commits=20
max_commits=500     # a branch, a run; newest first
max_known=2000      # commits that left the branches, looked through for the originals of rebased ones
status_seconds=3
status_retry_seconds=3600
shown_files=5

git_read_only=(git --no-optional-locks --no-pager -c core.fsmonitor=false -c core.quotePath=false
  -c log.showSignature=false -c color.ui=false)

in_repository() {
  "${git_read_only[@]}" -C "$top" "$@"
}

problem() {
  problems=$((problems + 1))
  last_problem=$1
}

# Sets: top (folder), bare, name (short, for people), key (stable, unique), id_prefix (one for all worktrees).
open_repository() {
  local common
  [ -d "$1" ] || { problem "$1: no such folder"; return 1; }
  top=$1
  bare=$(in_repository rev-parse --is-bare-repository 2>"$scratch/error") || { problem "$1: $(why_not "$1")"; return 1; }
  if [ "$bare" = true ]; then
    top=$(in_repository rev-parse --absolute-git-dir 2>"$scratch/error")
  else
    top=$(in_repository rev-parse --show-toplevel 2>"$scratch/error")
  fi || { problem "$1: $(why_not "$1")"; return 1; }
  top=$(cd "$top" && pwd -P) || { problem "$1: cannot enter $top"; return 1; }
  common=$(in_repository rev-parse --git-common-dir) && common=$(cd "$top" && cd "$common" && pwd -P)
  short_name "$top"
  key=$(printf '%s' "$name" | tr -c 'A-Za-z0-9._-' '_' | cut -c 1-64)-$(digest_of "$top")
  id_prefix=$(digest_of "$common")
}

why_not() {
  if grep -q 'dubious ownership\|unsafe repository' "$scratch/error"; then
    printf 'git refuses it because another user owns it; allow it with: git config --global --add safe.directory %s' "$1"
  elif grep -q 'not a git repository' "$scratch/error"; then
    printf 'not a git repository'
  else
    grep . "$scratch/error" | head -n 1 | cut -c 1-200
  fi
}

# The folder's name; with its parent where two of the repositories have the same one.
short_name() {
  local path same=0
  name=$(basename "$1" .git)
  [ -n "$name" ] || name=$1
  for path in "${repositories[@]}"; do
    [ "$(basename "$path" .git)" = "$name" ] && same=$((same + 1))
  done
  [ "$same" -le 1 ] || name=$(basename "$(dirname "$1")")/$name
}

digest_of() {
  printf '%s' "$1" | git -C / hash-object --stdin | cut -c 1-12
}

# Sets head_commit (empty: none yet) and branch (empty: detached); writes lines `commit branch` to $tips, HEAD first.
read_tips() {
  tips=$scratch/tips
  head_commit=$(in_repository rev-parse --quiet --verify 'HEAD^{commit}' 2>/dev/null)
  branch=$(in_repository symbolic-ref --quiet HEAD 2>/dev/null)
  branch=${branch#refs/heads/}
  {
    [ -z "$head_commit" ] || printf '%s %s\n' "$head_commit" "$branch"
    in_repository for-each-ref --format='%(objectname) %(refname:lstrip=2)' refs/heads 2>/dev/null
  } >"$tips"
}

# Writes the tips seen last that still exist to $known; sets first_run.
read_known() {
  known=$scratch/known
  seen=$HEARTBEAT_STATE/$key.tips
  first_run=true
  : >"$known"
  [ -r "$seen" ] || return 0
  cut -d ' ' -f 1 "$seen" | in_repository cat-file --batch-check='%(objectname) %(objecttype)' 2>/dev/null |
    awk '$2 == "commit" { print $1 }' >"$known"
  # No tips at all was an empty repository; tips that are all gone mean that another one stands here now.
  if [ -s "$known" ] || [ ! -s "$seen" ]; then first_run=false; fi
}

report_commits() {
  local commit on
  if [ "$first_run" = true ]; then
    read -r commit on <"$tips" || return 0
    : >"$scratch/originals"
    printf '%s\n' "$commit" >"$scratch/range"
    report_range "$first_run_commits" "$on"
    return
  fi
  awk 'FILENAME == ARGV[1] { known[$1]; next } !($1 in known) && !seen[$1]++' "$known" "$tips" >"$scratch/changed"
  [ -s "$scratch/changed" ] || return 0
  list_originals
  sed 's/^/^/' "$known" >"$scratch/excluded"
  while read -r commit on; do
    { printf '%s\n' "$commit"; cat "$scratch/excluded"; } >"$scratch/range"
    report_range "$max_commits" "$on"
    printf '^%s\n' "$commit" >>"$scratch/excluded"
  done <"$scratch/changed"
}

# Commits seen before that the changed tips do not reach: a rebase or amend leaves them behind. A new commit with the
# same author, author time and subject is one of them again.
list_originals() {
  { cat "$known"; cut -d ' ' -f 1 "$scratch/changed" | sed 's/^/^/'; } |
    in_repository log --stdin --max-count="$max_known" --encoding=UTF-8 --format='%at%n%ae%n%s' >"$scratch/originals" 2>/dev/null
}

# report_range MAX BRANCH: the commits of $scratch/range, oldest first.
report_range() {
  in_repository log --stdin --max-count="$1" --reverse --encoding=UTF-8 --format='%H%n%at%n%ae%n%an%n%s' \
    <"$scratch/range" 2>"$scratch/error" >"$scratch/commits" || problem "$name: git log failed: $(why_not "$top")"
  on=$2 name=$name id_prefix=$id_prefix top=$top me=$(in_repository config user.email) now=$(date +%s) \
    awk -f "$library/commits.awk" "$scratch/originals" "$scratch/commits" | tr '\n' '\0' >>"$records"
}

report_branch() {
  local git_dir rebased='' text
  git_dir=$(in_repository rev-parse --absolute-git-dir)
  if [ -z "$branch" ]; then
    for text in "$git_dir/rebase-merge/head-name" "$git_dir/rebase-apply/head-name"; do
      [ -r "$text" ] && IFS= read -r rebased <"$text"
    done
  fi
  if [ -n "$rebased" ]; then
    text="$name is in a rebase of branch ${rebased#refs/heads/}"
  elif [ -z "$branch" ]; then
    text="$name is on no branch, at commit ${head_commit:0:10} (detached HEAD)"
  elif [ -z "$head_commit" ]; then
    text="$name is on branch $branch, without a commit yet"
  else
    text="$name is on branch $branch"
  fi
  emit source git type git.branch key "$key/branch" text "$text" importance: 0.4 data.repository "$top" data.branch "$branch"
}

read_status() {
  limited "$status_seconds" "$scratch/status" "${git_read_only[@]}" -C "$top" status --porcelain=v2 --ignore-submodules=dirty "$@"
}

# Uncommitted work. A clean tree is said too: silence would also mean that nobody looked.
report_changes() {
  local slow=$HEARTBEAT_STATE/$key.slow note=''
  if recently "$slow" "$status_retry_seconds" || ! read_status --untracked-files=normal; then
    if ! recently "$slow" "$status_retry_seconds" && [ ! -e "$scratch/status.late" ]; then
      cp "$scratch/status.error" "$scratch/error"
      problem "$name: git status failed: $(why_not "$top")"
      return
    fi
    recently "$slow" "$status_retry_seconds" || mark "$slow"
    read_status --untracked-files=no || { problem "$name: git status takes longer than $status_seconds s"; return; }
    note=' (untracked files not counted: there are too many)'
  fi
  emit source git type git.changes key "$key/changes" importance: 0.3 data.repository "$top" \
    text "$name has $(awk -v shown="$shown_files" -f "$library/changes.awk" "$scratch/status")$note"
}

report() {
  open_repository "$1" || return 0
  case $reported in *"|$key|"*) return 0 ;; esac
  reported="$reported|$key|"
  read_tips
  read_known
  report_commits
  if [ "$bare" != true ]; then
    report_branch
    report_changes
  fi
  post
  # Only now: everything up to these tips is in the log.
  cp "$tips" "$seen.new" && mv -f "$seen.new" "$seen"
  good=$((good + 1))
}

main() {
  local path
  begin git
  have git || unavailable "git is missing; install the package git"
  [ $# -gt 0 ] || unavailable "no repository is configured"
  # Set inside a git hook, these would point every command at one repository.
  # shellcheck disable=SC2046
  unset $(git rev-parse --local-env-vars)
  export GIT_TERMINAL_PROMPT=0 GIT_NO_LAZY_FETCH=1 GIT_ALLOW_PROTOCOL=none
  repositories=("$@")
  problems=0 good=0 last_problem='' reported=''
  for path in "$@"; do
    report "$path"
  done
  [ "$problems" -gt 0 ] || { printf '%s\n' "$good reported"; exit 0; }
  [ "$good" -gt 0 ] || [ "$problems" -gt 1 ] || unavailable "$last_problem"
  fail "$last_problem ($problems of $# with a problem, $good reported)"
}

main "$@"
