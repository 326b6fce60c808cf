// Secrets that are known by the name they are given to: `API_TOKEN=…`, `--password …`, `"client_secret": "…"`,
// `password: …`, and the few commands whose short options take a password. Values that are only a reference ($VAR),
// and words that plainly are prose (`token: refresh the cache`), stay.

import { isMarker, markerOf, type RedactRule } from "./redact-rule.js";

/** Names of secrets, at the end of whatever name they are part of (`PGPASSWORD`, `aws_secret_access_key`). */
const secretName = [
  "pass(?:word|wd|phrase|code)",
  "(?<=[_-]|ssh)pass",
  // The working directory is called that too.
  "pwd(?!\\\\?[\"']?\\s{0,3}[=:]\\s{0,3}[\"']?[/~.])",
  "secret(?:[_.-]?(?:access[_.-]?)?key(?:[_.-]?base)?)?",
  "(?:api|access|auth|private|encryption|signing|account|master|subscription|license|service|session|storage)[_.-]?key",
  "token",
  "credentials?",
  "connection[_.-]?string",
  "signature",
  "(?<=[?&])(?:key|sig|code)(?==)",
  "(?<![a-z0-9])_auth(?=\\s{0,3}=)",
].join("|");

/** Each alternative of `secretName` holds one of these. */
const nameStems = [
  "pass",
  "pwd",
  "secret",
  "key",
  "token",
  "credential",
  "connection",
  "signature",
  "sig=",
  "code=",
  "_auth",
];

/** One shell word or quoted text. An unclosed quote runs to the end of the text, so that no part fails late. */
const value = "(?:\"(?:\\\\[\\s\\S]|[^\"\\\\])*(?:\"|\\\\?$)|'[^']*(?:'|$)|\\\\[\\s\\S]|[^\\s\"'`&;|<>\\\\]){1,8192}";
/** The same, where an apostrophe within a word opens no quote. */
const proseValue = value.replace("(?:", "(?:(?<=[a-z])'(?=[a-z])|");
const quote = "\\\\?[\"']?";

/** Group 1 names the secret, group 2 stands between, group 3 is the value. */
function assignment(parts: {
  readonly before?: string;
  readonly name?: string;
  readonly between: string;
  readonly prose?: true;
}): (text: string) => string {
  const { before = "", name = secretName, between, prose = false } = parts;
  const pattern = new RegExp(`${before}(${name})(${between})(${prose ? proseValue : value})`, "gi");
  const replace = (whole: string, named: string, gap: string, secret: string, at: number, all: string): string => {
    if (stays(named, secret)) return whole;
    const end = at + whole.length;
    if (prose && plainWord.test(secret) && /^[ \t]\S/.test(all.slice(end, end + 2))) return whole;
    return named + gap + hide(secret, kindOf(named));
  };
  return (text) => text.replace(pattern, replace);
}

/** A command whose short option takes a password; up to 256 characters of other arguments lie between. */
function command(literals: readonly string[], source: string): RedactRule {
  const pattern = new RegExp(source, "g");
  const replace = (whole: string, kept: string, secret: string): string =>
    stays("password", secret) ? whole : kept + hide(secret, "password");
  return { literals, apply: (text) => text.replace(pattern, replace) };
}

const assigned = [
  // API_TOKEN=…, ?token=…, "token" => …
  assignment({ between: `[0-9]{0,3}${quote}\\]?\\s{0,3}(?::=|=>|=(?!=))\\s{0,3}` }),
  // password: …, "password": "…", not ${PASSWORD:-…}
  assignment({
    before: "(?<!\\$\\{[A-Za-z0-9_]{0,40})",
    between: `[0-9]{0,3}${quote}[ \\t]{0,3}:[ \\t]{0,3}`,
    prose: true,
  }),
  // --password …
  assignment({ before: "(?<=(?:^|[\\s\"'])--?[A-Za-z0-9_.-]{0,40})", between: "[ \\t]{1,3}(?!-)" }),
  // npm config set …_authToken …
  assignment({
    before: "(?<=\\bconfig(?:ure)?[ \\t]{1,3}set[ \\t]{1,3}[^\\s]{0,80})",
    between: "[ \\t]{1,3}",
  }),
];

