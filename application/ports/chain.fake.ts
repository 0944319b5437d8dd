import { BehaviorSubject, EMPTY, filter, map, Observable } from 'rxjs';
import { addressOf, chainIdOf } from '../../domain/caip/caip-10.js';
import { type AssetId, parseAssetId } from '../../domain/caip/caip-19.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { NativeBalance } from '../../domain/connection/connection-state.js';
import type { Connector } from '../../domain/connection/connector.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import { accountsOf } from '../../domain/wallet-protocol/session-namespaces.js';
import type { Adoption, Chain, SessionEvent, TransactionProgress, WalletSession } from './chain.port.js';
import type { AssetBalance, ChainServices, FeeQuote, SignatureVerdict } from './chain-services.js';
import { standIn } from './stand-in.fake.js';
import type { FeeSpeed } from './transaction-request.js';
import { type FakeTransaction, FakeWallet, type FakeWalletInit } from './wallet.fake.js';

/** How the nodes of a fake chain answer reads. */
export type FakeReads = 'working' | 'failed' | 'timeout' | 'never';

/** A chain to begin with. */
export interface FakeChainInit {
  /** Default `eip155`. */
  readonly namespace?: Namespace;
  readonly wallets?: readonly FakeWalletInit[];
  /** Base units by address. */
  readonly balances?: Readonly<Record<string, bigint>>;
  /** Address by name; absent for a chain without names. */
  readonly names?: Readonly<Record<string, string>>;
}

/** `RPC_TIMEOUT_MS` of the real adapters, as the specification's section 9 has it. */
const TIMEOUT_MS = 10_000;

const EVM_ADDRESS = /^0x[0-9a-f]{40}$/i;
/** Base58 of Solana, Bitcoin and SS58, or bech32 of a key or script hash: their looks, not their checksums. */
const OTHER_ADDRESS = /^([1-9A-HJ-NP-Za-km-z]{25,50}|(bc|tb|bcrt)1[a-z0-9]{39}([a-z0-9]{20})?)$/;

/**
 * A chain family in memory: wallets that keep their state, balances that move when a transaction is confirmed, and a
 * switch for every failure.
 * @example
 * const chain = new FakeChain({ wallets: [{ id: 'com.example.wallet', chainId: 'eip155:137' }] });
 * chain.wallet('com.example.wallet').next('connect', 'reject');
 */
export class FakeChain implements Chain {
  readonly namespace: Namespace;
  /** How reads are answered. */
  reads: FakeReads = 'working';
  /** Whether a transaction is confirmed when it is waited for, or only by {@link mine}. */
  mining: 'at-once' | 'by-hand' = 'at-once';
  /** Whether a block is the end, or its finality: at once, or only by {@link finalize}. Default: as the namespace has it. */
  finality: 'none' | 'at-once' | 'by-hand';
  /** What is told as the trace of each transaction that is followed; `null` for nothing. */
  trace: string | null = null;
  /** The traces that were given, one for each time that a transaction was followed. */
  readonly traces: (string | null)[] = [];
  /** What the chain knows beyond balances; a test takes a service away by leaving it out of {@link FakeServices.offered}. */
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
    this.finality = namespace === 'solana' || namespace === 'polkadot' ? 'at-once' : 'none';
    this.#balances = new Map(Object.entries(balances).map(([address, value]) => [address.toLowerCase(), value]));
    for (const init of wallets) this.#wallets.set(init.id, new FakeWallet(namespace, init));
    this.fakeServices = new FakeServices((address) => this.balanceOf(address), this.#read.bind(this), names);
    this.#list();
  }

  readonly connectors$: Observable<readonly Connector[]> = this.#connectors.asObservable();

  /** The wallet behind a connector. */
  wallet(id: string): FakeWallet {
    const wallet = this.#wallets.get(id);
    if (wallet === undefined) throw new Error(`There is no fake wallet ${id}`);
    return wallet;
  }

  /** A wallet announces itself late. */
  announce(init: FakeWalletInit): FakeWallet {
    const wallet = new FakeWallet(this.namespace, init);
    this.#wallets.set(init.id, wallet);
    this.#list();
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

  /** Puts a transaction into a block; a reverted one moves no money. */
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
    this.#look();
  }

  /** A re-org takes a transaction out of its block. What it moved stays where it is: the fake has one history of balances. */
  reorg(hash: string): void {
    this.#mined.delete(hash);
    this.#look();
  }

