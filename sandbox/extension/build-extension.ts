import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleForBrowser } from '../build/bundle-for-browser.js';
import { SANDBOX_ROOT } from '../build/sandbox-root.js';
import { iconAsset } from '../site/send-asset.js';
import { type NamespaceNodes, offeredChains } from '../wallet/engine/keys/namespace.js';
import { type Announcement, restrictTo } from '../wallet/provider/announce-wallet.js';
import { EXTENSION_IDENTITY } from '../wallet/provider/identity.js';

/** Connection data of the running sandbox, in `config.json`. The worker reads it whenever it starts. */
export interface ExtensionConfig {
  /** RPC URL by EIP-155 chain id. */
  readonly rpc: Readonly<Record<number, string>>;
  /** Nodes of the other namespaces. */
  readonly nodes: NamespaceNodes;
}

/** Options of {@link buildExtension}. */
export interface BuildExtensionOptions {
  /** RPC URL by CAIP-2 chain id: `urls.rpc` of a running sandbox. Only eip155 entries are used. */
  readonly rpc: Readonly<Record<string, string>>;
  /** Nodes of the other namespaces: `nodes` of a running sandbox. Default: none. */
  readonly nodes?: NamespaceNodes;
  /** Namespaces that the wallet exposes to pages. Default: all that it has a chain for. */
  readonly namespaces?: readonly string[];
  /** Display name. Default: `Sandbox Wallet Extension`. */
  readonly name?: string;
  /** Output folder. Default: a fixed one in this workspace. */
  readonly folder?: string;
}

const SCRIPTS = { 'worker.js': 'worker.ts', 'bridge.js': 'bridge.ts', 'inpage.js': 'inpage.ts', 'window.js': 'window-page.ts' };

const readManifest = async (): Promise<object> => JSON.parse(await readFile(join(SANDBOX_ROOT, 'extension/manifest.json'), 'utf8'));

/**
 * Builds the wallet as an MV3 extension that a browser can load unpacked, and resolves with its folder. Its worker reads the URLs from
 * `config.json` whenever it starts, so that one loaded extension works with each new sandbox.
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