export const assignmentRules: readonly RedactRule[] = [
  { literals: nameStems, apply: (text) => assigned.reduce((result, apply) => apply(result), text) },
  {
    literals: ["authorization"],
    apply: assignment({
      before: "(?<![a-z0-9])",
      name: "authorization",
      between: `${quote}[ \\t]{0,3}[:=][ \\t]{0,3}`,
      prose: true,
    }),
  },
  command(["mysql", "mariadb"], `(\\b(?:mysql|mariadb)[a-z_-]{0,12}\\s[^\\n|;]{0,256}?(?<=\\s)-p)(${value})`),
  command(["sshpass"], `(\\bsshpass\\s{1,3}-p\\s{0,3})(${value})`),
  command(["login"], `(\\blogin\\s[^\\n|;]{0,256}?(?<=\\s)-p[ =]{1,2})(${value})`),
  command(["redis-cli"], `(\\bredis-cli\\s[^\\n|;]{0,256}?(?<=\\s)-a {1,2})(${value})`),
  command(["pass:"], `(-pass(?:in|out)?\\s{1,3}["']?pass:)(${value})`),
  command(
    ["curl", "wget", "http"],
    `(\\b(?:curl|wget|https?)\\s[^\\n|;]{0,256}?(?<=\\s)(?:-u|--user|-a|--auth)[ =]{0,2}["']?[^\\s:"'-][^\\s:"']{0,127}:)([^\\s"'/][^\\s"']*)`,
  ),
];

const reference = /^["']?(?:\$[A-Z_][A-Z0-9_]*|\$[{(].*|%[A-Z_]+%|<[^>]*>)["']?$/;
const harmless =
  /^(?:true|false|null|none|nil|undefined|string|str|number|boolean|any|unknown|yes|no|\*+|x{3,})[,.;)]?$/i;
const plainWord = /^[A-Za-z][A-Za-z'’-]*[.,!?)]?$/;
const smallNumber = /^\d{1,6}[,.;)%]?$/;
const wholeName = new RegExp(`(?:${secretName}|^pass|^authorization)[0-9]{0,3}$`, "i");

/** The kind of secret that `value` is because of the name it goes by (`{"password": "…"}`), `null` if it is none. */
export function secretByName(name: string, value: string): string | null {
  if (!wholeName.test(name) || value === "" || stays(name, value)) return null;
  return /pwd$/i.test(name) && /^(?:[/~.]|[A-Z]:\\)/.test(value) ? null : kindOf(name);
}

function kindOf(name: string): string {
  if (/pass|pwd/i.test(name)) return "password";
  if (/key/i.test(name)) return "api-key";
  if (/token/i.test(name)) return "token";
  if (/credential|_auth/i.test(name)) return "credentials";
  if (/^sig/i.test(name)) return "signature";
  return /authorization/i.test(name) ? "authorization" : "secret";
}

function stays(name: string, secret: string): boolean {
  const bare = quoted.exec(secret)?.[2] ?? secret;
  if (isMarker(bare) || reference.test(secret) || harmless.test(bare)) return true;
  return /token/i.test(name) && smallNumber.test(bare);
}

/** A quoted value with what a list or sentence puts after it. */
const quoted = /^(["'])([\s\S]*)(\1[,;)\]}]{0,8})$/;

function hide(secret: string, kind: string): string {
  const parts = quoted.exec(secret);
  if (parts === null || parts[2]?.includes(parts[1] as string) === true) return markerOf(kind);
  return `${parts[1]}${markerOf(kind)}${parts[3]}`;
}