  /** No re-org can take the transaction out any more; counts where {@link finality} is `by-hand`. */
  finalize(hash: string): void {
    this.#final.add(hash);
    this.#look();
  }

  /** No block can take the transaction any more. */
  drop(hash: string): void {
    this.#dropped.add(hash);
    this.#look();
  }

  /** How many transactions are followed now: 0 when nothing leaks. */
  get followers(): number {
    return this.#followers.size;
  }

  readonly connect: Chain['connect'] = ({ connectorId }, signal) => {
    const wallet = this.#find(connectorId);
    if (wallet instanceof Error) return Promise.reject(wallet);
    return wallet.ask('connect', { connectorId }, signal, () => {
      wallet.locked = false;
      wallet.connected = true;
      if (wallet.shared.length === 0) throw new LatchkeyError('connection/no-accounts', { connectorId });
      // The person approved too late: nobody is there to take the session.
      signal.throwIfAborted();
      return wallet.open();
    });
  };

  /** Every session that was to be adopted, oldest first. */
  readonly adoptions: Adoption[] = [];
  /** Adopting waits until {@link goOn}, as where its code is loaded. */
  slow = false;
  goOn: () => void = () => undefined;

  readonly adopt = async (adoption: Adoption, signal: AbortSignal): Promise<WalletSession | null> => {
    this.adoptions.push(adoption);
    if (this.slow) {
      await new Promise<void>((resolve) => {
        this.goOn = resolve;
      });
    }
    signal.throwIfAborted();
    return fakeAdoptedSession(adoption, this.namespace);
  };

  readonly resume: Chain['resume'] = ({ connectorId }, signal) => {
    const wallet = this.#find(connectorId);
    if (wallet instanceof Error) return Promise.reject(wallet);
    return wallet.ask('resume', { connectorId }, signal, () => {
      // As in `connect`: nobody is there to take the session.
      signal.throwIfAborted();
      return wallet.shared.length === 0 ? null : wallet.open();
    });
  };

