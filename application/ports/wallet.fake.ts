import { Subject } from 'rxjs';
import type { AccountRecord } from '../../domain/account/account-record.js';
import { type ChainId, toChainId } from '../../domain/caip/caip-2.js';
import { chainIdOf } from '../../domain/caip/caip-10.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { Connector } from '../../domain/connection/connector.js';
import type { ErrorCode } from '../../domain/errors/error-contexts.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import type { SessionEvent, WalletSession } from './chain.port.js';
import { standIn } from './stand-in.fake.js';
import type { TransactionRequest } from './transaction-request.js';
import { type FakeAnswer, type FakeCallName, type FakeOperation, fakeFailure } from './wallet-answer.fake.js';
import type { Bip122Calls, CallsStatus, Eip155Calls, PolkadotCalls, SolanaCalls, WalletCalls } from './wallet-calls.js';

/** A wallet to begin with. */
export interface FakeWalletInit {
  /** Connector id, and the rdns of an `ANNOUNCED` wallet. */
  readonly id: string;
  readonly name?: string;
  /** Default `ANNOUNCED`. */
  readonly type?: Connector['type'];
  readonly icon?: string | null;
  readonly suspicious?: boolean;
  /** Addresses, the active one first. An empty list is a wallet without accounts. */
  readonly accounts?: readonly string[];
  /** CAIP-2 id of the chain it is on. */
  readonly chainId?: string;
  /** CAIP-2 ids of the chains it knows besides its own. */
  readonly knownChainIds?: readonly string[];
  readonly locked?: boolean;
  /** Whether it does what only wallets of its namespace do. Default true. */
  readonly hasCalls?: boolean;
  /** Whether the person already allowed this site to see the accounts. */
  readonly connected?: boolean;
  /** What it does not do; `switchNetwork` then moves without asking. Default: nothing. */
  readonly lacks?: readonly FakeLack[];
}

/** What a wallet may not do. */
export type FakeLack = 'signTypedData' | 'addNetwork' | 'switchNetwork';

/** One thing a wallet was asked. */
export interface FakeCall {
  readonly operation: FakeOperation;
  readonly input: unknown;
}

/** A transaction a fake wallet signed. */
export interface FakeTransaction {
  readonly hash: string;
  readonly chainId: ChainId;
  readonly request: TransactionRequest;
}

/**
 * A wallet that keeps its state as a real one does: what it shares, its chain, the chains it knows, whether it is
 * locked. Tests play its owner.
 */
export class FakeWallet {
  readonly connector: Connector;
  /** Everything it was asked, oldest first. */
  readonly calls: FakeCall[] = [];
  /** How every batch of calls fares that it was asked for. */
  callsStatus: Pick<CallsStatus, 'status' | 'receipts'> = {
    status: 200,
    receipts: [{ transactionHash: `0x${'c'.repeat(64)}`, blockNumber: 1n, reverted: false }],
  };
  /** Everything it signed and broadcast, oldest first. */
  readonly transactions: FakeTransaction[] = [];
  readonly known: Set<ChainId>;
  readonly lacks: readonly FakeLack[];
  accounts: readonly AccountRecord[];
  chainId: ChainId;
  locked: boolean;
  connected: boolean;
  readonly specialCalls: Partial<WalletCalls>;
  readonly #namespace: Namespace;
  readonly #sessions = new Set<FakeSession>();
  readonly #sharing = new Subject<void>();
  readonly sharing$ = this.#sharing.asObservable();
  readonly #always = new Map<FakeOperation, FakeAnswer>();
  readonly #next = new Map<FakeOperation, FakeAnswer[]>();
  readonly #held: (() => void)[] = [];

