// Secrets that are known by their name, in commands, files and prose: the value goes, the shape stays.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createRedactor } from "../../src/log/redact.js";

const redact = await createRedactor([]);

const table: readonly (readonly [text: string, redacted: string])[] = [
  ["deploy --api-key abc123 --region eu", "deploy --api-key [REDACTED:api-key] --region eu"],
  ["deploy --api-key=abc123 --region eu", "deploy --api-key=[REDACTED:api-key] --region eu"],
  ["tool -token abc", "tool -token [REDACTED:token]"],
  ["login --password 'a b' x", "login --password '[REDACTED:password]' x"],
  ["login --password=x", "login --password=[REDACTED:password]"],
  ["export API_TOKEN=abcdef FOO=bar", "export API_TOKEN=[REDACTED:token] FOO=bar"],
  ["PGPASSWORD=x psql -h db", "PGPASSWORD=[REDACTED:password] psql -h db"],
  ["MYSQL_PWD=x mysql", "MYSQL_PWD=[REDACTED:password] mysql"],
  ["DB_PASS=hunter2; SSHPASS=y ssh", "DB_PASS=[REDACTED:password]; SSHPASS=[REDACTED:password] ssh"],
  ["AWS_SECRET_ACCESS_KEY=abc/def+ghi=", "AWS_SECRET_ACCESS_KEY=[REDACTED:api-key]"],
  ["SECRET_KEY_BASE=abc", "SECRET_KEY_BASE=[REDACTED:api-key]"],
  ['PASSWORD="a\\"b c" next', "PASSWORD=[REDACTED:password] next"],
  ["PASSWORD=a\\ b next", "PASSWORD=[REDACTED:password] next"],
  ['PASSWORD="cut off here', "PASSWORD=[REDACTED:password]"],
  ['PASSWORD="cut off here\\', "PASSWORD=[REDACTED:password]"],
  ["password: hunter2", "password: [REDACTED:password]"],
  ["password:hunter2 next", "password:[REDACTED:password] next"],
  ["the password: correcthorse", "the password: [REDACTED:password]"],
  ['{"password":"a b", "n": 1}', '{"password":"[REDACTED:password]", "n": 1}'],
  ["{'client_secret': 'abc'}", "{'client_secret': '[REDACTED:secret]'}"],
  ["accessKey: abc123", "accessKey: [REDACTED:api-key]"],
  ["Server=db;Uid=me;Pwd=abc;", "Server=db;Uid=me;Pwd=[REDACTED:password];"],
  ["mysql -u root -phunter2 db", "mysql -u root -p[REDACTED:password] db"],
  ["sshpass -p foo ssh host", "sshpass -p [REDACTED:password] ssh host"],
  ["docker login -u me -p foo reg.io", "docker login -u me -p [REDACTED:password] reg.io"],
  ["redis-cli -h x -a foo get k", "redis-cli -h x -a [REDACTED:password] get k"],
  ["openssl rsa -passin pass:abc -in k", "openssl rsa -passin pass:[REDACTED:password] -in k"],
  ["curl -u me:foo https://x.y/z", "curl -u me:[REDACTED:password] https://x.y/z"],
  ["curl --user me:foo https://x.y/z", "curl --user me:[REDACTED:password] https://x.y/z"],
  ["git clone https://bob:p4ss@host.com/x.git", "git clone https://bob:[REDACTED:password]@host.com/x.git"],
  ["postgres://u:p@ss@h:5432/db", "postgres://u:[REDACTED:password]@h:5432/db"],
  ["redis://:foo@h:6379", "redis://:[REDACTED:password]@h:6379"],
  ["https://x.com/?token=abc&y=1#z", "https://x.com/?token=[REDACTED:token]&y=1#z"],
  ["https://x.com/?key=abc&y=1", "https://x.com/?key=[REDACTED:api-key]&y=1"],
  ["https://x.com/?y=1&sig=abc", "https://x.com/?y=1&sig=[REDACTED:signature]"],
  ["Authorization: Bearer abc.def", "Authorization: Bearer [REDACTED:authorization]"],
  ["curl -H 'Authorization: Basic YWJjOmRlZg==' x", "curl -H 'Authorization: Basic [REDACTED:authorization]' x"],
  ["X-Api-Key: abc123", "X-Api-Key: [REDACTED:api-key]"],
  ["Cookie: sid=abc; theme=dark", "Cookie: sid=[REDACTED:cookie]"],
  ["//registry.npmjs.org/:_authToken=abc", "//registry.npmjs.org/:_authToken=[REDACTED:token]"],
  ["npm config set //r.io/:_authToken abc", "npm config set //r.io/:_authToken [REDACTED:token]"],
  [
    "kubectl create secret generic s --from-literal=password=a",
    "kubectl create secret generic s --from-literal=password=[REDACTED:password]",
  ],
];

for (const [text, redacted] of table) test(text, () => assert.equal(redact(text), redacted));
