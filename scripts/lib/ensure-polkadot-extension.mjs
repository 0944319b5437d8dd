import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';
import { run, runNpm } from './run.mjs';

/** The only wallet extension build on npm (Apache-2.0). */
const PACKAGE = '@polkadot/extension@0.22.1';
const FILE = 'polkadot-extension-0.22.1.tgz';
/** Base64 integrity hash of the file. */
const SHA512 = 'tSpyIbI/mc/l0LQql+T1YwMg8ncEgi+Gtf1ptVzvvDN6gG2NXdz1oYeqEa9Jtt/kiK/Xe5Z/MDmgOfvUi7o8Vg==';
/** Incremented when the port changes. */
const PORT_VERSION = 1;

/** Service worker that replaces the background page. It shims `window`, `localStorage` and renamed extension APIs. */
const WORKER = `
globalThis.window = globalThis;
chrome.browserAction = chrome.action;
chrome.extension ??= {};
chrome.extension.getURL = chrome.runtime.getURL;
const values = new Map();
globalThis.localStorage ??= {
  getItem: (key) => values.get(key) ?? null,
  setItem: (key, value) => void values.set(key, String(value)),
  removeItem: (key) => void values.delete(key),
};
importScripts('background.js');
`;

const SHIM = 'chrome.extension ??= {};\nchrome.extension.getURL = chrome.runtime.getURL;\n';

/** Reads the global object with `new Function`, which Manifest V3 forbids. */
const FORBIDDEN = 'let e=d(A,t);return Q(new Function(e))';
const ALLOWED = 'return Q(function(){return globalThis})';

const replaceOnce = (text, old, next) => {
  if (text.split(old).length !== 2) throw new Error(`${PACKAGE} has unexpected contents: ${old}`);
  return text.replace(old, () => next);
};

/** Ports the extension from Manifest V2 to V3, which current Chromium requires. @see https://developer.chrome.com/docs/extensions/develop/migrate */
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
  if (found !== SHA512) throw new Error(`${FILE} has an unexpected hash: ${found}`);
  const unpacked = await run('tar', ['-xzf', file, '-C', folder], { quiet: true });
  if (unpacked.code !== 0) throw new Error(`${FILE} cannot be unpacked:\n${unpacked.output}`);
};

/**
 * Fetches the published polkadot{.js} extension once, verifies its hash, ports it to Manifest V3 and keeps it in .cache.
 * @returns {Promise<string>} Folder of the unpacked extension.
 */
export const ensurePolkadotExtension = async () => {
  const folder = join(root, '.cache', `polkadot-extension-0.22.1-${PORT_VERSION}`);
  if (existsSync(folder)) return folder;
  mkdirSync(join(root, '.cache'), { recursive: true });
  const temporary = mkdtempSync(join(root, '.cache/polkadot-extension-'));
  try {
    await fetchPackage(temporary);
    const unpacked = join(temporary, 'package');
    port(unpacked);
    // Renamed atomically, because another worker may do the same.
    if (!existsSync(folder)) renameSync(unpacked, folder);
  } catch (error) {
    // Another worker was faster.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  return folder;
};
