import { BehaviorSubject, EMPTY, filter, map, Observable, Subject } from 'rxjs';
import type { AccountRecord } from '../../domain/account/account-record.js';
import { addressOf, chainIdOf } from '../../domain/caip/caip-10.js';
import { type AssetId, parseAssetId } from '../../domain/caip/caip-19.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { NativeBalance } from '../../domain/connection/connection-state.js';
import type { Connector } from '../../domain/connection/connector.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import type { FeeSpeed } from '../../domain/send/fee-speed.js';
import type { Simulation } from '../../domain/send/simulation.js';
import { accountsOf } from '../../domain/wallet-protocol/session-namespaces.js';
import type { Adoption, Chain, SessionEvent, TransactionProgress, WalletSession } from './chain.port.js';
import type { AssetBalance, BalanceBreakdown, ChainServices, FeeQuote, SignatureVerdict } from './chain-services.js';
import { fakeHex } from './hex.fake.js';
import type { SignInMessageRequest } from './sign-in.port.js';
import { type FakeTransaction, FakeWallet, type FakeWalletInit } from './wallet.fake.js';

/** Outcome of reads from a fake chain. */
export type FakeReads = 'working' | 'failed' | 'timeout' | 'never';

/** Initial state of a fake chain. */
export interface FakeChainInit {
  /** Default `eip155`. */
  readonly namespace?: Namespace;
  readonly wallets?: readonly FakeWalletInit[];
  /** Base units by address. */
  readonly balances?: Readonly<Record<string, bigint>>;
  /** Address by name; absent for a chain without names. */
  readonly names?: Readonly<Record<string, string>>;
}

/** `RPC_TIMEOUT_MS` of the real adapters, see the specification, section 9. */
const TIMEOUT_MS = 10_000;

const EVM_ADDRESS = /^0x[0-9a-f]{40}$/i;
/** Base58 of Solana, Bitcoin and SS58, or bech32 of a key or script hash. Checks the format, not the checksum. */
const OTHER_ADDRESS = /^([1-9A-HJ-NP-Za-km-z]{25,50}|(bc|tb|bcrt)1[a-z0-9]{39}([a-z0-9]{20})?)$/;

/**
 * In-memory chain: wallets with state, balances that change when a transaction is confirmed, and a switch for every
 * failure.
 * @example
 * const chain = new FakeChain({ wallets: [{ id: 'com.example.wallet', chainId: 'eip155:137' }] });
 * chain.wallet('com.example.wallet').next('connect', 'reject');
 */
export class FakeChain implements Chain {
  readonly namespace: Namespace;
  /** Outcome of reads. */
  reads: FakeReads = 'working';
  /** Confirms transactions as soon as they are followed, or only by {@link mine}. */
  mining: 'immediate' | 'manual' = 'immediate';
  /** A transaction is settled when included (`none`), or when finalized: immediately, or only by {@link finalize}. Default: per namespace. */
  finality: 'none' | 'immediate' | 'manual';
  /** Trace emitted for each followed transaction; `null` for none. */
  trace: string | null = null;
  /** Traces passed to `followTransaction`, one per call. */
  readonly traces: (string | null)[] = [];
  /** Optional services; replace `offered` to remove some. */
  readonly fakeServices: FakeServices;
  /** Every read so far, oldest first. */
  readonly readCalls: { readonly method: FakeRead; readonly input: string; readonly network: Network }[] = [];
  disposed = false;
  readonly #wallets = new Map<string, FakeWallet>();
  readonly #balances: Map<string, bigint>;
  readonly #connectors = new BehaviorSubject<readonly Connector[]>([]);
  readonly #mined = new Map<string, { readonly blockNumber: bigint; readonly reverted: boolean }>();
  readonly #final = new Set<string>();
  readonly #dropped = new Set<string>();
  readonly #followers = new Set<() => void>();
  #blockNumber = 0n;

