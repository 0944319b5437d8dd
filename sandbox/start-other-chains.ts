import { callNode } from './chains/call-node.js';
import type { TokenStock } from './chains/sandbox-token.js';
import { startBitcoin } from './chains/start-bitcoin.js';
import { startPolkadot } from './chains/start-polkadot.js';
import { startSolana } from './chains/start-solana.js';
import { stockSolana } from './chains/stock-solana.js';
import { accountsIn } from './wallet/engine/keys/accounts-in.js';
import type { NamespaceNode, NamespaceNodes, OtherNamespace } from './wallet/engine/keys/namespace.js';

/** Number of the wallet's accounts that are funded. */
export const STOCKED_ACCOUNTS = 3;

/** Initial balance of each account: 100 SOL, 1 BTC and 1,000 DOT, in base units. */
const LAMPORTS = 100_000_000_000;
const SATS = 100_000_000;
const PLANCK = 10_000_000_000_000n;

/** Block time of the Bitcoin node. */
const BLOCK_MS = 1_000;

/** A running chain of another namespace than eip155. */
interface OtherChain {
  readonly node: NamespaceNode;
  /** URL for apps. */
  readonly url: string;
  readonly pid?: number;
  /** Tokens on the chain, if any. */
  readonly stock?: TokenStock;
  /** Pauses the blocks that come by themselves, or continues them. */
  readonly setMining?: (isMining: boolean) => void;
  stop(): Promise<void>;
}

const addresses = (namespace: OtherNamespace, node: NamespaceNode): readonly string[] =>
  Array.from({ length: STOCKED_ACCOUNTS }, (_, index) => accountsIn(namespace, index, node)[0]?.address ?? '');

const STARTERS: Readonly<Record<OtherNamespace, () => Promise<OtherChain>>> = {
  solana: async () => {
    const { chainId, rpcUrl, stop } = await startSolana();
    const node = { chainId, url: rpcUrl };
    const owners = addresses('solana', node);
    try {
      for (const address of owners) await callNode(rpcUrl, 'requestAirdrop', [address, LAMPORTS]);
      return { node, url: rpcUrl, stock: await stockSolana({ chainId, rpcUrl }, owners), stop };
    } catch (error) {
      await stop();
      throw error;
    }
  },
  bip122: async () => {
    const bitcoin = await startBitcoin();
    const node = { chainId: bitcoin.chainId, url: bitcoin.esploraUrl };
    for (const address of addresses('bip122', node)) await bitcoin.fund(address, SATS);
    await bitcoin.mine();
    let mining: Promise<unknown> = Promise.resolve();
    let isMining = true;
    const timer = setInterval(() => {
      if (!isMining) return;
      mining = mining
        .then(() => (isMining ? bitcoin.mine() : null))
        .catch((error: unknown) => console.warn(`sandbox: mining a block failed: ${String(error)}`));
    }, BLOCK_MS);
    const stop = async (): Promise<void> => {
      clearInterval(timer);
      await mining;
      await bitcoin.stop();
    };
    const setMining = (isOn: boolean): void => {
      isMining = isOn;
    };
    return { node, url: bitcoin.esploraUrl, setMining, stop };
  },
  polkadot: async () => {
    const polkadot = await startPolkadot();
    const node = { chainId: polkadot.chainId, url: polkadot.rpcUrl };
    for (const address of addresses('polkadot', node)) await polkadot.fund(address, PLANCK);
    return { node, url: polkadot.webSocketUrl, pid: polkadot.pid, stop: polkadot.stop };
  },
};

/** The running chains of other namespaces than eip155. */
export interface OtherChains {
  /** URLs for wallets. */
  readonly nodes: NamespaceNodes;
  /** RPC URLs for apps by CAIP-2 chain id: HTTP for Solana, WebSocket for Polkadot. */
  readonly rpc: Readonly<Record<string, string>>;
  /** URL of the Esplora API, if a Bitcoin node runs. */
  readonly esplora?: string;
  /** Ids of node processes by CAIP-2 chain id. */
  readonly pids: Readonly<Record<string, number>>;
  /** Tokens by chain. */
  readonly stocks: readonly TokenStock[];
  /** Pauses or continues the blocks of the Bitcoin node. No effect without one. */
  setBitcoinMining(isMining: boolean): void;
  stop(): Promise<void>;
}

/**
 * Starts the chains of these namespaces and funds the wallet's accounts.
 * @throws Error when one cannot start; the others are then stopped
 */
export const startOtherChains = async (namespaces: readonly OtherNamespace[]): Promise<OtherChains> => {
  const started = await Promise.allSettled(namespaces.map(async (namespace) => ({ namespace, ...(await STARTERS[namespace]()) })));
  const chains = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const stop = async (): Promise<void> => {
    await Promise.all(chains.map((chain) => chain.stop()));
  };
  const failed = started.find((result) => result.status === 'rejected');
  if (failed !== undefined) {
    await stop();
    throw failed.reason;
  }
  const esplora = chains.find(({ namespace }) => namespace === 'bip122')?.url;
  return {
    nodes: Object.fromEntries(chains.map(({ namespace, node }) => [namespace, node])),
    rpc: Object.fromEntries(chains.flatMap(({ namespace, node, url }) => (namespace === 'bip122' ? [] : [[node.chainId, url]]))),
    ...(esplora === undefined ? {} : { esplora }),
    pids: Object.fromEntries(chains.flatMap(({ node, pid }) => (pid === undefined ? [] : [[node.chainId, pid]]))),
    stocks: chains.flatMap(({ stock }) => stock ?? []),
    setBitcoinMining: (isMining) => {
      for (const { setMining } of chains) setMining?.(isMining);
    },
    stop,
  };
};
