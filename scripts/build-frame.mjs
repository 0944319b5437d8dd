/**
 * `npm run build-frame -- <folder>`: writes the documents of the secure site to `<folder>/f/<digest>/`, beside those of earlier versions, for a
 * web server. Signs the manifest with `SECURE_SITE_MANIFEST_KEY`.
 */
import { join } from 'node:path';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { requireNode } from './lib/root.mjs';

const [folder, ...others] = process.argv.slice(2);
const seed = process.env.SECURE_SITE_MANIFEST_KEY;
if (folder === undefined || others.length > 0 || seed === undefined) {
  console.error('Usage: SECURE_SITE_MANIFEST_KEY=<32 bytes in base64url> npm run build-frame -- <folder>');
  process.exit(2);
}

requireNode();
await ensureInstalled();
const { ensurePackageBuilt } = await import('./lib/ensure-built.mjs');
if (!(await ensurePackageBuilt())) process.exit(1);
const { buildDocumentsOf, ManifestKey, writeBundle } = await import('@latchkey/sandbox');

const key = ManifestKey.import(seed);
const { bundle } = await buildDocumentsOf();
await writeBundle(join(folder, 'f'), { bundle, signature: key.sign(bundle.digest) });
console.log(`digest     ${bundle.digest}`);
console.log(`signed by  ${key.publicKey}`);
console.log(`written to ${join(folder, 'f', bundle.digest)}`);
