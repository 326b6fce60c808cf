// What only looks a bit like a secret stays: the redactor is no use if it eats what the developer did.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createRedactor } from "../../src/log/redact.js";

const redact = await createRedactor([]);

const texts = [
  "ran `npm test`: failed",
  "tests pass: 12, fail: 3",
  "max_tokens=4096 token=5",
  "PASS_COUNT=3",
  "cd $PWD && PWD=/home/x make",
  "deploy --token $TOKEN --key-file ~/.ssh/id",
  "login --password-stdin < file",
  "password: reset flow is broken",
  "fix(auth): token: refresh the cache",
  "token: don't refresh twice",
  "authorization: add tests for it",
  "const token: string = next();",
  "expired token == current token",
  "task-oriented sk-learn pipelines",
  "https://example.com:8080/a@b",
  "git@github.com:owner/repo.git",
  "ssh://git@example.com/repo.git",
  "mysql -u root -p db",
  "gh auth login --with-token < token.txt",
  "commit 0123456789abcdef0123456789abcdef01234567",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's, not ours
  "${SECRET:-none} secret=${VAULT_SECRET} password=<your password>",
  "Asia/Kathmandu, PRIVATE KEY, eyJ, ghp_, AKIA, sk-",
];

for (const text of texts) test(text, () => assert.equal(redact(text), text));
