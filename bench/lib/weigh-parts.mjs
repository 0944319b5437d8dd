/** Sizes of the lazy chunks of an entry with their static imports, without what the page has loaded before. In KiB, gzip -9. */
import { gzipSync } from 'node:zlib';
import { root } from '../../scripts/lib/root.mjs';

/** KiB of Latchkey's own code in a chunk beside its packages. */
const OWN = 10;

const VIEM = ['erc20-balances', 'ens-names'].map((name) => `adapters/eip155/viem/${name}.js`);

/** Module with the modal, and the one with the first views of a connected account. */
const [MODAL, INNER] = ['presentation/modal/mount-modal.js', 'presentation/views/inner-views.js'];

/** A view of the account that is loaded from the account view. */
const accountView = (/** @type {string} */ what, /** @type {string} */ name) => ({
  what: `account: ${what}`,
  entry: 'latchkey/react',
  modules: [`presentation/views/${name}-views.js`],
  after: [MODAL, INNER],
});

/** A module of the account that is loaded by its first use. */
const accountModule = (/** @type {string} */ what, /** @type {string[]} */ ...names) => ({
  what: `account: ${what}`,
  entry: 'latchkey',
  modules: names.map((name) => `composition/modules/${name}.module.js`),
});

/** Chunks of the account. */
export const ACCOUNT_PARTS = [
  { what: 'account: its first views, with tabs and networks', entry: 'latchkey/react', modules: [INNER], after: [MODAL] },
  accountView('view of all tokens', 'tokens'),
  accountView('view of all NFTs', 'nfts'),
  accountView('view of the history', 'activity'),
  accountView('receive', 'receive'),
  accountView('settings', 'settings'),
  accountView('views of a name', 'account-name'),
  accountModule('reads of the first tab (tokens)', 'blockchain-api', 'balances', 'tokens'),
  { ...accountModule('reads of NFTs, after those', 'nfts'), after: ['composition/modules/blockchain-api.module.js'] },
  {
    ...accountModule('reads of the history, after those', 'activity', 'send'),
    after: ['composition/modules/blockchain-api.module.js'],
  },
  { ...accountModule('names, after those', 'names', 'account-name'), after: ['composition/modules/blockchain-api.module.js'] },
  accountModule('usage statistics', 'analytics'),
];

/**
 * Budgets of the first use of a chunk, in KiB: for all of it (`budget`), or for Latchkey's own code (`own`). Chunks without a budget are listed only.
 * `after`: modules that are loaded before, and do not count.
 * @type {readonly { what: string, entry: string, modules: string[], after?: string[], budget?: number, own?: number }[]}
 */
export const PARTS = [
  {
    what: 'eip155: connect, sign and send',
    entry: 'latchkey/eip155',
    modules: ['adapters/eip155/eip155-session.js', 'adapters/eip155/remote-provider.js'],
    budget: 15,
  },
  {
    what: 'eip155: reads and fees',
    entry: 'latchkey/eip155',
    modules: ['adapters/eip155/nodes/eip155-reader.js', 'adapters/eip155/eip155-services.js'],
    budget: 15,
  },
  { what: 'eip155: batched calls (EIP-5792)', entry: 'latchkey/eip155', modules: ['adapters/eip155/eip155-calls.js'] },
  { what: 'eip155: tokens (ERC-20)', entry: 'latchkey/eip155', modules: ['adapters/eip155/viem/erc20-balances.js'] },
  { what: 'eip155: signatures of keys and contracts (ERC-6492)', entry: 'latchkey/eip155', modules: ['domain/signatures/evm-message.js'] },
  { what: 'eip155: names (ENS)', entry: 'latchkey/eip155', modules: ['adapters/eip155/viem/ens-names.js'] },
  { what: 'eip155: all that needs viem, together', entry: 'latchkey/eip155', modules: VIEM, budget: 72 },
  { what: 'solana: connect and sign', entry: 'latchkey/solana', modules: ['adapters/solana/open-session.js'], own: OWN },
  { what: 'solana: remote wallets', entry: 'latchkey/solana', modules: ['adapters/solana/remote-wallet.js'], own: OWN },
  { what: 'solana: reads', entry: 'latchkey/solana', modules: ['adapters/solana/solana-node.js'], own: OWN },
  {
    what: 'solana: fees and transfers',
    entry: 'latchkey/solana',
    modules: ['adapters/solana/plan-transfer.js', 'adapters/solana/web3/build-transfer.js'],
    own: OWN,
  },
  {
    what: 'solana: signatures of messages',
    entry: 'latchkey/solana',
    modules: ['adapters/solana/verify-message.js'],
    own: OWN,
  },
  {
    what: 'bip122: connect and sign',
    entry: 'latchkey/bip122',
    modules: ['adapters/bip122/open-session.js', 'adapters/bip122/wallets/open-wallet.js', 'adapters/bip122/wallets/remote-wallet.js'],
    own: OWN,
  },
  {
    what: 'bip122: reads, fees and sending',
    entry: 'latchkey/bip122',
    modules: ['adapters/bip122/esplora/esplora-reader.js', 'adapters/bip122/bitcoinjs/send-bitcoin.js'],
    own: OWN,
  },
  {
    what: 'bip122: signatures of messages',
    entry: 'latchkey/bip122',
    modules: ['adapters/bip122/verify-message.js'],
    own: OWN,
  },
  { what: 'polkadot: connect and sign', entry: 'latchkey/polkadot', modules: ['adapters/polkadot/open-session.js'], own: OWN },
  {
    what: 'polkadot: reads, fees and sending',
    entry: 'latchkey/polkadot',
    modules: ['adapters/polkadot/sdk/polkadot-reader.js'],
    own: OWN,
  },
  {
    what: 'polkadot: signatures of messages',
    entry: 'latchkey/polkadot',
    modules: ['adapters/polkadot/verify-message.js'],
    own: OWN,
  },
  ...ACCOUNT_PARTS,
];