  constructor({ namespace = 'eip155', wallets = [{ id: 'com.example.wallet' }], balances = {}, names }: FakeChainInit = {}) {
    this.namespace = namespace;
    this.finality = namespace === 'solana' || namespace === 'polkadot' ? 'immediate' : 'none';
    this.#balances = new Map(Object.entries(balances).map(([address, value]) => [address.toLowerCase(), value]));
    for (const init of wallets) this.#wallets.set(init.id, new FakeWallet(namespace, init));
    this.fakeServices = new FakeServices((address) => this.balanceOf(address), this.#read.bind(this), names);
    this.#emitConnectors();
  }

  readonly connectors$: Observable<readonly Connector[]> = this.#connectors.asObservable();

  /** Returns the wallet of a connector. */
  wallet(id: string): FakeWallet {
    const wallet = this.#wallets.get(id);
    if (wallet === undefined) throw new Error(`There is no fake wallet ${id}`);
    return wallet;
  }

  /** Adds a wallet that announces itself late. */
  announce(init: FakeWalletInit): FakeWallet {
    const wallet = new FakeWallet(this.namespace, init);
    this.#wallets.set(init.id, wallet);
    this.#emitConnectors();
    return wallet;
  }

  /** Sets a balance in base units. */
  setBalance(address: string, value: bigint): void {
    this.#balances.set(address.toLowerCase(), value);
  }

  /** The balance of an address in base units. */
  balanceOf(address: string): bigint {
    return this.#balances.get(address.toLowerCase()) ?? 0n;
  }

  /** Includes a transaction in a block; a reverted one changes no balance. */
  mine(hash: string, outcome: 'success' | 'reverted' = 'success'): void {
    if (this.#mined.has(hash)) return;
    this.#blockNumber += 1n;
    this.#mined.set(hash, { blockNumber: this.#blockNumber, reverted: outcome === 'reverted' });
    const transaction = this.#transaction(hash);
    if (transaction !== undefined && outcome === 'success') {
      const { from, to, value } = transaction.request;
      this.setBalance(addressOf(from), this.balanceOf(addressOf(from)) - value);
      this.setBalance(to, this.balanceOf(to) + value);
    }
    this.#updateFollowers();
  }

  /** Removes a transaction from its block, as a re-org does. Balances are not rolled back. */
  reorg(hash: string): void {
    this.#mined.delete(hash);
    this.#updateFollowers();
  }

  /** Finalizes a transaction; has an effect only if {@link finality} is `manual`. */
  finalize(hash: string): void {
    this.#final.add(hash);
    this.#updateFollowers();
  }

  /** Drops a transaction: it can no longer be included in a block. */
  drop(hash: string): void {
    this.#dropped.add(hash);
    this.#updateFollowers();
  }

  /** Number of followed transactions: 0 if nothing leaks. */
  get followers(): number {
    return this.#followers.size;
  }

  readonly connect: Chain['connect'] = ({ connectorId, signIn }, signal) => {
    const wallet = this.#find(connectorId);
    if (wallet instanceof Error) return Promise.reject(wallet);
    const connect = (message: SignInMessageRequest | null): Promise<WalletSession> =>
      wallet.handle('connect', { connectorId }, signal, () => {
        wallet.locked = false;
        wallet.connected = true;
        if (wallet.shared.length === 0) throw new LatchkeyError('connection/no-accounts', { connectorId });
        // Approved after an abort: no caller is left to receive the session.
        signal.throwIfAborted();
        return wallet.open(message);
      });
    return signIn === undefined || !wallet.hasSignInPrompt ? connect(null) : signIn().then(connect);
  };

  /** Adoptions so far, oldest first. */
  readonly adoptions: Adoption[] = [];
  /** Delays adoptions until {@link finishAdoption}, as a lazy chunk does. */
  isAdoptionSlow = false;
  finishAdoption: () => void = () => undefined;

  readonly adopt = async (adoption: Adoption, signal: AbortSignal): Promise<WalletSession | null> => {
    this.adoptions.push(adoption);
    if (this.isAdoptionSlow) {
      await new Promise<void>((resolve) => {
        this.finishAdoption = resolve;
      });
    }
    signal.throwIfAborted();
    return fakeAdoptedSession(adoption, this.namespace);
  };

  readonly resume: Chain['resume'] = ({ connectorId }, signal) => {
    const wallet = this.#find(connectorId);
    if (wallet instanceof Error) return Promise.reject(wallet);
    return wallet.handle('resume', { connectorId }, signal, () => {
      // As in `connect`.
      signal.throwIfAborted();
      return wallet.shared.length === 0 ? null : wallet.open();
    });
  };

  readonly watchSharing = (connectorId: string): Observable<void> => this.#wallets.get(connectorId)?.sharing$ ?? EMPTY;

  get services(): Partial<ChainServices> {
    return this.fakeServices.offered;
  }

  readonly getBalance: Chain['getBalance'] = ({ address, network }, signal): Promise<NativeBalance> =>
    this.#read('getBalance', address, network, signal, () => {
      const { symbol, decimals } = network.nativeCurrency;
      return { value: this.balanceOf(address), symbol, decimals };
    });

