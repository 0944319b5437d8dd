import type { ChainContracts } from './chains/deploy-contracts.js';
import type { SandboxToken, TokenGift, TokenStock } from './chains/sandbox-token.js';
import { type ChainOptions, type RunningChain, startChain } from './chains/start-chain.js';
import { type SandboxName, stockEvmChain } from './chains/stock-evm-chain.js';
import type { DirectoryControl } from './directory/directory-control.js';
import { startDirectory } from './directory/start-directory.js';
import type { RelayControl } from './relay/relay-control.js';
import { startRelay } from './relay/start-relay.js';
import type { RemoteWalletControl } from './remote-wallet/remote-control.js';
import type { SandboxMeta } from './site/prepare-html.js';
import { type Site, type SiteOptions, serveSite } from './site/serve-site.js';
import { STOCKED_ACCOUNTS, startOtherChains } from './start-other-chains.js';
import { createWallet } from './wallet/create-wallet.js';
import { devAccounts } from './wallet/engine/keyring.js';
import type { NamespaceNodes, OtherNamespace } from './wallet/engine/keys/namespace.js';
import type { WalletControl } from './wallet/engine/messages.js';
import { KNOWN_CHAINS } from './wallet/engine/wallet-state.js';
import { startWalletService } from './wallet/service/start-wallet-service.js';
import { startWalletPage } from './wallet-page/start-wallet-page.js';

/** The chain with the name service that apps ask: Ethereum's. */
const NAMED_CHAIN = 1;

/** The wallet's last account has a name, so that most flows see addresses. */
const NAME = 'carol.eth';

/** What stands on the chains of eip155 besides coins. */
interface EvmTokens {
  readonly contracts: ChainContracts;
  readonly names: readonly SandboxName[];
  readonly stocks: readonly TokenStock[];
}

/**
 * Puts contracts, tokens and a name on the chains of eip155, on all of them at the same time.
 * @throws Error when a chain refuses
 */
const stockEvmChains = async (chains: readonly RunningChain[]): Promise<EvmTokens> => {
  const owners = devAccounts(STOCKED_ACCOUNTS).map(({ address }) => address);
  const names = owners.slice(-1).map((address) => ({ name: NAME, address }));
  const stocks = await Promise.all(chains.map((chain) => stockEvmChain(chain, owners, chain.chainId === NAMED_CHAIN ? names : [])));
  const [first] = stocks;
  if (first === undefined) throw new Error('There is no chain to put contracts on.');
  return { contracts: first.contracts, names, stocks };
};

/** All tokens of some chains, and whoever gives of them. */
const allTokens = (stocks: readonly TokenStock[]): TokenStock => ({
  tokens: stocks.flatMap(({ tokens }) => tokens),
  give: async (gift: TokenGift) => {
    const isOf = ({ asset }: SandboxToken): boolean => asset === gift.asset;
    const stock = stocks.find(({ tokens }) => tokens.some(isOf));
    if (stock === undefined) throw new Error(`The sandbox has no token ${gift.asset}.`);
    await stock.give(gift);
  },
});

/** What a sandbox is started with. Every port is on loopback; 0 or nothing takes a free one. */
export interface SandboxOptions {
  /** Built files to serve with the wallet's script in every page. Without it no site is served. */
  readonly site?: Omit<SiteOptions, 'meta' | 'scripts'>;
  readonly walletPort?: number;
  readonly relayPort?: number;
  readonly walletPagePort?: number;
  readonly directoryPort?: number;
  /** Namespaces whose chains run besides those of eip155, and which the wallets then offer too. None by default: they take some seconds. */
  readonly namespaces?: readonly OtherNamespace[];
  /** Port by EIP-155 chain id. */
  readonly chainPorts?: Readonly<Record<number, number>>;
  /** Seconds between blocks. Without it, each transaction is mined at once. */
  readonly blockTimeSeconds?: number;
}

/** The addresses of a running sandbox. */
export interface SandboxUrls {
  /** JSON-RPC by CAIP-2 chain id, the wallet's third chain included. @see https://chainagnostic.org/CAIPs/caip-2 */
  readonly rpc: Readonly<Record<string, string>>;
  /** The Esplora API of the Bitcoin node, for `endpoints.esplora`; absent where none runs. */
  readonly esplora?: string;
  /** Origin of the wallet; its home is at `/`. */
  readonly wallet: string;
  /** Where the page script talks to the wallet; a page with a policy lists it under `connect-src`. */
  readonly walletSocket: string;
  /** The page script of the wallet. */
  readonly walletScript: string;
  /** Wallets that misbehave while they announce themselves. */
  readonly hostileScript: string;
  /** Relay of the wallet protocol, for `endpoints.relay`; over `ws:`. */
  readonly relay: string;
  /** Origin of the wallet page, which apps reach through the relay; `/wc?uri=…` follows a pairing link. */
  readonly walletPage: string;
  /** Wallet directory, for `endpoints.walletDirectory`; the wallet page is in it. */
  readonly directory: string;
  /** Its image service, for `endpoints.images`. */
  readonly images: string;
  /** Origin of the served site; absent when none is served. */
  readonly site?: string;
}

