/**
 * `npm run verify-frame -- <url> [--key <public key>] [--project <id>]`: builds the documents of the secure site from this checkout, loads
 * every file of a running site, and says which differ. Exit codes: 0 the same, 1 different, 2 not verifiable.
 */
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { requireNode } from './lib/root.mjs';

const HELP = `Usage: npm run verify-frame -- <url> [options]

Compares the documents that a secure site sends with what this checkout builds. With /f/<digest>/ in the URL, that bundle; else the current one.

  --key <public key>  the key that must have signed the manifest (Ed25519, base64url)
  --project <id>      project whose apps embed the frame, to show which origins these are
  --help              print this help

Exit codes: 0 the same, 1 different, 2 not verifiable.
`;

const fail = (message) => {
  console.error(message);
  process.exit(2);
};

/** One key in 64 begins with a dash, which `parseArgs` takes for another option unless it is written as `--key=<key>`. */
const joinKey = (args) => {
  const at = args.indexOf('--key');
  return at !== -1 && /^-[\w-]{42}$/.test(args[at + 1] ?? '') ? args.toSpliced(at, 2, `--key=${args[at + 1]}`) : args;
};

const readArguments = () => {
  try {
    return parseArgs({
      args: joinKey(process.argv.slice(2)),
      allowPositionals: true,
      options: { key: { type: 'string' }, project: { type: 'string' }, help: { type: 'boolean', default: false } },
    });
  } catch (error) {
    return fail(`${error.message}\n\n${HELP}`);
  }
};

const { values, positionals } = readArguments();
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
const [url, ...others] = positionals;
if (url === undefined || others.length > 0) fail(HELP);

requireNode();
await ensureInstalled();
const { ensurePackageBuilt } = await import('./lib/ensure-built.mjs');
if (!(await ensurePackageBuilt())) process.exit(2);
const { buildDocumentsOf, NotVerifiable, verifySite } = await import('@latchkey/sandbox');

const verify = async () => {
  const { bundle } = await buildDocumentsOf();
  try {
    const { key, project } = values;
    return await verifySite({ url, local: bundle, ...(key === undefined ? {} : { key }), ...(project === undefined ? {} : { project }) });
  } catch (error) {
    if (error instanceof NotVerifiable) return fail(`Not verifiable: ${error.message}.`);
    throw error;
  }
};

const report = await verify();
const { differences, signer, digest, linkedDigest, localDigest } = report;
// A site can send anything: nothing of it reaches the terminal as control characters, or as a space that is none.
const printable = (text) => text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, '\uFFFD');
const rows = [
  ['site', report.origin],
  ['loaded', `${report.files} files, ${report.bytes} bytes, ${new Date().toISOString()}`],
  ['digest', `${digest}${digest === localDigest ? ', as of this checkout' : ''}`],
  ...(digest === localDigest ? [] : [['checkout', localDigest]]),
  ...(digest === linkedDigest
    ? []
    : [['links to', `${linkedDigest ?? 'no bundle'}, which is not verified here and shares the storage of this one`]]),
  [
    'signed by',
    signer === null ? 'no key' : `${signer}${values.key === undefined ? ' (any key was accepted: pass it with --key next time)' : ''}`,
  ],
  ['framed by', report.embedders],
];
for (const [name, value] of rows) console.log(printable(`${name.padEnd(10)} ${value}`));

console.log('\nConfiguration, which is not code. Judge it yourself:');
const lines = report.configuration === null ? ['none, or no JSON'] : JSON.stringify(report.configuration, null, 2).split('\n');
for (const line of lines) console.log(printable(`  ${line}`));

if (differences.length === 0) console.log('\nThe same: each file is what this checkout builds.');
else {
  console.log(`\nDifferent: ${differences.length}`);
  for (const { file, text } of differences) console.log(printable(`  ${file} ${text}`));
}
console.log('\nThis is what the site sent to this computer now. It can send something else to others, or later.');
process.exitCode = differences.length === 0 ? 0 : 1;