  readonly followTransaction: Chain['followTransaction'] = ({ hash, network, trace = null }) =>
    new Observable((subscriber) => {
      const controller = new AbortController();
      const chainId = network.caipNetworkId;
      let emittedStatus: TransactionProgress['status'] | null = null;
      const emit = (progress: TransactionProgress): void => {
        if (emittedStatus !== progress.status) subscriber.next(progress);
        emittedStatus = progress.status;
        if (progress.settled) subscriber.complete();
      };
      const update = (): void => {
        const outcome = this.#outcomeOf(hash, chainId);
        if (outcome instanceof LatchkeyError) subscriber.error(outcome);
        // `seen` is not emitted at the start, only after a re-org.
        else if (emittedStatus !== null || outcome[0]?.status !== 'seen') for (const progress of outcome) emit(progress);
      };
      const start = (): void => {
        this.traces.push(trace);
        if (this.trace !== null) emit({ status: 'seen', blockNumber: null, settled: false, trace: this.trace });
        if (this.mining === 'immediate' && this.#transaction(hash) !== undefined) this.mine(hash);
        this.#followers.add(update);
        update();
      };
      this.#read('followTransaction', hash, network, controller.signal, () => undefined).then(start, (error) => subscriber.error(error));
      return () => {
        controller.abort();
        this.#followers.delete(update);
      };
    });

  /** Emits that a node has new pending transactions, to those who watch them. */
  readonly pending$ = new Subject<void>();
  readonly watchPending = (): Observable<void> => this.pending$.asObservable();

  /** Transactions with the same trace exclude each other. */
  readonly areExclusive = (trace: string, other: string): boolean => trace === other;

  readonly isAddress = (value: string): boolean => (this.namespace === 'eip155' ? EVM_ADDRESS : OTHER_ADDRESS).test(value);

  dispose(): void {
    this.disposed = true;
    this.#connectors.complete();
  }

  #find(connectorId: string): FakeWallet | LatchkeyError {
    return this.#wallets.get(connectorId) ?? new LatchkeyError('connection/connector-not-found', { connectorId });
  }

  #transaction(hash: string): FakeTransaction | undefined {
    return [...this.#wallets.values()].flatMap(({ transactions }) => transactions).find((transaction) => transaction.hash === hash);
  }

  #emitConnectors(): void {
    this.#connectors.next([...this.#wallets.values()].map(({ connector }) => connector));
  }

  /** Progress of a transaction, or the error it failed with. */
  #outcomeOf(hash: string, chainId: string): readonly TransactionProgress[] | LatchkeyError {
    if (this.#dropped.has(hash)) return new LatchkeyError('network/transaction-dropped', { chainId, hash });
    const block = this.#mined.get(hash);
    if (block === undefined) return [{ status: 'seen', blockNumber: null, settled: false }];
    if (block.reverted) return new LatchkeyError('network/transaction-reverted', { chainId, hash });
    const { blockNumber } = block;
    const isFinal = this.finality === 'immediate' || this.#final.has(hash);
    const included = { status: 'included', blockNumber, settled: this.finality === 'none' } as const;
    return isFinal ? [included, { status: 'finalized', blockNumber, settled: true }] : [included];
  }

  #updateFollowers(): void {
    for (const update of [...this.#followers]) update();
  }

  #read<T>(method: FakeRead, input: string, network: Network, signal: AbortSignal, act: () => T): Promise<T> {
    this.readCalls.push({ method, input, network });
    const chainId = network.caipNetworkId;
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      if (this.reads === 'failed') reject(new LatchkeyError('network/rpc-failed', { chainId, method }));
      else if (this.reads === 'timeout') reject(new LatchkeyError('network/timeout', { chainId, method, timeoutMs: TIMEOUT_MS }));
      else if (this.reads === 'working') resolve(act());
    });
  }
}

