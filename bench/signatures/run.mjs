/**
 * `npm run bench:signatures`: verifies message signatures with Latchkey and with a library that does only this, in turns in one process.
 * Prints a table and writes it to `bench/SIGNATURES.md`. Results never make it fail.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, type } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled } from '../../scripts/lib/ensure-installed.mjs';
import { requireNode, root } from '../../scripts/lib/root.mjs';
import { median, spread } from '../lib/statistics.mjs';

requireNode();
await ensureInstalled();
const { ensurePackageBuilt } = await import('../../scripts/lib/ensure-built.mjs');
await ensurePackageBuilt();
const { SUBJECTS, prepare } = await import('./subjects.mjs');

const ROUNDS = 7;
const ROUND_MS = 1_000;

/** Verifications a second, each of another message. */
const measure = async (verify, signed) => {
  const startedAt = performance.now();
  let count = 0;
  while (performance.now() - startedAt < ROUND_MS) {
    if (!(await verify(signed[count % signed.length]))) throw new Error('A valid signature is rejected');
    count += 1;
  }
  return (count * 1_000) / (performance.now() - startedAt);
};

await prepare();
const rows = [];
for (const { name, sign, verifiers } of SUBJECTS) {
  const signed = await sign();
  const results = new Map(verifiers.map(([label]) => [label, []]));
  // The first round warms up and does not count.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const order = round % 2 === 0 ? verifiers : verifiers.toReversed();
    for (const [label, verify] of order) {
      const result = await measure(verify, signed);
      if (round > 0) results.get(label).push(result);
    }
  }
  const [ours] = results.values();
  for (const [label, numbers] of results) {
    rows.push(`| ${name} | ${label} | ${spread(numbers)} | ${(median(ours) / median(numbers)).toFixed(2)} |`);
    process.stdout.write(`${rows.at(-1)}\n`);
  }
}

const version = (name) => `\`${name}\` ${JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version}`;
const PACKAGES = ['viem', '@noble/curves', '@scure/sr25519', '@polkadot/util-crypto', '@polkadot/wasm-crypto', 'bip322-js'];
const load = loadavg().map((number) => number.toFixed(1));
const [{ model }] = cpus();
const report = `# Verification of message signatures

\`npm run bench:signatures\` wrote this file: ${cpus().length} × ${model}, ${type()} ${release()}, Node ${process.versions.node}, load ${load.join(', ')}. ${PACKAGES.map(version).join(', ')}.

Verifications a second in one thread, each of another sign-in message of about 300 bytes, whose signature is valid: median
(minimum–maximum) of ${ROUNDS} rounds of a second, in turns. All take texts, as a server gets them: address, message and signature. “Curve
library alone” gets the bytes that it needs, and checks neither address nor encoding: it is the limit for any verifier built on it. The last
column is the speed of Latchkey divided by that of the row.

| signature | verified with | a second | Latchkey is … times as fast |
| --- | --- | ---: | ---: |
${rows.join('\n')}
`;
writeFileSync(join(root, 'bench', 'SIGNATURES.md'), report);