/** Bundles an entry of the built package as an app would. */
const bundle = async (/** @type {string} */ entry) => {
  const { build } = await import('esbuild');
  return build({
    stdin: { contents: `export * from ${JSON.stringify(entry)};`, resolveDir: root, sourcefile: 'host.js' },
    absWorkingDir: root,
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    outdir: 'out',
    write: false,
    metafile: true,
    external: ['react', 'react-dom'],
    logLevel: 'silent',
  });
};

/** Outputs that load with the given ones through static imports. */
const withStatic = (
  /** @type {Record<string, { imports: { path: string, kind: string, external?: boolean }[] }>} */ outputs,
  /** @type {string[]} */ from,
) => {
  const graph = new Set();
  const visit = (/** @type {string} */ path) => {
    if (graph.has(path)) return;
    graph.add(path);
    for (const { path: next, kind, external } of outputs[path]?.imports ?? []) if (kind === 'import-statement' && !external) visit(next);
  };
  for (const path of from) visit(path);
  return graph;
};

/**
 * Weighs chunks.
 * @returns {Promise<{ what: string, kib: number, sdkKib: number, budget: number | undefined, sources: string[] }[]>} the size, the share of
 * packages, the budget and the sources of each chunk
 */
export const weighParts = async (parts = PARTS) => {
  const bundles = new Map();
  const rows = [];
  for (const { what, entry, modules, after = [], budget, own: ownBudget } of parts) {
    if (!bundles.has(entry)) bundles.set(entry, await bundle(entry));
    const { metafile, outputFiles } = bundles.get(entry);
    const outputOf = (/** @type {string} */ source) => {
      const found = Object.keys(metafile.outputs).find((path) => metafile.outputs[path].entryPoint === source);
      if (found === undefined) throw new Error(`${source} has no separate chunk`);
      return found;
    };
    const outputsOf = (/** @type {string[]} */ paths) => paths.map((module) => outputOf(`dist/${module}`));
    const page = withStatic(metafile.outputs, [outputOf('host.js'), ...outputsOf(after)]);
    const part = withStatic(metafile.outputs, outputsOf(modules));
    const own = [...part].filter((path) => !page.has(path));
    const kib = outputFiles
      .filter((/** @type {{ path: string }} */ { path }) => own.includes(path.slice(root.length + 1)))
      .reduce(
        (/** @type {number} */ sum, /** @type {{ contents: Uint8Array }} */ { contents }) =>
          sum + gzipSync(contents, { level: 9 }).length / 1024,
        0,
      );
    const inputs = own.flatMap((path) => Object.entries(metafile.outputs[path].inputs));
    const bytesOf = (/** @type {(source: string) => boolean} */ isWanted) =>
      inputs.reduce((sum, [source, { bytesInOutput }]) => sum + (isWanted(source) ? bytesInOutput : 0), 0);
    // By the share of bytes, which is about the size when compressed alone.
    const sdkKib =
      (kib * bytesOf((source) => source.includes('node_modules/'))) /
      Math.max(
        1,
        bytesOf(() => true),
      );
    const allowed = ownBudget === undefined ? budget : sdkKib + ownBudget;
    rows.push({ what, kib, sdkKib, budget: allowed, sources: inputs.map(([source]) => source) });
  }
  return rows;
};
