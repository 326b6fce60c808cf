// Secrets that are known by their own shape: tokens with a prefix of their issuer, private keys, credentials in URLs.
// Every repetition is either bounded or stops at a character that the rule's own beginning can't follow, so that each
// rule is linear in the text; a test holds every rule to it.

import { isMarker, markerOf, type RedactRule } from "./redact-rule.js";

const boundary = "(?<![A-Za-z0-9])";
const word = "[A-Za-z0-9_-]";

/** A token that begins with one of its issuer's prefixes; all of it goes. */
function prefixed(kind: string, prefixes: readonly string[], rest: string, before = boundary): RedactRule {
  const marker = markerOf(kind);
  const pattern = new RegExp(`${before}(?:${prefixes.map(literally).join("|")})${rest}`, "g");
  return { literals: prefixes, apply: (text) => text.replace(pattern, marker) };
}

/** A secret that follows something that stays: group 1 stays, group 2 goes. */
function following(kind: string, literals: readonly string[], source: string): RedactRule {
  const marker = markerOf(kind);
  const pattern = new RegExp(source, "gi");
  const replace = (whole: string, kept: string, secret: string): string => (isMarker(secret) ? whole : kept + marker);
  return { literals, apply: (text) => text.replace(pattern, replace) };
}

function literally(literal: string): string {
  return literal.replace(/[.\\/:-]/g, "\\$&");
}