  readonly sharing = (connectorId: string): Observable<void> => this.#wallets.get(connectorId)?.sharing$ ?? EMPTY;

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
      let told: TransactionProgress['status'] | null = null;
      const tell = (progress: TransactionProgress): void => {
        if (told !== progress.status) subscriber.next(progress);
        told = progress.status;
        if (progress.settled) subscriber.complete();
      };
      const look = (): void => {
        const fate = this.#fateOf(hash, chainId);
        if (fate instanceof LatchkeyError) subscriber.error(fate);
        // Nobody is told of a transaction that came into no block yet, unless a re-org took it out of one.
        else if (told !== null || fate[0]?.status !== 'seen') for (const progress of fate) tell(progress);
      };
      const begin = (): void => {
        this.traces.push(trace);
        if (this.trace !== null) tell({ status: 'seen', blockNumber: null, settled: false, trace: this.trace });
        if (this.mining === 'at-once' && this.#transaction(hash) !== undefined) this.mine(hash);
        this.#followers.add(look);
        look();
      };
      this.#read('followTransaction', hash, network, controller.signal, () => undefined).then(begin, (error) => subscriber.error(error));
      return () => {
        controller.abort();
        this.#followers.delete(look);
      };
    });

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

  #list(): void {
    this.#connectors.next([...this.#wallets.values()].map(({ connector }) => connector));
  }

  /** How far a transaction has come, or what became of it. */
  #fateOf(hash: string, chainId: string): readonly TransactionProgress[] | LatchkeyError {
    if (this.#dropped.has(hash)) return new LatchkeyError('network/transaction-dropped', { chainId, hash });
    const block = this.#mined.get(hash);
    if (block === undefined) return [{ status: 'seen', blockNumber: null, settled: false }];
    if (block.reverted) return new LatchkeyError('network/transaction-reverted', { chainId, hash });
    const { blockNumber } = block;
    const isFinal = this.finality === 'at-once' || this.#final.has(hash);
    const included = { status: 'included', blockNumber, settled: this.finality === 'none' } as const;
    return isFinal ? [included, { status: 'finalized', blockNumber, settled: true }] : [included];
  }

  #look(): void {
    for (const look of [...this.#followers]) look();
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

/** A session of any namespace over one with a remote wallet, which is asked by the names of this port's methods. */
const fakeAdoptedSession = ({ remote, connector }: Adoption, namespace: Namespace): WalletSession | null => {
  const accounts = () => (remote.live ? accountsOf(remote.namespaces, namespace) : []);
  const [first] = accounts();
  if (first === undefined) return null;
  const chainId = chainIdOf(first);
  const ask = async (method: string, params: unknown, signal: AbortSignal): Promise<string> =>
    String(await remote.request({ chainId, method, params }, signal));
  const events$: Observable<SessionEvent> = remote.events$.pipe(
    filter(({ type }) => type === 'ended'),
    map(() => ({ type: 'disconnected' })),
  );
  return {
    connector,
    provider: remote,
    get accounts() {
      return accounts().map((account) => ({ namespace, address: addressOf(account), type: 'eoa' as const }));
    },
    chainId,
    events$,
    switchNetwork: async (network, signal) => void (await ask('switchNetwork', network, signal)),
    addNetwork: async (network, signal) => void (await ask('addNetwork', network, signal)),
    signMessage: (request, signal) => ask('signMessage', request, signal),
    signTypedData: (request, signal) => ask('signTypedData', request, signal),
    sendTransaction: (request, signal) => ask('sendTransaction', request, signal),
    disconnect: (signal) => remote.disconnect(signal),
    release: () => undefined,
  };
};

/** What the nodes of a fake chain are asked. */
type FakeRead = 'getBalance' | 'followTransaction' | keyof Omit<ChainServices, 'names'> | 'resolve' | 'lookUp' | 'avatar';

/** Answers a read as the chain's switch says, and notes it. */
type Read = <T>(method: FakeRead, input: string, network: Network, signal: AbortSignal, act: () => T) => Promise<T>;

/** What a fake asset says of itself. */
type FakeAsset = Omit<AssetBalance, 'asset' | 'value'>;

const SPEEDS: readonly (readonly [FeeSpeed, bigint])[] = [
  ['slow', 1n],
  ['normal', 2n],
  ['fast', 3n],
];

/**
 * The services of a fake chain: assets, fees, signatures and names that a test sets.
 * @example
 * chain.fakeServices.setAsset('eip155:1/erc20:0x…', { decimals: 6, symbol: 'USDC', name: 'USD Coin' });
 * chain.fakeServices.setAssetBalance('0x1111…', 'eip155:1/erc20:0x…', 5_000_000n);
 */
class FakeServices {
  /** Base units that the cheapest transaction costs; a faster one costs twice and three times as much. */
  fee = 1n;
  /** What is said of signatures that wallets have just made. */
  verdict: SignatureVerdict = 'own';
  /** Name to address; the chain has names only where it begins with some. */
  readonly names: Map<string, string>;
  /** Name to the address of its picture. */
  readonly avatars = new Map<string, string>();
  /** What the chain has; replace it to take services away. */
  offered: Partial<ChainServices>;
  readonly #assets = new Map<string, FakeAsset>();
  readonly #held = new Map<string, bigint>();
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
      verifyMessage: this.#verifyMessage,
      judgeSignature: this.#judgeSignature,
      ...(names === undefined ? {} : { names: { resolve: this.#resolve, lookUp: this.#lookUp, avatar: this.#avatar } }),
    };
  }

  /** Makes an asset exist. */
  setAsset(asset: string, facts: FakeAsset): void {
    this.#assets.set(asset, facts);
  }

  /** Sets what an address has of an asset, in base units. */
  setAssetBalance(address: string, asset: string, value: bigint): void {
    this.#held.set(`${address.toLowerCase()} ${asset}`, value);
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
        return { speed, fee, maxFee: fee * 2n, rate: { type: 'flat' } };
      });
    });

  readonly #verifyMessage: ChainServices['verifyMessage'] = ({ account, message, signature, network }, signal) =>
    this.#read('verifyMessage', addressOf(account), network, signal, () => signature === standIn(message, 130));

  readonly #judgeSignature: ChainServices['judgeSignature'] = ({ account, network }, signal) =>
    this.#read('judgeSignature', addressOf(account), network, signal, () => this.verdict);

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
    const facts = this.#assets.get(asset);
    return facts === undefined ? [] : [{ asset, value: this.#held.get(`${address.toLowerCase()} ${asset}`) ?? 0n, ...facts }];
  }
}
