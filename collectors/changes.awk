# `git status --porcelain=v2` in, one phrase out: `3 changed files, 1 staged, 2 untracked: a.ts, b.ts and 3 more`.
# Names that git had to quote stay quoted. `shown`: how many names at the most.

/^1 / { changed++; staged += substr($0, 3, 1) != "."; add(after(8)) }
/^2 / { changed++; staged += substr($0, 3, 1) != "."; path = after(9); sub(/\t.*/, "", path); add(path) }
/^u / { changed++; conflicts++; add(after(10)) }
/^\? / { if (untracked++ < shown) later[untracked] = after(1) }

END {
  for (i = 1; i <= untracked && i in later; i++) add(later[i])
  if (changed + untracked == 0) { print "no uncommitted changes"; exit }
  text = changed > 0 ? changed (changed == 1 ? " changed file" : " changed files") : ""
  if (staged > 0) text = text ", " staged " staged"
  if (conflicts > 0) text = text ", " conflicts " in conflict"
  if (untracked > 0) {
    text = text (text == "" ? "" : ", ") untracked " untracked"
    if (changed == 0) text = text (untracked == 1 ? " file" : " files")
  }
  text = text ": " names
  rest = changed + untracked - count
  if (rest > 0) text = text " and " rest " more"
  print text
}

# The line without its first n words.
function after(n,    line) {
  line = $0
  while (n-- > 0) line = substr(line, index(line, " ") + 1)
  return line
}

function add(path) {
  if (count == shown) return
  names = names (count++ > 0 ? ", " : "") path
}
