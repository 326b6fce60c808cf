// Made-up secrets in their real shapes. They are put together here so that no scanner takes this file for a leak.

const alnum = "a1B2c3D4e5F6g7H8i9J0kLmNoPqRsTuVwXyZ";
const upper = "A1B2C3D4E5F6G7H8J9K0";
const hex = "0123456789abcdef";

/** `length` characters of an alphabet, always the same. */
function body(length: number, alphabet = alnum): string {
  return alphabet.repeat(Math.ceil(length / alphabet.length)).slice(0, length);
}

function join(...parts: string[]): string {
  return parts.join("");
}

const base64url = (text: string): string => Buffer.from(text).toString("base64url");

/** Kind → secrets of that kind. */
export const secrets: Readonly<Record<string, readonly string[]>> = {
  "github-token": [
    ...["ghp", "gho", "ghu", "ghs", "ghr"].map((prefix) => join(prefix, "_", body(36))),
    join("github", "_pat_", body(22), "_", body(59)),
  ],
  "gitlab-token": [join("glpat", "-", body(20)), join("glrt", "-", body(20)), join("glptt", "-", body(40, hex))],
  "aws-access-key": [join("AK", "IA", body(16, upper)), join("AS", "IA", body(16, upper))],
  "slack-token": [
    join("xo", "xb-", body(12, "1234567890"), "-", body(24)),
    join("xo", "xp-", body(12, "1234567890"), "-", body(32, hex)),
    join("xa", "pp-1-", body(11, upper), "-", body(30, hex)),
  ],
  "openai-key": [join("s", "k-proj-", body(48)), join("s", "k-", body(48))],
  "anthropic-key": [join("s", "k-ant-api03-", body(93), "AA")],
  "stripe-key": [join("s", "k_live_", body(24)), join("r", "k_test_", body(24)), join("wh", "sec_", body(32))],
  "google-key": [join("AI", "za", body(35))],
  "google-token": [join("ya", "29.", body(60))],
  "npm-token": [join("np", "m_", body(36))],
  "pypi-token": [join("py", "pi-AgEIcHlwaS5vcmc", body(80))],
  "huggingface-token": [join("h", "f_", body(34))],
  "docker-token": [join("dck", "r_pat_", body(27))],
  "linear-key": [join("lin_", "api_", body(40))],
  "shopify-token": [join("shp", "at_", body(32, hex))],
  "sendgrid-key": [join("S", "G.", body(22), ".", body(43))],
  "digitalocean-token": [join("do", "p_v1_", body(64, hex))],
  "sentry-token": [join("sntr", "ys_", body(60))],
  "grafana-token": [join("gl", "sa_", body(32), "_", body(8, hex))],
  "vault-token": [join("hv", "s.", body(24))],
  "databricks-token": [join("da", "pi", body(32, hex))],
  "telegram-token": [join(body(10, "123456789"), ":A", "A", body(33))],
  jwt: [join("ey", "JhbGciOiJIUzI1NiJ9.", base64url('{"sub":"1234567890"}'), ".", body(43))],
  "private-key": [
    join("-----BEGIN RSA PRIVATE", " KEY-----\n", body(64), "\n", body(64), "\n-----END RSA PRIVATE", " KEY-----"),
    join("-----BEGIN OPENSSH PRIVATE", " KEY-----\\n", body(200), "\\n-----END OPENSSH PRIVATE", " KEY-----"),
    join(
      "-----BEGIN PGP PRIVATE",
      " KEY BLOCK-----\nVersion: 1\n\n",
      body(90),
      "\n-----END PGP PRIVATE",
      " KEY BLOCK-----",
    ),
    join("-----BEGIN EC PRIVATE", " KEY-----\n", body(64), "\nthe rest was cut off"),
  ],
};

/** One of each kind. */
export const samples: readonly string[] = Object.values(secrets).flatMap((list) => list.slice(0, 1));
