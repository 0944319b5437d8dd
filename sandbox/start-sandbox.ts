import { getAddress } from 'viem';
import type { AnalyticsControl } from './analytics/analytics-control.js';
import { startAnalytics } from './analytics/start-analytics.js';
import type { BlockchainApiControl } from './blockchain-api/blockchain-api-control.js';
import { EURO } from './blockchain-api/onramp/market.js';
import type { DeliveryOrder } from './blockchain-api/onramp/start-provider.js';
import { type BlockchainApiChain, startBlockchainApi } from './blockchain-api/start-blockchain-api.js';
import { stockPrices } from './blockchain-api/stock-prices.js';
import { callAll } from './chains/call-all.js';
import { callNode } from './chains/call-node.js';
import type { ChainContracts } from './chains/deploy-contracts.js';
import type { SandboxToken, TokenGift, TokenStock } from './chains/sandbox-token.js';
import { type ChainOptions, type RunningChain, startChain } from './chains/start-chain.js';
import { type SandboxName, stockEvmChain } from './chains/stock-evm-chain.js';
import { stockExchange } from './chains/stock-exchange.js';
import type { DirectoryControl } from './directory/directory-control.js';
import { startDirectory } from './directory/start-directory.js';
import type { RelayControl } from './relay/relay-control.js';
import { startRelay } from './relay/start-relay.js';
import type { RemoteWalletControl } from './remote-wallet/remote-control.js';
import type { SiteNetwork, SiteToken } from './secure-site/documents/site-config.js';
import { type SecureSite, type SecureSiteOptions, startSecureSite } from './secure-site/site/start-secure-site.js';
import type { SandboxMeta } from './site/prepare-html.js';
import { type Site, type SiteOptions, serveSite } from './site/serve-site.js';
import type { SmartAccountsControl } from './smart-accounts/smart-accounts-control.js';
import { type SmartAccounts, startSmartAccounts } from './smart-accounts/start-smart-accounts.js';
import { STOCKED_ACCOUNTS, startOtherChains } from './start-other-chains.js';
import { createWallet } from './wallet/create-wallet.js';
import { devAccounts } from './wallet/engine/keyring.js';
import type { NamespaceNode, NamespaceNodes, OtherNamespace } from './wallet/engine/keys/namespace.js';
import type { WalletControl } from './wallet/engine/messages.js';
import { KNOWN_CHAINS } from './wallet/engine/wallet-state.js';
import { startWalletService } from './wallet/service/start-wallet-service.js';
import { startWalletPage } from './wallet-page/start-wallet-page.js';

/** The chain with a name service: Ethereum, where apps look names up. */
const NAMED_CHAIN = 1;

/** Name of the wallet's last account. The others have none, so that most tests see addresses. */
const NAME = 'carol.eth';

/** SLIP-44 numbers of the chains' coins. @see https://github.com/satoshilabs/slips/blob/master/slip-0044.md */
const COIN_TYPES: Readonly<Record<number, number>> = { 1: 60, 137: 966, 100: 700 };

/** The chains that the blockchain API serves: those of eip155, and Solana if it runs. Their nodes have WebSockets on the same port. */
const apiChains = (chains: readonly RunningChain[], solana: NamespaceNode | undefined): readonly BlockchainApiChain[] => [
  ...chains.flatMap(({ chainId, rpcUrl }): readonly BlockchainApiChain[] => {
    const coin = KNOWN_CHAINS.find((known) => known.chainId === chainId)?.currency;
    const coinType = COIN_TYPES[chainId];
    return coin === undefined || coinType === undefined
      ? []
      : [{ chainId: `eip155:${chainId}`, rpcUrl, hasWebSocket: true, coin, coinType }];
  }),
  ...(solana === undefined ? [] : [{ chainId: solana.chainId as `solana:${string}`, rpcUrl: solana.url, hasWebSocket: true }]),
];

/** Contracts, names and tokens of the eip155 chains. */
interface EvmTokens {
  readonly contracts: ChainContracts;
  readonly names: readonly SandboxName[];
  readonly stocks: readonly TokenStock[];
}

/**
 * Deploys contracts, tokens, a name and the liquidity of the exchange on all eip155 chains in parallel.
 * @throws Error when a transaction fails
 */