/** A running sandbox. */
export interface Sandbox {
  readonly urls: SandboxUrls;
  /** What pages are told, for sites that are served by someone else. */
  readonly meta: SandboxMeta;
  /** What wallets offer besides eip155, for wallets of your own: `createRemoteWallet({ nodes })`, `buildExtension`. */
  readonly nodes: NamespaceNodes;
  /** Process id of each node that is a process of its own, by CAIP-2 chain id. */
  readonly pids: Readonly<Record<string, number>>;
  /** Fungible tokens, of which the wallet's accounts have 1,000 each: two on each chain of eip155, and two on Solana where it runs. */
  readonly tokens: readonly SandboxToken[];
  /** Where the contracts stand on each chain of eip155. */
  readonly contracts: ChainContracts;
  /** Names of the name service on `eip155:1`, which lead to these accounts and back. */
  readonly names: readonly SandboxName[];
  /** Makes tokens for somebody. @throws Error when no chain has the token, or the chain refuses */
  giveTokens(gift: TokenGift): Promise<void>;
  /** The wallet's switches, for tests. */
  readonly wallet: WalletControl;
  /** The relay's switches, for tests. */
  readonly relay: RelayControl;
  /** The switches of the wallet page that was opened last, for tests. */
  readonly walletPage: RemoteWalletControl;
  /** The switches of the directory and its image service, for tests. */
  readonly directory: DirectoryControl;
  /** Secret for the switches over HTTP: `controlOverHttp`, `relayOverHttp` … take it with the service's address. */
  readonly controlToken: string;
  /** Ends everything; resolves when every process is gone and every port closed. */
  stop(): Promise<void>;
}

interface Stoppable {
  stop(): Promise<void>;
}

const caip2 = (chainId: number): string => `eip155:${chainId}`;

const byChain = <T>(chains: readonly RunningChain[], read: (chain: RunningChain) => T): Record<string, T> =>
  Object.fromEntries(chains.map((chain) => [caip2(chain.chainId), read(chain)]));

const startChains = async ({ chainPorts = {}, blockTimeSeconds }: SandboxOptions): Promise<readonly RunningChain[]> => {
  const started = await Promise.allSettled(
    KNOWN_CHAINS.map(({ chainId }) => {
      const options: ChainOptions = { chainId, port: chainPorts[chainId] ?? 0 };
      return startChain(blockTimeSeconds === undefined ? options : { ...options, blockTimeSeconds });
    }),
  );
  const running = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failed = started.find((result) => result.status === 'rejected');
  if (failed === undefined) return running;
  await Promise.all(running.map((chain) => chain.stop()));
  throw failed.reason;
};

/**
 * Starts the whole local world: real chains, the wallet and, where wanted, a site. It takes a second or two and leaves nothing behind.
 * @throws Error when a port is taken or there is no node for this platform; what was started by then is stopped
 * @example
 * const sandbox = await startSandbox({ site: { files: 'dist' } });
 * console.log(sandbox.urls.site);
 * await sandbox.stop();
 */
export const startSandbox = async (options: SandboxOptions = {}): Promise<Sandbox> => {
  const starting = startOtherChains(options.namespaces ?? []);
  // Whoever waits for it below hears of it.
  starting.catch(() => undefined);
  const chains = await startChains(options).catch(async (error: unknown) => {
    await starting.then(
      (others) => others.stop(),
      () => undefined,
    );
    throw error;
  });
  const parts: Stoppable[] = [...chains];
  const stop = async (): Promise<void> => {
    await Promise.all(parts.splice(0).map((part) => part.stop()));
  };
  try {
    // It goes on while the services start.
    const stocking = stockEvmChains(chains);
    stocking.catch(() => undefined);
    const others = await starting;
    parts.push(others);
    const { nodes, esplora } = others;
    const rpcUrls = Object.fromEntries(chains.map(({ chainId, rpcUrl }) => [chainId, rpcUrl]));
    const wallet = createWallet(rpcUrls, nodes);
    const service = await startWalletService(wallet.engine, options.walletPort ?? 0, nodes);
    parts.push(service);
    const { controlToken } = service;
    const relay = await startRelay({ port: options.relayPort ?? 0, controlToken });
    parts.push(relay);
    const walletPage = await startWalletPage({ port: options.walletPagePort ?? 0, controlToken, relayUrl: relay.url, rpcUrls, nodes });
    parts.push(walletPage);
    const directory = await startDirectory({ port: options.directoryPort ?? 0, controlToken, walletPage: walletPage.origin });
    parts.push(directory);
    const rpc = { ...byChain(chains, ({ rpcUrl }) => rpcUrl), ...others.rpc };
    const offered = KNOWN_CHAINS.filter(({ isOffered }) => isOffered).map(({ chainId }) => caip2(chainId));
    const { contracts, names, stocks } = await stocking;
    const { tokens, give: giveTokens } = allTokens([...stocks, ...others.stocks]);
    const told = Object.fromEntries(Object.entries(rpc).filter(([chainId]) => offered.includes(chainId) || chainId in others.rpc));
    const meta: SandboxMeta = {
      rpc: told,
      tokens: tokens.map(({ asset }) => asset).filter((asset) => asset.slice(0, asset.indexOf('/')) in told),
      wallet: service.origin,
      relay: relay.url,
      walletDirectory: directory.origin,
      images: directory.origin,
      ...(esplora === undefined ? {} : { esplora }),
    };
    const urls: SandboxUrls = {
      rpc,
      ...(esplora === undefined ? {} : { esplora }),
      wallet: service.origin,
      walletSocket: `${service.origin.replace('http', 'ws')}/page`,
      walletScript: `${service.origin}/wallet.js`,
      hostileScript: `${service.origin}/hostile.js`,
      relay: relay.url,
      walletPage: walletPage.origin,
      directory: directory.origin,
      images: directory.origin,
    };
    const site: Site | null = options.site ? await serveSite({ ...options.site, meta, scripts: [urls.walletScript] }) : null;
    if (site !== null) parts.push(site);
    return {
      urls: site === null ? urls : { ...urls, site: site.origin },
      meta,
      nodes,
      pids: { ...byChain(chains, ({ pid }) => pid), ...others.pids },
      wallet: wallet.control,
      relay: relay.control,
      walletPage: walletPage.control,
      directory: directory.control,
      controlToken,
      tokens,
      contracts,
      names,
      giveTokens,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