  constructor(namespace: Namespace, init: FakeWalletInit) {
    const type = init.type ?? 'ANNOUNCED';
    this.#namespace = namespace;
    this.connector = {
      id: init.id,
      namespace,
      type,
      name: init.name ?? init.id,
      rdns: type === 'ANNOUNCED' ? init.id : null,
      icon: init.icon ?? null,
      explorerId: null,
      suspicious: init.suspicious ?? false,
    };
    this.accounts = (init.accounts ?? ['0x1111111111111111111111111111111111111111']).map((address) => this.#account(address));
    this.chainId = toChainId(init.chainId ?? `${namespace}:1`);
    this.known = new Set([this.chainId, ...(init.knownChainIds ?? []).map(toChainId)]);
    this.lacks = init.lacks ?? [];
    this.locked = init.locked ?? false;
    this.connected = init.connected ?? false;
    this.specialCalls = init.hasCalls === false ? {} : fakeCalls(namespace, this, (...asked) => this.ask(...asked));
  }

  /** What the site may see now. */
  get shared(): readonly AccountRecord[] {
    return this.connected && !this.locked ? this.accounts : [];
  }

  /** Sessions and watches that still listen to this wallet: 0 when nothing leaks. */
  get listeners(): number {
    return this.#sessions.size + (this.#sharing.observed ? 1 : 0);
  }

  /** Answers every further call of an operation this way. */
  always(operation: FakeOperation, answer: FakeAnswer): void {
    this.#always.set(operation, answer);
  }

  /** Answers the next calls of an operation this way, one after the other; then as before. */
  next(operation: FakeOperation, ...answers: readonly FakeAnswer[]): void {
    this.#next.set(operation, [...(this.#next.get(operation) ?? []), ...answers]);
  }

  /** The person acts on every prompt held back by `late`: they are answered truthfully now, also those no longer waited for. */
  release(): void {
    for (const answer of this.#held.splice(0)) answer();
  }

  /** How often the operation was asked. */
  count(operation: FakeOperation): number {
    return this.calls.filter((call) => call.operation === operation).length;
  }

  /** The person locks the wallet: the site sees no account any more. */
  lock(): void {
    this.locked = true;
    this.say({ type: 'disconnected' });
  }

  /** The person unlocks the wallet. */
  unlock(): void {
    this.locked = false;
    if (this.shared.length > 0) this.say({ type: 'accounts-changed', accounts: this.shared });
  }

  /** The person picks an account; it becomes the first. */
  selectAccount(address: string): void {
    this.accounts = [this.#account(address), ...this.accounts.filter((account) => account.address !== address)];
    if (this.shared.length > 0) this.say({ type: 'accounts-changed', accounts: this.shared });
  }

  /** The person, or an approved request, changes the wallet's chain. */
  selectChain(chainId: string): void {
    this.chainId = toChainId(chainId);
    this.known.add(this.chainId);
    this.say({ type: 'chain-changed', chainId: this.chainId });
  }

  /** The person disconnects the site in the wallet. */
  forgetSite(): void {
    this.connected = false;
    this.say({ type: 'disconnected' });
  }

  /** Sends an event to every session, whatever the wallet's state: for wallets that say things twice or wrongly. */
  say(event: SessionEvent): void {
    if (event.type === 'accounts-changed' && event.accounts.length > 0) this.#sharing.next();
    for (const session of this.#sessions) session.hear(event);
  }

  /** Opens a session. The caller has made sure that the wallet shares an account. */
  open(): WalletSession {
    const session = new FakeSession(this, () => this.#sessions.delete(session));
    this.#sessions.add(session);
    return session;
  }

  /** Records a call and answers it as scripted; `act` is what an approving wallet does. */
  ask<T>(operation: FakeOperation, input: unknown, signal: AbortSignal, act: () => T): Promise<T> {
    this.calls.push({ operation, input });
    const answer = this.#next.get(operation)?.shift() ?? this.#always.get(operation) ?? 'approve';
    return new Promise<T>((resolve, reject) => {
      const settle = (): void => {
        try {
          resolve(act());
        } catch (error) {
          reject(error);
        }
      };
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      if (answer === 'approve') settle();
      else if (answer === 'late') this.#held.push(settle);
      else if (answer !== 'never') reject(typeof answer === 'string' ? fakeFailure(operation, answer) : answer);
    });
  }

  #account(address: string): AccountRecord {
    return { namespace: this.#namespace, address, type: this.#namespace === 'bip122' ? 'payment' : 'eoa' };
  }
}

class FakeSession implements WalletSession {
  readonly connector: Connector;
  readonly provider: FakeWallet;
  readonly #wallet: FakeWallet;
  readonly #leave: () => void;
  readonly #events = new Subject<SessionEvent>();
  readonly events$ = this.#events.asObservable();

  constructor(wallet: FakeWallet, leave: () => void) {
    if (wallet.shared.length === 0) throw new Error('A session needs a wallet that shares an account');
    this.#wallet = wallet;
    this.#leave = leave;
    this.connector = wallet.connector;
    this.provider = wallet;
  }

  get accounts(): readonly AccountRecord[] {
    return this.#wallet.shared;
  }

  get chainId(): ChainId {
    return this.#wallet.chainId;
  }

  get calls(): Partial<WalletCalls> {
    return this.#wallet.specialCalls;
  }

  hear(event: SessionEvent): void {
    this.#events.next(event);
  }

  readonly switchNetwork = async ({ caipNetworkId }: Network, signal: AbortSignal): Promise<void> => {
    if (this.chainId === caipNetworkId) return;
    const move = (): void => {
      if (!this.#wallet.known.has(caipNetworkId)) throw new LatchkeyError('network/unrecognized-chain', { chainId: caipNetworkId });
      this.#wallet.selectChain(caipNetworkId);
    };
    if (this.#wallet.lacks.includes('switchNetwork')) return move();
    return this.#wallet.ask('switchNetwork', { chainId: caipNetworkId }, signal, move);
  };

  readonly addNetwork = async (network: Network, signal: AbortSignal): Promise<void> => {
    if (this.#wallet.lacks.includes('addNetwork')) throw new LatchkeyError('network/not-supported', { chainId: network.caipNetworkId });
    return this.#wallet
      .ask('addNetwork', { network }, signal, () => {
        this.#wallet.known.add(network.caipNetworkId);
      })
      .catch((error: unknown) => {
        if (!isOneOf(error, 'wallet/unsupported-method', 'wallet/request-failed')) throw error;
        throw new LatchkeyError('network/not-supported', { chainId: network.caipNetworkId }, { cause: error });
      });
  };

  readonly signMessage: WalletSession['signMessage'] = (request, signal) =>
    this.#wallet.ask('signMessage', request, signal, () => standIn(request.message, 130));

  readonly signTypedData: WalletSession['signTypedData'] = async (request, signal) => {
    const method = 'signTypedData';
    if (this.#wallet.lacks.includes(method)) throw new LatchkeyError('wallet/unsupported-method', { method });
    return this.#wallet.ask(method, request, signal, () => standIn(request.typedData.primaryType, 130));
  };

  readonly sendTransaction: WalletSession['sendTransaction'] = async (request, signal, late) => {
    const chainId = chainIdOf(request.from);
    if (chainId !== this.chainId) throw new LatchkeyError('network/wrong-chain', { chainId, walletChainId: this.chainId });
    return this.#wallet.ask('sendTransaction', request, signal, () => {
      const hash = standIn(`${this.connector.id} ${this.#wallet.transactions.length}`, 64);
      this.#wallet.transactions.push({ hash, chainId, request });
      if (signal.aborted) late?.(hash);
      return hash;
    });
  };

  readonly disconnect = (signal: AbortSignal): Promise<void> =>
    this.#wallet
      .ask('disconnect', null, signal, () => this.#wallet.forgetSite())
      .catch((error: unknown) => {
        if (isOneOf(error, 'wallet/unsupported-method')) return;
        if (!isLatchkeyError(error)) throw error;
        throw new LatchkeyError('connection/revoke-failed', { connectorId: this.connector.id }, { cause: error });
      });

  release(): void {
    this.#leave();
    this.#events.complete();
  }
}

const isOneOf = (error: unknown, ...codes: readonly ErrorCode[]): boolean => isLatchkeyError(error) && codes.includes(error.code);

/** What a wallet's own calls know of it. */
interface CalledWallet {
  readonly chainId: ChainId;
  /** What the site may see now. */
  readonly shared: readonly AccountRecord[];
  /** How every batch of calls fares. */
  readonly callsStatus: Pick<CallsStatus, 'status' | 'receipts'>;
  /** Everything it was asked. */
  readonly calls: readonly unknown[];
  /** Everything it broadcast. */
  readonly transactions: { readonly hash: string; readonly chainId: ChainId; readonly request: TransactionRequest }[];
}

/** Asks the wallet for one of its calls, with the call's own input. */
type Ask = <T>(call: FakeCallName, input: unknown, signal: AbortSignal, act: () => T) => Promise<T>;

/** Bytes that are the same for the same input. */
const bytes = (input: string, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => Number.parseInt(standIn(input, length * 2).slice(2 + index * 2, 4 + index * 2), 16));

const eip155 = (wallet: CalledWallet, ask: Ask): Eip155Calls => ({
  sendCalls: (request, signal, late) =>
    ask('sendCalls', request, signal, () => {
      const id = standIn(`calls ${wallet.calls.length}`, 64);
      if (signal.aborted) late?.(id);
      return { id };
    }),
  getCallsStatus: ({ id }, signal) =>
    ask('getCallsStatus', id, signal, () => ({ id, chainId: wallet.chainId, atomic: true, ...wallet.callsStatus })),
  showCallsStatus: (request, signal) => ask('showCallsStatus', request, signal, () => undefined),
  getCapabilities: (request, signal) =>
    ask('getCapabilities', request, signal, () => ({ [wallet.chainId]: { atomic: { status: 'supported' } } })),
  getPermissions: (request, signal) => ask('getPermissions', request, signal, () => ['eth_accounts']),
  requestPermissions: (request, signal) => ask('requestPermissions', request, signal, () => request.methods),
});

const solana = (wallet: CalledWallet, ask: Ask): SolanaCalls => ({
  signTransactions: (request, signal) => ask('signTransactions', request, signal, () => request.transactions),
  signAndSendTransaction: (request, signal, late) =>
    ask('signAndSendTransaction', request, signal, () => {
      const hash = standIn(`sent ${wallet.transactions.length}`, 64);
      wallet.transactions.push({ hash, chainId: wallet.chainId, request: { from: request.account, to: '', value: 0n } });
      if (signal.aborted) late?.(hash);
      return hash;
    }),
  signIn: (request, signal) =>
    ask('signIn', request, signal, () => {
      const [account] = wallet.shared;
      if (account === undefined) throw new LatchkeyError('wallet/disconnected', { method: 'signIn' });
      const signedMessage = new TextEncoder().encode(request.statement ?? '');
      // A Solana wallet shares accounts of its own namespace.
      return {
        account: account as typeof account & { readonly namespace: 'solana'; readonly type: 'eoa' },
        signedMessage,
        signature: bytes('in', 64),
      };
    }),
});

const bip122 = (wallet: CalledWallet, ask: Ask): Bip122Calls => ({
  signPsbt: (request, signal) =>
    ask('signPsbt', request, signal, () => {
      // Who broadcasts is the page, which has left then.
      if (request.broadcast !== true || signal.aborted) return { psbt: request.psbt, txid: null };
      const txid = standIn(`psbt ${wallet.transactions.length}`, 64).slice(2);
      wallet.transactions.push({ hash: txid, chainId: wallet.chainId, request: { from: request.account, to: '', value: 0n } });
      return { psbt: request.psbt, txid };
    }),
  signMessage: (request, signal) => ask('signMessageBy', request, signal, () => standIn(`${request.protocol} ${request.message}`, 130)),
  getAddresses: (request, signal) =>
    // A Bitcoin wallet shares accounts of its own namespace.
    ask('getAddresses', request, signal, () => wallet.shared as Awaited<ReturnType<Bip122Calls['getAddresses']>>),
});

const polkadot = (_wallet: CalledWallet, ask: Ask): PolkadotCalls => ({
  signPayload: (request, signal) =>
    ask('signPayload', request, signal, () => ({ signature: standIn(JSON.stringify(request.payload), 128), signedTransaction: null })),
  signRaw: (request, signal) => ask('signRaw', request, signal, () => standIn(String(request.data), 128)),
});

const CALLS = { eip155, solana, bip122, polkadot } as const;

/** What a fake wallet does beyond the port: truthfully by its state, or as it is scripted to answer. */
const fakeCalls = (namespace: Namespace, wallet: CalledWallet, ask: Ask): Partial<WalletCalls> => ({
  [namespace]: CALLS[namespace](wallet, ask),
});