const stockEvmChains = async (chains: readonly RunningChain[]): Promise<EvmTokens> => {
  const owners = devAccounts(STOCKED_ACCOUNTS).map(({ address }) => address);
  const names = owners.slice(-1).map((address) => ({ name: NAME, address }));
  const stocks = await Promise.all(
    chains.map(async (chain) => {
      const { chainId, rpcUrl } = chain;
      const stock = await stockEvmChain(chain, owners, chainId === NAMED_CHAIN ? names : []);
      const symbol = KNOWN_CHAINS.find((known) => known.chainId === chainId)?.currency.symbol;
      if (symbol !== undefined) await stockExchange(rpcUrl, stock.contracts, symbol, stock.tokens);
      return stock;
    }),
  );
  const [first] = stocks;
  if (first === undefined) throw new Error('There is no chain to deploy contracts on.');
  return { contracts: first.contracts, names, stocks };
};

/** Combines the tokens of several chains. */
const allTokens = (stocks: readonly TokenStock[]): TokenStock => ({
  tokens: stocks.flatMap(({ tokens }) => tokens),
  give: async (gift: TokenGift) => {
    const isToken = ({ asset }: SandboxToken): boolean => asset === gift.asset;
    const stock = stocks.find(({ tokens }) => tokens.some(isToken));
    if (stock === undefined) throw new Error(`The sandbox has no token ${gift.asset}.`);
    return stock.give(gift);
  },
});

/** Options of {@link startSandbox}. All ports are on loopback. Default 0: any free port. */
export interface SandboxOptions {
  /** A built site to serve, with the wallet's script in every page. Default: none. */
  readonly site?: Omit<SiteOptions, 'meta' | 'scripts'>;
  readonly walletPort?: number;
  readonly relayPort?: number;
  readonly walletPagePort?: number;
  readonly directoryPort?: number;
  readonly analyticsPort?: number;
  readonly blockchainApiPort?: number;
  /** Port of the pages of the providers that sell coins and tokens. */
  readonly onrampPort?: number;
  /** Namespaces to run besides eip155; the wallets then support them. Default: none, because they take a few seconds to start. */
  readonly namespaces?: readonly OtherNamespace[];
  /** Runs a secure site of the embedded wallet, on the sandbox's chains, with a mail catcher. Default: none. */
  readonly secureSite?: Omit<SecureSiteOptions, 'networks' | 'farcaster' | 'controlToken'>;
  /**
   * EIP-155 ids of the chains with smart accounts, which the secure site then has, too: each has a bundler, which takes about two seconds and
   * 180 MB from the first request to it. Default: none.
   */
  readonly smartAccounts?: readonly number[];
  /** Port by EIP-155 chain id. */
  readonly chainPorts?: Readonly<Record<number, number>>;
  /** Seconds between blocks. Without it, each transaction is mined immediately. */
  readonly blockTimeSeconds?: number;
}

/** URLs of a running sandbox. */
export interface SandboxUrls {
  /** RPC URL by CAIP-2 chain id, including the wallet's third chain. @see https://chainagnostic.org/CAIPs/caip-2 */
  readonly rpc: Readonly<Record<string, string>>;
  /** URL of the Bitcoin node's Esplora API, for `endpoints.esplora`; absent if none runs. */
  readonly esplora?: string;
  /** Origin of the wallet. Its home page is at `/`. */
  readonly wallet: string;
  /** WebSocket URL of the page script. Add it to `connect-src` of a Content-Security-Policy. */
  readonly walletSocket: string;
  /** URL of the wallet's page script. */
  readonly walletScript: string;
  /** URL of a script with wallets that misbehave while announcing themselves. */
  readonly hostileScript: string;
  /** WebSocket URL of the relay, for `endpoints.relay`. */
  readonly relay: string;
  /** Origin of the phone wallet's page, which apps connect to through the relay. `/wc?uri=…` pairs. */
  readonly walletPage: string;
  /** URL of the wallet directory, for `endpoints.walletDirectory`. It lists the phone wallet. */
  readonly directory: string;
  /** URL of the image service, for `endpoints.images`. */
  readonly images: string;
  /** URL of the analytics service, for `endpoints.analytics`. */
  readonly analytics: string;
  /** URL of the blockchain API, for `endpoints.blockchainApi`. */
  readonly blockchainApi: string;
  /** Page of the provider that takes its order in the address, for `onramp.meldUrl`; its key is `sandbox`. */
  readonly onramp?: string;
  /** URL of the secure site's frame, for `endpoints.secureSite`; absent if none runs. */
  readonly secureSite?: string;
  /** Origin of the inbox with the secure site's mails; absent if none runs. */
  readonly mail?: string;
  /** Origin of the local providers of the secure site's social logins, for their controls; absent if none run. */
  readonly socials?: string;
  /** Origin of the local Farcaster app, for its controls; absent if none runs. */
  readonly farcaster?: string;
  /** Origin of bundlers and paymaster; absent without smart accounts. */
  readonly smartAccounts?: string;
  /** URL of the bundlers of all chains, for `endpoints.bundler`; absent without smart accounts. */
  readonly bundler?: string;
  /** Origin of the served site; absent if there is none. */
  readonly site?: string;
}

