# Bytes (as `od -An -v -tu1` prints them) of pulse records in, JSON arrays out: files `prefix`0001, 0002 …, each at most
# 200 pulses or about 256 KiB. Working on numbers makes every awk agree, whatever its locale and its idea of UTF-8; all
# that is not printable ASCII goes out as \uXXXX. A byte that is not UTF-8 becomes U+FFFD and marks `data.lossy`.
# Values too long for the daemon are shortened at a character's end and get `…`.
#
#   record = name NUL value NUL … NUL      name: a pulse's field, `data.x`; ending in `:` for a number or `true`

BEGIN {
  for (i = 32; i < 127; i++) ascii[i] = sprintf("%c", i)
  ascii[34] = "\\\""
  ascii[92] = "\\\\"
  maxBytes["text"] = 8192
  maxBytes["source"] = 128
  maxBytes["type"] = 64
  maxBytes["category"] = 64
  otherMaxBytes = 256
  dataMaxBytes = 1024
  beginValue(otherMaxBytes)
  beginPulse()
}

{ for (i = 1; i <= NF; i++) byte($i + 0) }

END { if (inChunk) print "]" > chunk }

function byte(b) {
  if (pending > 0) {
    if (b >= low && b <= high) {
      point = point * 64 + b - 128
      low = 128
      high = 191
      if (--pending == 0) character(point, width)
      return
    }
    pending = 0
    invalid()
  }
  if (b == 0) endValue()
  else if (b < 128) character(b, 1)
  else lead(b)
}

# First byte of a sequence: the bounds of the second one leave out overlong forms, surrogates and what is above U+10FFFF.
function lead(b) {
  low = 128
  high = 191
  if (b >= 194 && b <= 223) { pending = 1; point = b - 192; width = 2 }
  else if (b >= 224 && b <= 239) {
    pending = 2; point = b - 224; width = 3
    if (b == 224) low = 160
    if (b == 237) high = 159
  } else if (b >= 240 && b <= 244) {
    pending = 3; point = b - 240; width = 4
    if (b == 240) low = 144
    if (b == 244) high = 143
  } else invalid()
}

function invalid() {
  lossy = 1
  character(65533, 3)
}

function character(point, width) {
  if (size > limit) return
  if (size + width > limit - 3 && cut < 0) cut = length(value)
  size += width
  if (size > limit) return
  if (point in ascii) value = value ascii[point]
  else if (point < 65536) value = value escape(point)
  else value = value escape(55296 + int((point - 65536) / 1024)) escape(56320 + (point - 65536) % 1024)
}

function escape(unit) { return sprintf("\\u%04x", unit) }

function beginValue(max) {
  value = ""
  size = 0
  cut = -1
  limit = max
}

function beginPulse() {
  fields = ""
  data = ""
  name = ""
  lossy = 0
  expectName = 1
}

function endValue() {
  if (expectName && value == "") { endPulse(); beginPulse(); beginValue(otherMaxBytes); return }
  if (expectName) {
    name = value
    beginValue(name in maxBytes ? maxBytes[name] : (name ~ /^data\./ ? dataMaxBytes : otherMaxBytes))
  } else {
    if (size > limit) value = substr(value, 1, cut) "\\u2026"
    addField()
    beginValue(otherMaxBytes)
  }
  expectName = !expectName
}

function addField(    plain, json) {
  plain = name
  json = "\"" value "\""
  if (sub(/:$/, "", plain)) {
    if (value !~ /^-?[0-9]+(\.[0-9]+)?$/ && value != "true") return
    json = value
  }
  if (sub(/^data\./, "", plain)) data = data (data == "" ? "" : ",") "\"" plain "\":" json
  else fields = fields (fields == "" ? "" : ",") "\"" plain "\":" json
}

function endPulse() {
  if (lossy) data = data (data == "" ? "" : ",") "\"lossy\":true"
  if (data != "") fields = fields ",\"data\":{" data "}"
  if (inChunk && (count == 200 || bytes + length(fields) > 262144)) {
    print "]" > chunk
    close(chunk)
    inChunk = 0
  }
  if (!inChunk) {
    chunk = sprintf("%s%04d", prefix, ++chunks)
    inChunk = 1
    count = 0
    bytes = 0
  }
  printf "%s", (count == 0 ? "[" : ",\n") > chunk
  print "{" fields "}" > chunk
  count++
  bytes += length(fields)
}