const privateKeys: readonly RedactRule[] = [
  {
    literals: ["PRIVATE KEY"],
    apply: (text) =>
      text.replace(
        /-----BEGIN ?[A-Z0-9 ]{0,40}PRIVATE KEY[\s\S]*?(?:-----END ?[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
        markerOf("private-key"),
      ),
  },
  prefixed("private-key", ["Private-Lines:"], "[\\s\\S]*"),
  prefixed("private-key", ["AGE-SECRET-KEY-1"], "[A-Z0-9]{20,}"),
];

const issued: readonly RedactRule[] = [
  // Only at the start of a run of its characters: else each `eyJ` of a long run would look for the dot at its end.
  prefixed("jwt", ["eyJ"], `${word}{8,}\\.${word}{4,}(?:\\.${word}*){0,4}`, "(?<![A-Za-z0-9_-])"),
  prefixed("github-token", ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], "[A-Za-z0-9]{20,}"),
  prefixed("github-token", ["github_pat_"], "[A-Za-z0-9_]{20,}"),
  prefixed(
    "gitlab-token",
    ["glpat-", "glptt-", "gldt-", "glrt-", "glcbt-", "glft-", "glimt-", "glagent-", "glsoat-", "glffct-", "gloas-"],
    "[A-Za-z0-9_.-]{16,}",
  ),
  prefixed(
    "aws-access-key",
    ["A3T", "AKIA", "ASIA", "AROA", "AIDA", "AGPA", "AIPA", "ANPA", "ANVA", "ABIA", "ACCA"],
    "[A-Z0-9]{12,}",
  ),
  prefixed(
    "slack-token",
    ["xoxa-", "xoxb-", "xoxc-", "xoxd-", "xoxe-", "xoxe.xox", "xoxo-", "xoxp-", "xoxr-", "xoxs-", "xapp-", "xwfp-"],
    "[A-Za-z0-9-]{10,}",
  ),
  prefixed("anthropic-key", ["sk-ant-"], `${word}{16,}`),
  prefixed("openai-key", ["sk-"], `(?=[A-Za-z_-]{0,64}[0-9])${word}{20,}`),
  prefixed("stripe-key", ["sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_"], "[A-Za-z0-9+/=]{10,}"),
  prefixed("google-key", ["AIza", "GOCSPX-"], `${word}{20,}`),
  prefixed("google-token", ["ya29.", "1//0"], `${word}{20,}`),
  prefixed("npm-token", ["npm_"], "[A-Za-z0-9]{30,}"),
  prefixed("pypi-token", ["pypi-"], `${word}{50,}`),
  prefixed("rubygems-key", ["rubygems_"], "[a-f0-9]{32,}"),
  prefixed("docker-token", ["dckr_pat_", "dckr_oat_"], `${word}{20,}`),
  prefixed("huggingface-token", ["hf_", "api_org_"], "[A-Za-z0-9]{30,}"),
  prefixed("groq-key", ["gsk_"], "[A-Za-z0-9]{30,}"),
  prefixed("xai-key", ["xai-"], "[A-Za-z0-9]{40,}"),
  prefixed("perplexity-key", ["pplx-"], "[A-Za-z0-9]{30,}"),
  prefixed("replicate-token", ["r8_"], "[A-Za-z0-9]{30,}"),
  prefixed("linear-key", ["lin_api_", "lin_oauth_"], "[A-Za-z0-9_]{20,}"),
  prefixed("notion-token", ["ntn_", "secret_"], "[A-Za-z0-9]{40,}"),
  prefixed("shopify-token", ["shpat_", "shpca_", "shppa_", "shpss_"], "[A-Za-z0-9]{20,}"),
  prefixed("sendgrid-key", ["SG."], `${word}{8,}\\.${word}{8,}`),
  prefixed("digitalocean-token", ["dop_v1_", "doo_v1_", "dor_v1_"], "[a-f0-9]{32,}"),
  prefixed("grafana-token", ["glc_", "glsa_"], "[A-Za-z0-9_+/=]{20,}"),
  prefixed("sentry-token", ["sntrys_", "sntryu_"], "[A-Za-z0-9_+/=]{20,}"),
  prefixed("databricks-token", ["dapi"], "[a-f0-9]{32,}"),
  prefixed("vault-token", ["hvs.", "hvb."], `${word}{20,}`),
  prefixed("1password-token", ["ops_ey"], "[A-Za-z0-9_+/=-]{40,}"),
  prefixed("atlassian-token", ["ATATT3x", "ATCTT3x"], "[A-Za-z0-9_=-]{20,}"),
  prefixed("tailscale-key", ["tskey-"], `${word}{10,}`),
  prefixed("figma-token", ["figd_"], `${word}{20,}`),
  prefixed("postman-key", ["PMAK-"], `${word}{20,}`),
  prefixed("supabase-token", ["sbp_", "sbs_", "sb_secret_"], "[A-Za-z0-9_]{20,}"),
  prefixed("pulumi-token", ["pul-"], "[a-f0-9]{32,}"),
  prefixed("square-token", ["sq0atp-", "sq0csp-"], `${word}{16,}`),
  following("telegram-token", [":AA"], `((?<![0-9]))([0-9]{8,10}:AA${word}{30,})`),
];

const addressed: readonly RedactRule[] = [
  following(
    "slack-webhook",
    ["hooks.slack.com/"],
    "(hooks\\.slack\\.com/(?:services|workflows|triggers)/)([\\w/-]{8,})",
  ),
  following("discord-webhook", ["/api/webhooks/"], "(discord(?:app)?\\.com/api/webhooks/[0-9]{1,25}/)([\\w-]{16,})"),
  following("password", ["://"], "(://[^\\s:/?#@\"']{0,128}:)([^\\s/\"'?#]{1,256})(?=@)"),
  following("token", ["://"], "(://)([\\w-]{20,255})(?=@)"),
];

const headers: readonly RedactRule[] = [
  following(
    "authorization",
    ["authorization"],
    "(authorization\\\\?[\"']?\\s{0,3}[:=]\\s{0,3}\\\\?[\"']?(?:bearer|basic|token|digest|apikey|negotiate)\\s{1,3})([^\\s\"'\\\\]{4,})",
  ),
  following(
    "bearer-token",
    ["bearer"],
    "((?<![a-z0-9_])bearer\\s{1,3})((?=[a-z._~+/=-]{0,64}[0-9])[a-z0-9._~+/=-]{12,})",
  ),
  following("cookie", ["cookie:"], "((?<![a-z0-9_])cookie:\\s{0,3}[^\\s=;\"']{1,80}=)([^\"'\\n]+)"),
];

export const tokenRules: readonly RedactRule[] = [...privateKeys, ...issued, ...addressed, ...headers];