/** A running sandbox. */
export interface Sandbox {
  readonly urls: SandboxUrls;
  /** The data that pages receive, for sites that you serve yourself. */
  readonly meta: SandboxMeta;
  /** Nodes of the other namespaces, for your own wallets: `createRemoteWallet({ nodes })`, `buildExtension`. */
  readonly nodes: NamespaceNodes;
  /** Id of each node process by CAIP-2 chain id. */
  readonly pids: Readonly<Record<string, number>>;
  /** Fungible tokens: two per eip155 chain, and two on Solana if it runs. The wallet's accounts have 1,000 of each. */
  readonly tokens: readonly SandboxToken[];
  /** Contract addresses, the same on each eip155 chain. */
  readonly contracts: ChainContracts;
  /** Names on `eip155:1`, with forward and reverse records. */
  readonly names: readonly SandboxName[];
  /** Mints tokens; resolves with the transaction's hash. @throws Error when there is no such token, or the transaction fails */
  giveTokens(gift: TokenGift): Promise<string>;
  /** Pauses the Bitcoin node's blocks, which come every second, or continues them. No effect without that node. */
  setBitcoinMining(isMining: boolean): void;
  /** Test controls of the wallet. */
  readonly wallet: WalletControl;
  /** Test controls of the relay. */
  readonly relay: RelayControl;
  /** Test controls of the most recently opened wallet page. */
  readonly walletPage: RemoteWalletControl;
  /** Test controls of the directory and its image service. */
  readonly directory: DirectoryControl;
  /** Test controls of the analytics service. */
  readonly analytics: AnalyticsControl;
  /** Test controls of the blockchain API. */
  readonly blockchainApi: BlockchainApiControl;
  /** The secure site, whose apps can be registered at any time; `null` if none runs. */
  readonly secureSite: SecureSite | null;
  /** Test controls of bundlers and paymaster; `null` without smart accounts. */
  readonly smartAccounts: SmartAccountsControl | null;
  /** Token for the controls over HTTP, used with a service's URL: `controlOverHttp`, `relayOverHttp` … */
  readonly controlToken: string;
  /** Stops everything. Resolves when all processes have exited and all ports are closed. */
  stop(): Promise<void>;
}

interface Stoppable {
  stop(): Promise<void>;
}

const caip2 = (chainId: number): string => `eip155:${chainId}`;

const siteTokens = (chainId: string, tokens: readonly SandboxToken[]): readonly SiteToken[] =>
  tokens
    .filter(({ asset }) => asset.startsWith(`${chainId}/`))
    .map(({ asset, symbol, decimals }) => ({ address: asset.slice(asset.lastIndexOf(':') + 1), symbol: symbol ?? 'Token', decimals }));

/** SOL, the coins of the eip155 chains, and the tokens. */
const siteNetworks = (rpc: Readonly<Record<string, string>>, tokens: readonly SandboxToken[]): readonly SiteNetwork[] =>
  [
    ...KNOWN_CHAINS.flatMap(({ chainId, name, currency }) => {
      const rpcUrl = rpc[caip2(chainId)];
      return rpcUrl === undefined ? [] : [{ chainId: caip2(chainId), name, rpcUrl, currency }];
    }),
    ...Object.entries(rpc)
      .filter(([chainId]) => chainId.startsWith('solana:'))
      .map(([chainId, rpcUrl]) => ({ chainId, name: 'Solana', rpcUrl, currency: { symbol: 'SOL', decimals: 9 } })),
  ].map((network) => ({ ...network, tokens: siteTokens(network.chainId, tokens) }));

