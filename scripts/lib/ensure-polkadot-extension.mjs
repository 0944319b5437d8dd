import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';
import { run, runNpm } from './run.mjs';

/** The only build of a wallet extension that npm has (Apache-2.0). */
const PACKAGE = '@polkadot/extension@0.22.1';
const FILE = 'polkadot-extension-0.22.1.tgz';
/** What the registry says of the file, in base64. */
const SHA512 = 'tSpyIbI/mc/l0LQql+T1YwMg8ncEgi+Gtf1ptVzvvDN6gG2NXdz1oYeqEa9Jtt/kiK/Xe5Z/MDmgOfvUi7o8Vg==';
/** Goes up when what is made of it changes. */
const EDITION = 1;

/** Its background page becomes a worker, which has no window, no `localStorage` and newer names for what browsers give to extensions. */
const WORKER = `
globalThis.window = globalThis;
chrome.browserAction = chrome.action;
chrome.extension ??= {};
chrome.extension.getURL = chrome.runtime.getURL;
const kept = new Map();
globalThis.localStorage ??= {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => void kept.set(key, String(value)),
  removeItem: (key) => void kept.delete(key),
};
importScripts('background.js');
`;

const SHIM = 'chrome.extension ??= {};\nchrome.extension.getURL = chrome.runtime.getURL;\n';

/** Asks for the global object by code made of a text, which the rules for today's extensions forbid. */
const FORBIDDEN = 'let e=d(A,t);return Q(new Function(e))';
const ALLOWED = 'return Q(function(){return globalThis})';

const replaceOnce = (text, old, next) => {
  if (text.split(old).length !== 2) throw new Error(`${PACKAGE} is not as expected: ${old}`);
  return text.replace(old, () => next);
};

/** Turns an extension of Manifest V2 into one of V3, which today's Chromium loads. @see https://developer.chrome.com/docs/extensions/develop/migrate */
const port = (folder) => {
  const edit = (name, change) => writeFileSync(join(folder, name), change(readFileSync(join(folder, name), 'utf8')));
  edit('manifest.json', (text) => {
    const { browser_action: action, ...manifest } = JSON.parse(text);
    const [script] = manifest.content_scripts;
    return JSON.stringify({
      ...manifest,
      action,
      manifest_version: 3,
      background: { service_worker: 'worker.js' },
      permissions: ['storage', 'tabs'],
      content_scripts: [{ ...script, js: ['shim.js', ...script.js] }],
      web_accessible_resources: [{ resources: ['page.js'], matches: script.matches }],
      content_security_policy: { extension_pages: "script-src 'self' 'wasm-unsafe-eval'; object-src 'self'" },
    });
  });
  edit('background.js', (text) => replaceOnce(text, FORBIDDEN, ALLOWED));
  edit('index.html', (text) =>
    replaceOnce(text, "<script src='./extension.js'>", "<script src='./shim.js'></script><script src='./extension.js'>"),
  );
  writeFileSync(join(folder, 'worker.js'), WORKER);
  writeFileSync(join(folder, 'shim.js'), SHIM);
};

const fetchPackage = async (folder) => {
  const packed = await runNpm(['pack', PACKAGE, '--pack-destination', folder, '--silent'], { quiet: true });
  const file = join(folder, FILE);
  if (packed.code !== 0 || !existsSync(file)) throw new Error(`npm cannot fetch ${PACKAGE}:\n${packed.output}`);
  const found = createHash('sha512').update(readFileSync(file)).digest('base64');
  if (found !== SHA512) throw new Error(`${FILE} is another file than the one that was looked at: ${found}`);
  const unpacked = await run('tar', ['-xzf', file, '-C', folder], { quiet: true });
  if (unpacked.code !== 0) throw new Error(`${FILE} cannot be unpacked:\n${unpacked.output}`);
};

/**
 * Fetches the published polkadot{.js} extension once and ports it to Manifest V3. It is checked against its hash and stays in .cache.
 * @returns {Promise<string>} Folder of the unpacked extension.
 */
export const ensurePolkadotExtension = async () => {
  const folder = join(root, '.cache', `polkadot-extension-0.22.1-${EDITION}`);
  if (existsSync(folder)) return folder;
  mkdirSync(join(root, '.cache'), { recursive: true });
  const workplace = mkdtempSync(join(root, '.cache/polkadot-extension-'));
  try {
    await fetchPackage(workplace);
    const unpacked = join(workplace, 'package');
    port(unpacked);
    // Put there at once and whole: another worker may be doing the same.
    if (!existsSync(folder)) renameSync(unpacked, folder);
  } catch (error) {
    // The other worker was faster.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(workplace, { recursive: true, force: true });
  }
  return folder;
};
