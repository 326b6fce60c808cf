# Two files in: commits that were left behind (3 lines each: author time, mail, subject), then new ones (5 lines each:
# hash, author time, mail, author, subject). Out: pulse records of the new ones, with newlines for NUL; no field of a
# commit can hold a newline. From the environment: on (branch, may be empty), name, id_prefix, top, me, now.
#
# A commit was made in the past: a claimed time that is no whole number of seconds, before 2000 or after now is kept
# in data.claimedTime, and the pulse gets the time at which it is received.

BEGIN { now = ENVIRON["now"] + 0 }

FILENAME == ARGV[1] {
  original = FNR % 3 == 1 ? $0 : original "\n" $0
  if (FNR % 3 == 0) left[original]++
  next
}

FNR % 5 == 1 { hash = $0 }
FNR % 5 == 2 { time = $0 }
FNR % 5 == 3 { mail = $0 }
FNR % 5 == 4 { author = $0 }
FNR % 5 == 0 {
  signature = time "\n" mail "\n" $0
  if (left[signature] > 0) left[signature]--
  else report($0)
}

function report(subject,    mine, on) {
  mine = tolower(mail) == tolower(ENVIRON["me"])
  on = ENVIRON["on"] == "" ? "a detached HEAD" : ENVIRON["on"]
  field("source", "git")
  field("type", "commit")
  field("id", ENVIRON["id_prefix"] "/" hash)
  field("text", (mine ? "Committed" : author " committed") " '" subject "' on " on " in " ENVIRON["name"])
  if (!mine) field("importance:", "0.4")
  if (time ~ /^[0-9]+$/ && length(time) <= 10 && time + 0 >= 946684800 && time + 0 <= now) field("time:", time "000")
  else field("data.claimedTime", time)
  field("data.commit", hash)
  field("data.branch", ENVIRON["on"])
  field("data.author", author " <" mail ">")
  field("data.repository", ENVIRON["top"])
  print ""
}

function field(name, value) {
  print name
  print value
}