/** The networks, with smart accounts on some chains. */
const withSmartAccounts = (
  networks: readonly SiteNetwork[],
  smartAccounts: SmartAccounts,
  chainIds: readonly number[],
): readonly SiteNetwork[] =>
  networks.map((network) => {
    const chainId = chainIds.find((each) => caip2(each) === network.chainId);
    return chainId === undefined ? network : { ...network, smartAccounts: smartAccounts.services(chainId) };
  });

/** The chain whose Farcaster ids the secure site reads. */
const idRegistryOf = (
  rpcUrls: Readonly<Record<number, string>>,
  { idRegistry: registry }: ChainContracts,
): Pick<SecureSiteOptions, 'farcaster'> => {
  const rpcUrl = rpcUrls[NAMED_CHAIN];
  return rpcUrl === undefined ? {} : { farcaster: { rpcUrl, registry } };
};

/** Sends what was bought: coins from the sandbox's own accounts, tokens as new ones. Returns the hash of the transaction. */
const deliver = async (
  { chainId, asset, isCoin, to, amount }: DeliveryOrder,
  rpc: Readonly<Record<string, string>>,
  give: TokenStock['give'],
): Promise<string> => {
  const rpcUrl = rpc[chainId];
  if (!isCoin) return give({ asset, to, amount });
  if (rpcUrl === undefined) throw new Error(`The sandbox has no chain ${chainId}.`);
  if (chainId.startsWith('solana:')) return String(await callNode(rpcUrl, 'requestAirdrop', [to, Number(amount)]));
  return callAll(rpcUrl, [{ to: getAddress(to), data: '0x', value: amount }]);
};

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
 * Starts the whole local environment: real chains, wallets, a relay, a directory and, if requested, a site. It takes a second or two.
 * @throws Error when a port is in use or there is no node for this platform; everything started so far is then stopped
 * @example
 * const sandbox = await startSandbox({ site: { files: 'dist' } });
 * console.log(sandbox.urls.site);
 * await sandbox.stop();
 */
