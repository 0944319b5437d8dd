import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleForBrowser } from '../build/bundle-for-browser.js';
import { SANDBOX_ROOT } from '../build/sandbox-root.js';
import { EXTENSION_IDENTITY } from '../wallet/provider/identity.js';
import type { ExtensionConfig } from './extension-config.js';

/** What the extension is built with. */
export interface BuildExtensionOptions {
  /** JSON-RPC address by CAIP-2 chain id: `urls.rpc` of a running sandbox. */
  readonly rpc: Readonly<Record<string, string>>;
  /** Folder to build into; by default one inside this workspace, which stays the same from start to start. */
  readonly folder?: string;
}

const SCRIPTS = { 'worker.js': 'worker.ts', 'bridge.js': 'bridge.ts', 'inpage.js': 'inpage.ts', 'window.js': 'window-page.ts' };

/**
 * Builds the wallet as an MV3 extension that a browser can load unpacked, and resolves with its folder. Its worker reads the addresses in
 * `config.json` whenever it starts, so that one loaded extension follows the sandbox from run to run.
 */
export const buildExtension = async ({ rpc, folder }: BuildExtensionOptions): Promise<string> => {
  const target = folder ?? join(SANDBOX_ROOT, '.cache/extension');
  await mkdir(target, { recursive: true });
  const config: ExtensionConfig = {
    rpc: Object.fromEntries(Object.entries(rpc).map(([chainId, url]) => [Number(chainId.replace('eip155:', '')), url])),
  };
  const icon = decodeURIComponent(EXTENSION_IDENTITY.icon.replace(/^[^,]*,/, ''));
  await Promise.all([
    cp(join(SANDBOX_ROOT, 'extension/manifest.json'), join(target, 'manifest.json')),
    cp(join(SANDBOX_ROOT, 'wallet/window/window.html'), join(target, 'window.html')),
    cp(join(SANDBOX_ROOT, 'wallet/window/window.css'), join(target, 'window.css')),
    writeFile(join(target, 'config.json'), JSON.stringify(config)),
    writeFile(join(target, 'icon.svg'), icon),
    ...Object.entries(SCRIPTS).map(async ([file, entry]) => writeFile(join(target, file), await bundleForBrowser(`extension/${entry}`))),
  ]);
  return target;
};
