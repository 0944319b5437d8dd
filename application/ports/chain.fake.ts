import { BehaviorSubject, EMPTY, Observable } from 'rxjs';
import { addressOf } from '../../domain/caip/caip-10.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { NativeBalance } from '../../domain/connection/connection-state.js';
import type { Connector } from '../../domain/connection/connector.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import type { Chain } from './chain.port.js';
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
  /** Every read so far, oldest first. */
  readonly readCalls: { readonly method: 'getBalance' | 'followTransaction'; readonly input: string; readonly network: Network }[] = [];
  disposed = false;
  readonly #wallets = new Map<string, FakeWallet>();
  readonly #balances: Map<string, bigint>;
  readonly #connectors = new BehaviorSubject<readonly Connector[]>([]);
  readonly #mined = new Map<string, { readonly blockNumber: bigint; readonly reverted: boolean }>();
  readonly #waiting = new Set<() => void>();
  #blockNumber = 0n;

  constructor({ namespace = 'eip155', wallets = [{ id: 'com.example.wallet' }], balances = {} }: FakeChainInit = {}) {
    this.namespace = namespace;
    this.#balances = new Map(Object.entries(balances).map(([address, value]) => [address.toLowerCase(), value]));
    for (const init of wallets) this.#wallets.set(init.id, new FakeWallet(namespace, init));
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
    for (const look of this.#waiting) look();
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

  readonly getBalance: Chain['getBalance'] = ({ address, network }, signal): Promise<NativeBalance> =>
    this.#read('getBalance', address, network, signal, () => {
      const { symbol, decimals } = network.nativeCurrency;
      return { value: this.balanceOf(address), symbol, decimals };
    });

  readonly followTransaction: Chain['followTransaction'] = (request) =>
    new Observable((subscriber) => {
      const controller = new AbortController();
      this.#mining(request, controller.signal).then(
        ({ blockNumber }) => {
          const hasFinality = this.namespace === 'solana' || this.namespace === 'polkadot';
          subscriber.next({ status: 'included', blockNumber, settled: !hasFinality });
          if (hasFinality) subscriber.next({ status: 'finalized', blockNumber, settled: true });
          subscriber.complete();
        },
        (error: unknown) => subscriber.error(error),
      );
      return () => controller.abort();
    });

  async #mining(
    { hash, network }: { readonly hash: string; readonly network: Network },
    signal: AbortSignal,
  ): Promise<{ readonly blockNumber: bigint }> {
    const look = (): { readonly blockNumber: bigint } | null => {
      const mined = this.#mined.get(hash);
      if (mined?.reverted) throw new LatchkeyError('network/transaction-reverted', { chainId: network.caipNetworkId, hash });
      return mined ?? null;
    };
    const first = await this.#read('followTransaction', hash, network, signal, () => {
      if (this.mining === 'at-once' && this.#transaction(hash) !== undefined) this.mine(hash);
      return look();
    });
    if (first !== null) return { blockNumber: first.blockNumber };
    return new Promise((resolve, reject) => {
      const again = (): void => {
        try {
          const mined = look();
          if (mined === null) return;
          resolve({ blockNumber: mined.blockNumber });
        } catch (error) {
          reject(error);
        }
        this.#waiting.delete(again);
      };
      this.#waiting.add(again);
      signal.addEventListener(
        'abort',
        () => {
          this.#waiting.delete(again);
          reject(signal.reason);
        },
        { once: true },
      );
    });
  }

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

  #read<T>(method: 'getBalance' | 'followTransaction', input: string, network: Network, signal: AbortSignal, act: () => T): Promise<T> {
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