export const startSandbox = async (options: SandboxOptions = {}): Promise<Sandbox> => {
  const startingOthers = startOtherChains(options.namespaces ?? []);
  // The error is handled where the promise is awaited below.
  startingOthers.catch(() => undefined);
  const chains = await startChains(options).catch(async (error: unknown) => {
    await startingOthers.then(
      (others) => others.stop(),
      () => undefined,
    );
    throw error;
  });
  const stoppables: Stoppable[] = [...chains];
  const stop = async (): Promise<void> => {
    await Promise.all(stoppables.splice(0).map((stoppable) => stoppable.stop()));
  };
  try {
    // Runs while the services start.
    const stocking = stockEvmChains(chains);
    stocking.catch(() => undefined);
    const others = await startingOthers;
    stoppables.push(others);
    const { nodes, esplora } = others;
    const rpcUrls = Object.fromEntries(chains.map(({ chainId, rpcUrl }) => [chainId, rpcUrl]));
    const wallet = createWallet(rpcUrls, nodes);
    const service = await startWalletService(wallet.engine, options.walletPort ?? 0, nodes);
    stoppables.push(service);
    const { controlToken } = service;
    const relay = await startRelay({ port: options.relayPort ?? 0, controlToken });
    stoppables.push(relay);
    const walletPage = await startWalletPage({ port: options.walletPagePort ?? 0, controlToken, relayUrl: relay.url, rpcUrls, nodes });
    stoppables.push(walletPage);
    const directory = await startDirectory({ port: options.directoryPort ?? 0, controlToken, walletPage: walletPage.origin });
    stoppables.push(directory);
    const analytics = await startAnalytics({ port: options.analyticsPort ?? 0, controlToken });
    stoppables.push(analytics);
    const rpc = { ...byChain(chains, ({ rpcUrl }) => rpcUrl), ...others.rpc };
    const offeredIds = KNOWN_CHAINS.filter(({ isOffered }) => isOffered).map(({ chainId }) => caip2(chainId));
    const { contracts, names, stocks } = await stocking;
    const { tokens, give: giveTokens } = allTokens([...stocks, ...others.stocks]);
    const feedChain = chains.find(({ chainId }) => chainId === NAMED_CHAIN);
    if (feedChain === undefined) throw new Error('There is no chain with price feeds.');
    const priceFeeds = { rpcUrl: feedChain.rpcUrl, address: contracts.priceFeeds };
    const nameContracts = {
      rpcUrl: feedChain.rpcUrl,
      accountNames: contracts.accountNames,
      universalResolver: contracts.universalResolver,
    };
    const served = apiChains(chains, nodes.solana);
    const blockchainApi = await startBlockchainApi({
      port: options.blockchainApiPort ?? 0,
      controlToken,
      chains: served,
      priceFeeds,
      names: nameContracts,
      exchange: contracts.exchange,
      images: directory.origin,
      opensDatabase: true,
      onramp: { tokens, port: options.onrampPort ?? 0, deliver: (order) => deliver(order, rpc, giveTokens) },
    });
    stoppables.push(blockchainApi);
    await stockPrices(priceFeeds, served, [...tokens, EURO]);
    const pageRpc = Object.fromEntries(Object.entries(rpc).filter(([chainId]) => offeredIds.includes(chainId) || chainId in others.rpc));
    const smartChains = options.smartAccounts ?? [];
    const smartAccounts =
      smartChains.length === 0
        ? null
        : await startSmartAccounts({ chains: chains.filter(({ chainId }) => smartChains.includes(chainId)), controlToken, isLazy: true });
    if (smartAccounts !== null) stoppables.push(smartAccounts);
    const plain = siteNetworks(rpc, tokens);
    const networks = smartAccounts === null ? plain : withSmartAccounts(plain, smartAccounts, smartChains);
    const secureSite =
      options.secureSite === undefined
        ? null
        : await startSecureSite({ ...options.secureSite, networks, ...idRegistryOf(rpcUrls, contracts), controlToken });
    if (secureSite !== null) stoppables.push(secureSite);
    const meta: SandboxMeta = {
      rpc: pageRpc,
      tokens: tokens.map(({ asset }) => asset).filter((asset) => asset.slice(0, asset.indexOf('/')) in pageRpc),
      wallet: service.origin,
      relay: relay.url,
      walletDirectory: directory.origin,
      images: directory.origin,
      analytics: analytics.origin,
      blockchainApi: blockchainApi.origin,
      ...(blockchainApi.providerPage === null ? {} : { onramp: blockchainApi.providerPage }),
      ...(esplora === undefined ? {} : { esplora }),
      ...(secureSite === null ? {} : { secureSite: secureSite.sdkUrl, mail: secureSite.mail.origin }),
      ...(smartAccounts === null ? {} : { bundler: smartAccounts.bundlerUrl }),
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
      analytics: analytics.origin,
      blockchainApi: blockchainApi.origin,
      ...(blockchainApi.providerPage === null ? {} : { onramp: blockchainApi.providerPage }),
      ...(secureSite === null ? {} : { secureSite: secureSite.sdkUrl, mail: secureSite.mail.origin }),
      ...(secureSite?.socials == null ? {} : { socials: secureSite.socials.origin }),
      ...(secureSite?.farcaster == null ? {} : { farcaster: secureSite.farcaster.origin }),
      ...(smartAccounts === null ? {} : { smartAccounts: smartAccounts.origin, bundler: smartAccounts.bundlerUrl }),
    };
    const site: Site | null = options.site ? await serveSite({ ...options.site, meta, scripts: [urls.walletScript] }) : null;
    if (site !== null) stoppables.push(site);
    return {
      urls: site === null ? urls : { ...urls, site: site.origin },
      meta,
      nodes,
      pids: { ...byChain(chains, ({ pid }) => pid), ...others.pids },
      wallet: wallet.control,
      relay: relay.control,
      walletPage: walletPage.control,
      directory: directory.control,
      analytics: analytics.control,
      blockchainApi: blockchainApi.control,
      secureSite,
      smartAccounts: smartAccounts?.control ?? null,
      controlToken,
      tokens,
      contracts,
      names,
      giveTokens,
      setBitcoinMining: others.setBitcoinMining,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
