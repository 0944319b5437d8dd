/**
 * What the parts of an entry weigh that are fetched later: a chunk with all that loads with it, less what the page has by then.
 * Figures are KiB, gzip -9.
 */
import { gzipSync } from 'node:zlib';
import { root } from './root.mjs';

/** What a first use of a part may cost. A part without a budget is there to be seen, and to be in no other one. */
export const PARTS = [
  {
    what: 'eip155: connect, sign and send',
    entry: 'latchkey/eip155',
    modules: ['adapters/eip155/eip155-session.js', 'adapters/eip155/resume-session.js', 'adapters/eip155/open-remote-session.js'],
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
  { what: 'eip155: signatures of keys', entry: 'latchkey/eip155', modules: ['adapters/eip155/viem/recover-signer.js'] },
  { what: 'eip155: signatures of contracts (ERC-6492)', entry: 'latchkey/eip155', modules: ['adapters/eip155/viem/contract-signature.js'] },
  { what: 'eip155: names (ENS)', entry: 'latchkey/eip155', modules: ['adapters/eip155/viem/ens-names.js'] },
  { what: 'solana: connect and sign', entry: 'latchkey/solana', modules: ['adapters/solana/open-session.js'], budget: 10 },
  { what: 'solana: wallets elsewhere', entry: 'latchkey/solana', modules: ['adapters/solana/open-remote-session.js'], budget: 10 },
  { what: 'solana: reads and fees', entry: 'latchkey/solana', modules: ['adapters/solana/solana-node.js'], budget: 10 },
  // 83 of them are what web3.js costs that adapters/solana/web3 uses.
  { what: 'solana: transfers', entry: 'latchkey/solana', modules: ['adapters/solana/web3/build-transfer.js'], budget: 93 },
  {
    what: 'bip122: connect and sign',
    entry: 'latchkey/bip122',
    modules: ['adapters/bip122/open-session.js', 'adapters/bip122/wallets/open-wallet.js', 'adapters/bip122/wallets/remote-wallet.js'],
    budget: 10,
  },
  // bitcoinjs-lib and its curve are 53 KiB of it.
  {
    what: 'bip122: reads, fees and sending',
    entry: 'latchkey/bip122',
    modules: ['adapters/bip122/esplora/esplora-reader.js', 'adapters/bip122/bitcoinjs/send-bitcoin.js'],
    budget: 63,
  },
  {
    what: 'bip122: signatures of messages',
    entry: 'latchkey/bip122',
    modules: ['adapters/bip122/bitcoinjs/verify-message.js'],
    budget: 63,
  },
];

/** Bundles the built package's entry as a host would. */
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

/** All outputs that load with some of them, through static imports only. */
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
 * Weighs parts.
 * @returns {Promise<{ what: string, kib: number, sdkKib: number, budget: number | undefined, sources: string[] }[]>} with the sources that are
 * in each, and how much of it comes from packages
 */
export const weighParts = async (parts = PARTS) => {
  const bundles = new Map();
  const rows = [];
  for (const { what, entry, modules, budget } of parts) {
    if (!bundles.has(entry)) bundles.set(entry, await bundle(entry));
    const { metafile, outputFiles } = bundles.get(entry);
    const outputOf = (/** @type {string} */ source) => {
      const found = Object.keys(metafile.outputs).find((path) => metafile.outputs[path].entryPoint === source);
      if (found === undefined) throw new Error(`${source} is in no chunk of its own`);
      return found;
    };
    const page = withStatic(metafile.outputs, [outputOf('host.js')]);
    const part = withStatic(
      metafile.outputs,
      modules.map((module) => outputOf(`dist/${module}`)),
    );
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
    // By the share of its bytes: packed apart it would weigh about the same.
    const sdkKib =
      (kib * bytesOf((source) => source.includes('node_modules/'))) /
      Math.max(
        1,
        bytesOf(() => true),
      );
    rows.push({ what, kib, sdkKib, budget, sources: inputs.map(([source]) => source) });
  }
  return rows;
};
