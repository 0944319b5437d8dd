import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleForBrowser } from '../build/bundle-for-browser.js';
import { SANDBOX_ROOT } from '../build/sandbox-root.js';
import { iconAsset } from '../site/send-asset.js';
import { type NamespaceNodes, offeredChains } from '../wallet/engine/keys/namespace.js';
import { type Announcement, restrictTo } from '../wallet/provider/announce-wallet.js';
import { EXTENSION_IDENTITY } from '../wallet/provider/identity.js';

/** What the folder of the extension says of the running sandbox; it is read anew whenever the worker starts. */
export interface ExtensionConfig {
  /** JSON-RPC address by EIP-155 chain id. */
  readonly rpc: Readonly<Record<number, string>>;
  /** What the wallet offers besides eip155. */
  readonly nodes: NamespaceNodes;
}

/** What the extension is built with. */
export interface BuildExtensionOptions {
  /** JSON-RPC address by CAIP-2 chain id: `urls.rpc` of a running sandbox. Those of other namespaces than eip155 are left out. */
  readonly rpc: Readonly<Record<string, string>>;
  /** What the wallet offers besides eip155: `nodes` of a running sandbox; nothing by default. */
  readonly nodes?: NamespaceNodes;
  /** Namespaces that the wallet brings to pages; by default all that it has a chain of. */
  readonly namespaces?: readonly string[];
  /** What it calls itself; `Sandbox Wallet Extension` by default. */
  readonly name?: string;
  /** Folder to build into; by default one inside this workspace, which stays the same from start to start. */
  readonly folder?: string;
}

const SCRIPTS = { 'worker.js': 'worker.ts', 'bridge.js': 'bridge.ts', 'inpage.js': 'inpage.ts', 'window.js': 'window-page.ts' };

const readManifest = async (): Promise<object> => JSON.parse(await readFile(join(SANDBOX_ROOT, 'extension/manifest.json'), 'utf8'));

/**
 * Builds the wallet as an MV3 extension that a browser can load unpacked, and resolves with its folder. Its worker reads the addresses in
 * `config.json` whenever it starts, so that one loaded extension follows the sandbox from run to run.
 */
export const buildExtension = async (options: BuildExtensionOptions): Promise<string> => {
  const { rpc, nodes = {}, namespaces = null, name = EXTENSION_IDENTITY.name, folder } = options;
  const target = folder ?? join(SANDBOX_ROOT, '.cache/extension');
  await mkdir(target, { recursive: true });
  const evm = Object.entries(rpc).filter(([chainId]) => chainId.startsWith('eip155:'));
  const config: ExtensionConfig = {
    rpc: Object.fromEntries(evm.map(([chainId, url]) => [Number(chainId.replace('eip155:', '')), url])),
    nodes,
  };
  const identity = { ...EXTENSION_IDENTITY, name };
  const whole: Announcement = { identity, eip155: evm.length > 0, chains: offeredChains(nodes) };
  const values = { ANNOUNCEMENT: restrictTo(namespaces, whole) };
  await Promise.all([
    writeFile(join(target, 'manifest.json'), JSON.stringify({ ...(await readManifest()), name }, null, 2)),
    cp(join(SANDBOX_ROOT, 'wallet/window/window.html'), join(target, 'window.html')),
    cp(join(SANDBOX_ROOT, 'wallet/window/window.css'), join(target, 'window.css')),
    writeFile(join(target, 'config.json'), JSON.stringify(config)),
    writeFile(join(target, 'icon.svg'), iconAsset(EXTENSION_IDENTITY).body),
    ...Object.entries(SCRIPTS).map(async ([file, entry]) =>
      writeFile(join(target, file), await bundleForBrowser(`extension/${entry}`, { values })),
    ),
  ]);
  return target;
};
