/**
 * The secret gate: no key, seed phrase, token, private registry or path of somebody's machine in a tracked file.
 * The public test phrases are free, since every local chain uses them, and so are the keys of the first.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { english } from 'viem/accounts';
import { root } from '../lib/root.mjs';

/** The phrase that anvil, hardhat and ganache start with. @see https://getfoundry.sh/anvil/reference/ */
const TEST_PHRASE = `${'test '.repeat(11)}junk`;

/** The phrase that every development chain of Substrate knows Alice and Bob by. @see https://docs.polkadot.com/ */
const SUBSTRATE_PHRASE = 'bottom drive obey lake curtain smoke basket hold race lonely fit walk';

/** Its first ten keys, each the ninth to sixteenth hex digit: enough to know them by, and no key. */
const TEST_KEYS = ['c39a17e3', '998f97a5', 'fa1a4b94', '294e51e6', '19748859', 'f5c34c91', '03b83dfe', 'e3377467', 'b80551c9', '98f97d79'];

const TOKENS = [
  ['a private key block', /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----/],
  ['an AWS access key', /\bAKIA[0-9A-Z]{16}\b/],
  ['a GitHub token', /\bgh[pousr]_[A-Za-z0-9]{36,}\b|\bgithub_pat_[A-Za-z0-9_]{40,}\b/],
  ['an npm token', /\bnpm_[A-Za-z0-9]{36}\b|_authToken\s*=\s*[^\s$]/],
  ['a Slack token', /\bxox[abprs]-[A-Za-z0-9-]{10,}\b/],
  ['a Google key', /\bAIza[0-9A-Za-z_-]{35}\b/],
  ['an Infura or Alchemy address with its key', /\b(?:infura\.io\/v3|alchemy\.com\/v2)\/[0-9A-Za-z_-]{20,}/],
  ['a JSON web token', /\beyJ[A-Za-z0-9_-]{15,}\.eyJ[A-Za-z0-9_-]{15,}\.[A-Za-z0-9_-]{20,}/],
  ['a path of somebody’s machine', /(?:^|[\s"'`(=:,[]|file:\/\/)\/(?:work|home|root|Users)\/[\w.-]/],
];

const REGISTRY = /https?:\/\/([\w.-]*(?:registry|npm|artifactory|nexus|verdaccio)[\w.-]*)(?::\d+)?\//gi;
const PUBLIC_REGISTRIES = new Set(['registry.npmjs.org', 'www.npmjs.com', 'npmjs.com', 'docs.npmjs.com', 'npm.im']);

const KEY = /\b(?:0x)?([0-9a-fA-F]{64})\b/g;
const KEY_NAME = /priv(?:ate)?_?key|secret|seed|\bpk\b|signing_?key/i;

/** Twelve or more lowercase words of three to eight letters in a row. */
const PHRASE = /\b(?:[a-z]{3,8} ){11,}[a-z]{3,8}\b/g;

/** The words of seed phrases: twelve of them in a row make no sentence. @see https://github.com/bitcoin/bips/blob/master/bip-0039.mediawiki */
const SEED_WORDS = new Set(english);

/** Whether twelve words in a row are all words of seed phrases, and not those of a public test phrase. */
const holdsSeed = (words) => {
  if ([TEST_PHRASE, SUBSTRATE_PHRASE].some((phrase) => words.join(' ').includes(phrase))) return false;
  let run = 0;
  return words.some((word) => {
    run = SEED_WORDS.has(word) ? run + 1 : 0;
    return run === 12;
  });
};

/** What is wrong with the lines of one file. */
export const findSecrets = (text) => {
  const faults = [];
  for (const [index, line] of text.split('\n').entries()) {
    const report = (what) => faults.push({ line: index + 1, what });
    for (const [what, pattern] of TOKENS) if (pattern.test(line)) report(what);
    for (const [, host] of line.matchAll(REGISTRY)) if (!PUBLIC_REGISTRIES.has(host.toLowerCase())) report(`the registry ${host}`);
    for (const [phrase] of line.matchAll(PHRASE)) if (holdsSeed(phrase.split(' '))) report('a seed phrase');
    if (KEY_NAME.test(line)) {
      for (const [, digits] of line.matchAll(KEY)) if (!TEST_KEYS.includes(digits.slice(8, 16).toLowerCase())) report('a private key');
    }
  }
  return faults;
};

/** Looks through all tracked files. */
export const checkSecrets = () => {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  const faults = tracked
    .filter((path) => existsSync(join(root, path)))
    .flatMap((path) => {
      const bytes = readFileSync(join(root, path));
      if (bytes.includes(0)) return [];
      return findSecrets(bytes.toString('utf8')).map(({ line, what }) => `${path}:${line}: ${what}`);
    });
  return { files: tracked.length, faults };
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { files, faults } = checkSecrets();
  for (const fault of faults) console.error(fault);
  console.log(`secrets: ${files} tracked files, ${faults.length} faults`);
  process.exit(faults.length === 0 ? 0 : 1);
}