/** A wallet session over a remote session. Requests use the method names of this port. */
const fakeAdoptedSession = ({ remote, connector }: Adoption, namespace: Namespace): WalletSession | null => {
  const accounts = () => (remote.isLive ? accountsOf(remote.namespaces, namespace) : []);
  const [first] = accounts();
  if (first === undefined) return null;
  const chainId = chainIdOf(first);
  const callRemote = async (method: string, params: unknown, signal: AbortSignal): Promise<string> =>
    String(await remote.request({ chainId, method, params }, signal));
  const records = (): readonly AccountRecord[] =>
    accounts().map((account) => {
      const address = addressOf(account);
      return { namespace, address, type: remote.accountTypeOf?.(address) ?? 'eoa' };
    });
  const events$: Observable<SessionEvent> = remote.events$.pipe(
    filter(({ type }) => type !== 'event'),
    map(({ type }) => (type === 'ended' ? { type: 'disconnected' } : { type: 'accounts-changed', accounts: records() })),
  );
  return {
    connector,
    provider: remote,
    get accounts() {
      return records();
    },
    chainId,
    signIns: remote.signIns,
    events$,
    switchNetwork: async (network, signal) => void (await callRemote('switchNetwork', network, signal)),
    addNetwork: async (network, signal) => void (await callRemote('addNetwork', network, signal)),
    signMessage: (request, signal) => callRemote('signMessage', request, signal),
    signTypedData: (request, signal) => callRemote('signTypedData', request, signal),
    sendTransaction: (request, signal) => callRemote('sendTransaction', request, signal),
    disconnect: (signal) => remote.disconnect(signal),
    release: () => undefined,
  };
};

/** Name of a read. */
type FakeRead = 'getBalance' | 'followTransaction' | keyof Omit<ChainServices, 'names'> | 'resolve' | 'lookUp' | 'avatar';

/** Records a read and completes it according to {@link FakeChain.reads}. */
type Read = <T>(method: FakeRead, input: string, network: Network, signal: AbortSignal, act: () => T) => Promise<T>;

/** Metadata of a fake asset. */
type FakeAsset = Omit<AssetBalance, 'asset' | 'value'>;

const SPEEDS: readonly (readonly [FeeSpeed, bigint])[] = [
  ['slow', 1n],
  ['normal', 2n],
  ['fast', 3n],
];

/**
 * Services of a fake chain. Tests set assets, fees, signature verdicts and names.
 * @example
 * chain.fakeServices.setAsset('eip155:1/erc20:0x…', { decimals: 6, symbol: 'USDC', name: 'USD Coin' });
 * chain.fakeServices.setAssetBalance('0x1111…', 'eip155:1/erc20:0x…', 5_000_000n);
 */
class FakeServices {
  /** Fee of the slowest transaction, in base units; the faster ones cost twice and three times as much. */
  fee = 1n;
  /** Amount that a transfer of everything leaves for the recipient; `null`: quotes do not say. */
  leaves: bigint | null = null;
  /** Result of `simulate`; `usual`: what is sent is lost, and what a call of a contract does is not known. */
  simulation: Simulation | 'usual' | null = 'usual';
  /** Lower-case addresses with code. */
  readonly contracts = new Set<string>();
  /** Result of `verifySignature`. */
  verdict: SignatureVerdict = 'own';
  /** Address by name; the chain has a name service only if created with names. */
  readonly names: Map<string, string>;
  /** Avatar URL by name. */
  readonly avatars = new Map<string, string>();
  /** Available services; replace it to remove some. */
  offered: Partial<ChainServices>;
  readonly #assets = new Map<string, FakeAsset>();
  readonly #assetBalances = new Map<string, bigint>();
  readonly #coin: (address: string) => bigint;
  readonly #read: Read;

  constructor(coin: (address: string) => bigint, read: Read, names?: Readonly<Record<string, string>>) {
    this.names = new Map(Object.entries(names ?? {}));
    this.#coin = coin;
    this.#read = read;
    this.offered = {
      getAssetBalances: this.#getAssetBalances,
      getBalances: this.#getBalances,
      getCoinBalances: this.#getCoinBalances,
      estimateFees: this.#estimateFees,
      simulate: this.#simulate,
      isContract: this.#isContract,
      verifyMessage: this.#verifyMessage,
      verifySignature: this.#verifySignature,
      ...(names === undefined ? {} : { names: { resolve: this.#resolve, lookUp: this.#lookUp, avatar: this.#avatar } }),
    };
  }

  /** Offers the breakdown of balances. */
  setBreakdown(breakdown: BalanceBreakdown): void {
    this.offered = {
      ...this.offered,
      getBalanceBreakdown: ({ address, network }, signal) => this.#read('getBalanceBreakdown', address, network, signal, () => breakdown),
    };
  }

  /** Creates an asset. */
  setAsset(asset: string, metadata: FakeAsset): void {
    this.#assets.set(asset, metadata);
  }

  /** Sets the asset balance of an address, in base units. */
  setAssetBalance(address: string, asset: string, value: bigint): void {
    this.#assetBalances.set(`${address.toLowerCase()} ${asset}`, value);
  }

  readonly #getAssetBalances: ChainServices['getAssetBalances'] = ({ address, assets, network }, signal) =>
    this.#read('getAssetBalances', address, network, signal, () => assets.flatMap((asset) => this.#balanceOf(address, asset, network)));

  readonly #getBalances: ChainServices['getBalances'] = ({ address, assets, network }, signal) =>
    this.#read('getBalances', address, network, signal, () => {
      const { symbol, decimals } = network.nativeCurrency;
      const coin = { value: this.#coin(address), symbol, decimals };
      return { coin, assets: assets.flatMap((asset) => this.#balanceOf(address, asset, network)) };
    });

  readonly #getCoinBalances: ChainServices['getCoinBalances'] = ({ addresses, network }, signal) =>
    this.#read('getCoinBalances', addresses.join(), network, signal, () => {
      const { symbol, decimals } = network.nativeCurrency;
      return addresses.map((address) => ({ value: this.#coin(address), symbol, decimals }));
    });

  readonly #estimateFees: ChainServices['estimateFees'] = ({ transaction, network }, signal) =>
    this.#read('estimateFees', transaction.to, network, signal, () => {
      const chainId = network.caipNetworkId;
      const balance = this.#coin(addressOf(transaction.from));
      if (balance < this.fee)
        throw new LatchkeyError('send/insufficient-fee-funds', { chainId, fee: String(this.fee), balance: String(balance) });
      return SPEEDS.map(([speed, factor]): FeeQuote => {
        const fee = this.fee * factor;
        const amount = transaction.all === true && this.leaves !== null ? { amount: this.leaves } : {};
        return { speed, fee, maxFee: fee * 2n, ...amount, rate: { type: 'flat' } };
      });
    });

  readonly #isContract: ChainServices['isContract'] = ({ address, network }, signal) =>
    this.#read('isContract', address, network, signal, () => this.contracts.has(address.toLowerCase()));

  readonly #simulate: ChainServices['simulate'] = ({ transaction: { to, asset = null, value, data }, network }, signal) =>
    this.#read('simulate', to, network, signal, () => {
      const { simulation } = this;
      if (simulation !== 'usual') return simulation;
      return data === undefined ? { status: 'done', changes: [{ asset, value: -value }] } : null;
    });

  readonly #verifyMessage: ChainServices['verifyMessage'] = ({ account, message, signature, network }, signal) =>
    this.#read('verifyMessage', addressOf(account), network, signal, () => signature === fakeHex(message, 130));

  readonly #verifySignature: ChainServices['verifySignature'] = ({ account, network }, signal) =>
    this.#read('verifySignature', addressOf(account), network, signal, () => this.verdict);

  readonly #resolve: ChainServices['names']['resolve'] = ({ name, network }, signal) =>
    this.#read('resolve', name, network, signal, () => this.names.get(name) ?? null);

  readonly #lookUp: ChainServices['names']['lookUp'] = ({ address, network }, signal) =>
    this.#read('lookUp', address, network, signal, () => [...this.names].find(([, owner]) => owner === address)?.[0] ?? null);

  readonly #avatar: ChainServices['names']['avatar'] = ({ name, network }, signal) =>
    this.#read('avatar', name, network, signal, () => this.avatars.get(name) ?? null);

  #balanceOf(address: string, asset: AssetId, network: Network): readonly AssetBalance[] {
    if (parseAssetId(asset).assetNamespace === 'slip44') {
      const { symbol, decimals, name } = network.nativeCurrency;
      return [{ asset, value: this.#coin(address), decimals, symbol, name }];
    }
    const metadata = this.#assets.get(asset);
    return metadata === undefined
      ? []
      : [{ asset, value: this.#assetBalances.get(`${address.toLowerCase()} ${asset}`) ?? 0n, ...metadata }];
  }
}
