import { Subject } from 'rxjs';
import type { AccountRecord } from '../../domain/account/account-record.js';
import { type ChainId, toChainId } from '../../domain/caip/caip-2.js';
import { addressOf, chainIdOf } from '../../domain/caip/caip-10.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { Connector } from '../../domain/connection/connector.js';
import type { ErrorCode } from '../../domain/errors/error-contexts.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import type { UserOperationReceipt } from '../../domain/send/reported-progress.js';
import type { SignInSession } from '../../domain/sign-in/sign-in-session.js';
import type { TokenBalance } from '../../domain/tokens/token-balance.js';
import type { SessionEvent, WalletSession } from './chain.port.js';
import { fakeHex } from './hex.fake.js';
import type { SignInMessageRequest } from './sign-in.port.js';
import type { TransactionRequest } from './transaction-request.js';
import type { Bip122Calls, CallsStatus, Eip155Calls, PolkadotCalls, SolanaCalls, WalletCalls } from './wallet-calls.js';
import { type FakeCallName, type FakeOperation, type FakeResponse, fakeError } from './wallet-response.fake.js';

/** Initial state of a fake wallet. */
export interface FakeWalletInit {
  /** Connector id, and the rdns of an `ANNOUNCED` wallet. */
  readonly id: string;
  readonly name?: string;
  /** Default `ANNOUNCED`. */
  readonly type?: Connector['type'];
  readonly icon?: string | null;
  readonly suspicious?: boolean;
  /** Addresses, the active one first. An empty list creates a wallet without accounts. */
  readonly accounts?: readonly string[];
  /** CAIP-2 id of the wallet's current chain. */
  readonly chainId?: string;
  /** CAIP-2 ids of further supported chains. */
  readonly knownChainIds?: readonly string[];
  readonly locked?: boolean;
  /** True to support the namespace-specific calls. Default true. */
  readonly hasCalls?: boolean;
  /** True if the wallet has a prompt for sign-in messages, which also connects. Default false. */
  readonly hasSignInPrompt?: boolean;
  /** True if the user has already authorized this site. */
  readonly connected?: boolean;
  /** Unsupported methods; without `switchNetwork`, the chain is switched without a prompt. Default: none. */
  readonly unsupportedMethods?: readonly FakeUnsupportedMethod[];
  /** Messages that it signs while connecting. Default: none. */
  readonly signIns?: readonly SignInSession[];
}

/** A method that a fake wallet may not support. */
export type FakeUnsupportedMethod = 'signTypedData' | 'addNetwork' | 'switchNetwork';

/** A call to a fake wallet. */
export interface FakeCall {
  readonly operation: FakeOperation;
  readonly input: unknown;
}

/** A transaction broadcast by a fake wallet. */
export interface FakeTransaction {
  readonly hash: string;
  readonly chainId: ChainId;
  readonly request: TransactionRequest;
}

/**
 * A wallet with the state of a real one: shared accounts, current chain, supported chains, lock. Tests act as the
 * user.
 */
export class FakeWallet {
  readonly connector: Connector;
  /** Calls so far, oldest first. */
  readonly calls: FakeCall[] = [];
  /** Status of every batch of calls. */
  callsStatus: Pick<CallsStatus, 'status' | 'receipts'> = {
    status: 200,
    receipts: [{ transactionHash: `0x${'c'.repeat(64)}`, blockNumber: 1n, reverted: false }],
  };
  /** Coin and tokens that the wallet lists; `null` if it does not support that. */
  assets: readonly TokenBalance[] | null = null;
  /** Receipt of every user operation; `null` while it is pending. */
  operationReceipt: UserOperationReceipt | null = { success: true, transactionHash: `0x${'c'.repeat(64)}`, blockNumber: 1n };
  /** Broadcast transactions, oldest first. */
  readonly transactions: FakeTransaction[] = [];
  readonly knownChainIds: Set<ChainId>;
  /** Messages that the sessions have from connecting. */
  readonly signIns: readonly SignInSession[] | undefined;
  readonly unsupportedMethods: readonly FakeUnsupportedMethod[];
  readonly hasSignInPrompt: boolean;
  /** True if the wallet sends a second transaction instead of replacing one. */
  choosesNonces = false;
  /** Signature of sign-in messages. */
  signInSignature = fakeHex('sign-in', 130);
  accounts: readonly AccountRecord[];
  chainId: ChainId;
  locked: boolean;
  connected: boolean;
  readonly specialCalls: Partial<WalletCalls>;
  readonly #namespace: Namespace;
  readonly #sessions = new Set<FakeSession>();
  readonly #sharing = new Subject<void>();
  readonly sharing$ = this.#sharing.asObservable();
  readonly #always = new Map<FakeOperation, FakeResponse>();
  readonly #next = new Map<FakeOperation, FakeResponse[]>();
  readonly #delayed: (() => void)[] = [];

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
    this.knownChainIds = new Set([this.chainId, ...(init.knownChainIds ?? []).map(toChainId)]);
    this.unsupportedMethods = init.unsupportedMethods ?? [];
    this.hasSignInPrompt = init.hasSignInPrompt ?? false;
    this.signIns = init.signIns;
    this.locked = init.locked ?? false;
    this.connected = init.connected ?? false;
    this.specialCalls = init.hasCalls === false ? {} : fakeCalls(namespace, this, (...args) => this.handle(...args));
  }

  /** Accounts currently shared with the site. */
  get shared(): readonly AccountRecord[] {
    return this.connected && !this.locked ? this.accounts : [];
  }

  /** Number of sessions and subscribers of this wallet: 0 if nothing leaks. */
  get listeners(): number {
    return this.#sessions.size + (this.#sharing.observed ? 1 : 0);
  }

  /** Sets the response to all further calls of an operation. */
  always(operation: FakeOperation, response: FakeResponse): void {
    this.#always.set(operation, response);
  }

  /** Sets the responses to the next calls of an operation, in order. */
  next(operation: FakeOperation, ...responses: readonly FakeResponse[]): void {
    this.#next.set(operation, [...(this.#next.get(operation) ?? []), ...responses]);
  }

  /** Approves every pending `late` prompt, including aborted ones. */
  release(): void {
    for (const respond of this.#delayed.splice(0)) respond();
  }

  /** Number of calls of an operation. */
  count(operation: FakeOperation): number {
    return this.calls.filter((call) => call.operation === operation).length;
  }

  /** Locks the wallet: it shares no accounts any more. */
  lock(): void {
    this.locked = true;
    this.emit({ type: 'disconnected' });
  }

  /** Unlocks the wallet. */
  unlock(): void {
    this.locked = false;
    if (this.shared.length > 0) this.emit({ type: 'accounts-changed', accounts: this.shared });
  }

  /** Selects an account, which becomes the first one. */
  selectAccount(address: string): void {
    this.accounts = [this.#account(address), ...this.accounts.filter((account) => account.address !== address)];
    if (this.shared.length > 0) this.emit({ type: 'accounts-changed', accounts: this.shared });
  }

  /** Switches the wallet's chain. */
  selectChain(chainId: string): void {
    this.chainId = toChainId(chainId);
    this.knownChainIds.add(this.chainId);
    this.emit({ type: 'chain-changed', chainId: this.chainId });
  }

  /** Disconnects the site in the wallet. */
  forgetSite(): void {
    this.connected = false;
    this.emit({ type: 'disconnected' });
  }

  /** Emits an event to every session regardless of the wallet's state, to simulate duplicate or wrong events. */
  emit(event: SessionEvent): void {
    if (event.type === 'accounts-changed' && event.accounts.length > 0) this.#sharing.next();
    for (const session of this.#sessions) session.emit(event);
  }

  /** Opens a session, with the message that was signed meanwhile if there is one. The wallet must share an account. */
  open(message: SignInMessageRequest | null = null): WalletSession {
    const session = new FakeSession(this, message, () => this.#sessions.delete(session));
    this.#sessions.add(session);
    return session;
  }

  /** Records a call and completes it with the scripted response; `act` runs on approval. */
  handle<T>(
    operation: FakeOperation,
    input: unknown,
    signal: AbortSignal,
    act: () => T,
    { broadcast = () => act, wait = () => undefined }: Partial<FakeSendHooks<T>> = {},
  ): Promise<T> {
    this.calls.push({ operation, input });
    const response = this.#next.get(operation)?.shift() ?? this.#always.get(operation) ?? 'approve';
    if (response === 'unanswered' || response === 'unanswered-refusal') {
      const answer = broadcast(response === 'unanswered-refusal');
      return new Promise<void>((resolve) => this.#delayed.push(resolve)).then(answer);
    }
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
      if (response === 'approve') settle();
      else if (response === 'late') this.#delayed.push(settle);
      else if (response === 'queued') {
        wait(true);
        this.#delayed.push(() => {
          wait(false);
          settle();
        });
      } else if (response !== 'never') reject(typeof response === 'string' ? fakeError(operation, response) : response);
    });
  }

  #account(address: string): AccountRecord {
    return { namespace: this.#namespace, address, type: this.#namespace === 'bip122' ? 'payment' : 'eoa' };
  }
}

/** Behavior of `sendTransaction` that other calls do not have. */
interface FakeSendHooks<T> {
  /** Broadcasts a signed transaction; returns the response of the RPC endpoint. */
  readonly broadcast: (isRefused: boolean) => () => T;
  /** Called when another payment has to end first, and when it has ended. */
  readonly wait: (isWaiting: boolean) => void;
}

class FakeSession implements WalletSession {
  readonly connector: Connector;
  readonly provider: FakeWallet;
  readonly #wallet: FakeWallet;
  readonly #onRelease: () => void;
  readonly #events = new Subject<SessionEvent>();
  readonly events$ = this.#events.asObservable();
  readonly signIns: readonly SignInSession[];

  constructor(wallet: FakeWallet, message: SignInMessageRequest | null, onRelease: () => void) {
    if (wallet.shared.length === 0) throw new Error('A session needs a wallet with a shared account');
    this.#wallet = wallet;
    this.#onRelease = onRelease;
    this.connector = wallet.connector;
    this.provider = wallet;
    this.signIns = message === null ? (wallet.signIns ?? []) : [this.#signIn(message)];
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

  emit(event: SessionEvent): void {
    this.#events.next(event);
  }

  readonly switchNetwork = async ({ caipNetworkId }: Network, signal: AbortSignal): Promise<void> => {
    if (this.chainId === caipNetworkId) return;
    const switchChain = (): void => {
      if (!this.#wallet.knownChainIds.has(caipNetworkId)) throw new LatchkeyError('network/unrecognized-chain', { chainId: caipNetworkId });
      this.#wallet.selectChain(caipNetworkId);
    };
    if (this.#wallet.unsupportedMethods.includes('switchNetwork')) return switchChain();
    return this.#wallet.handle('switchNetwork', { chainId: caipNetworkId }, signal, switchChain);
  };

  readonly addNetwork = async (network: Network, signal: AbortSignal): Promise<void> => {
    if (this.#wallet.unsupportedMethods.includes('addNetwork'))
      throw new LatchkeyError('network/not-supported', { chainId: network.caipNetworkId });
    return this.#wallet
      .handle('addNetwork', { network }, signal, () => {
        this.#wallet.knownChainIds.add(network.caipNetworkId);
      })
      .catch((error: unknown) => {
        if (!isOneOf(error, 'wallet/unsupported-method', 'wallet/request-failed')) throw error;
        throw new LatchkeyError('network/not-supported', { chainId: network.caipNetworkId }, { cause: error });
      });
  };

  readonly signMessage: WalletSession['signMessage'] = (request, signal) =>
    this.#wallet.handle('signMessage', request, signal, () => fakeHex(request.message, 130));

  readonly signInMessage: NonNullable<WalletSession['signInMessage']> = async (request, signal) => {
    const method = 'signInMessage';
    if (!this.#wallet.hasSignInPrompt) throw new LatchkeyError('wallet/unsupported-method', { method });
    return this.#wallet.handle(method, request, signal, () => this.#wallet.signInSignature);
  };

  readonly signTypedData: WalletSession['signTypedData'] = async (request, signal) => {
    const method = 'signTypedData';
    if (this.#wallet.unsupportedMethods.includes(method)) throw new LatchkeyError('wallet/unsupported-method', { method });
    return this.#wallet.handle(method, request, signal, () => fakeHex(request.typedData.primaryType, 130));
  };

  readonly sendTransaction: WalletSession['sendTransaction'] = async (request, signal, onEvent) => {
    const chainId = chainIdOf(request.from);
    if (chainId !== this.chainId) throw new LatchkeyError('network/wrong-chain', { chainId, walletChainId: this.chainId });
    const send = (): string => {
      const hash = fakeHex(`${this.connector.id} ${this.#wallet.transactions.length}`, 64);
      this.#wallet.transactions.push({ hash, chainId, request });
      return hash;
    };
    const act = (): string => {
      const hash = send();
      if (signal.aborted) onEvent?.({ type: 'late-broadcast', hash });
      return hash;
    };
    const broadcast = (isRefused: boolean) => {
      const hash = isRefused ? fakeHex(`refused ${request.value}`, 64) : send();
      onEvent?.({ type: 'broadcast', hash, trace: 'fake trace' });
      return (): string => {
        if (!isRefused) return hash;
        onEvent?.({ type: 'refused', hash });
        throw new LatchkeyError('send/refused', { chainId, reason: 'refused' });
      };
    };
    const wait = (isWaiting: boolean): void => onEvent?.({ type: isWaiting ? 'waiting' : 'resumed' });
    return this.#wallet.handle('sendTransaction', request, signal, act, { broadcast, wait });
  };

  readonly replaceTransaction: NonNullable<WalletSession['replaceTransaction']> = async (request, signal, onEvent) => {
    const { from, hash: replaced, mode } = request;
    const chainId = chainIdOf(from);
    if (chainId !== this.chainId) throw new LatchkeyError('network/wrong-chain', { chainId, walletChainId: this.chainId });
    const waiting = this.#wallet.transactions.find(({ hash }) => hash === replaced);
    if (waiting === undefined) throw new LatchkeyError('send/not-replaceable', { chainId, hash: replaced, reason: 'unknown' });
    const act = (): string => {
      const hash = fakeHex(`${this.connector.id} ${this.#wallet.transactions.length}`, 64);
      const sent = mode === 'cancel' ? { from, to: addressOf(from), value: 0n } : waiting.request;
      this.#wallet.transactions.push({ hash, chainId, request: sent });
      onEvent?.({ type: 'broadcast', hash });
      if (signal.aborted) onEvent?.({ type: 'late-broadcast', hash, isSeparate: this.#wallet.choosesNonces });
      if (this.#wallet.choosesNonces) throw new LatchkeyError('send/not-replaced', { chainId, hash: replaced, sent: hash });
      return hash;
    };
    return this.#wallet.handle('replaceTransaction', request, signal, act);
  };

  readonly disconnect = (signal: AbortSignal): Promise<void> =>
    this.#wallet
      .handle('disconnect', null, signal, () => this.#wallet.forgetSite())
      .catch((error: unknown) => {
        if (isOneOf(error, 'wallet/unsupported-method')) return;
        if (!isLatchkeyError(error)) throw error;
        throw new LatchkeyError('connection/revoke-failed', { connectorId: this.connector.id }, { cause: error });
      });

  #signIn(message: SignInMessageRequest): SignInSession {
    const { toString: _, ...data } = { ...message, accountAddress: this.accounts[0]?.address ?? '' };
    return { data, message: JSON.stringify(data), signature: this.#wallet.signInSignature };
  }

  release(): void {
    this.#onRelease();
    this.#events.complete();
  }
}

const isOneOf = (error: unknown, ...codes: readonly ErrorCode[]): boolean => isLatchkeyError(error) && codes.includes(error.code);

/** State used by the namespace-specific calls. */
interface CalledWallet {
  readonly chainId: ChainId;
  /** Accounts currently shared with the site. */
  readonly shared: readonly AccountRecord[];
  /** Status of every batch of calls. */
  readonly callsStatus: Pick<CallsStatus, 'status' | 'receipts'>;
  readonly operationReceipt: UserOperationReceipt | null;
  readonly assets: readonly TokenBalance[] | null;
  readonly calls: readonly unknown[];
  readonly transactions: { readonly hash: string; readonly chainId: ChainId; readonly request: TransactionRequest }[];
}

/** Records and completes a namespace-specific call. */
type HandleCall = <T>(call: FakeCallName, input: unknown, signal: AbortSignal, act: () => T) => Promise<T>;

/** Deterministic bytes for an input. */
const bytes = (input: string, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => Number.parseInt(fakeHex(input, length * 2).slice(2 + index * 2, 4 + index * 2), 16));

const eip155 = (wallet: CalledWallet, handle: HandleCall): Eip155Calls => ({
  sendCalls: (request, signal, onEvent) =>
    handle('sendCalls', request, signal, () => {
      const id = fakeHex(`calls ${wallet.calls.length}`, 64);
      if (signal.aborted) onEvent?.({ type: 'late-broadcast', hash: id });
      return { id };
    }),
  getCallsStatus: ({ id }, signal) =>
    handle('getCallsStatus', id, signal, () => ({ id, chainId: wallet.chainId, atomic: true, ...wallet.callsStatus })),
  showCallsStatus: (request, signal) => handle('showCallsStatus', request, signal, () => undefined),
  getCapabilities: (request, signal) =>
    handle('getCapabilities', request, signal, () => ({
      [wallet.chainId]: {
        atomic: { status: 'supported' },
        ...(wallet.assets === null ? {} : { assetDiscovery: { supported: true } }),
      },
    })).catch((error: unknown) => {
      signal.throwIfAborted();
      if (!isLatchkeyError(error)) throw error;
      return {};
    }),
  getAssets: (request, signal) => handle('getAssets', request, signal, () => wallet.assets ?? []),
  sendUserOperation: (request, signal, onEvent) =>
    handle('sendUserOperation', request, signal, () => {
      const hash = fakeHex(`operation ${wallet.calls.length}`, 64);
      if (signal.aborted) onEvent?.({ type: 'late-broadcast', hash });
      return hash;
    }),
  getUserOperationReceipt: ({ hash }, signal) => handle('getUserOperationReceipt', hash, signal, () => wallet.operationReceipt),
  getPermissions: (request, signal) => handle('getPermissions', request, signal, () => ['eth_accounts']),
  requestPermissions: (request, signal) => handle('requestPermissions', request, signal, () => request.methods),
});

const solana = (wallet: CalledWallet, handle: HandleCall): SolanaCalls => ({
  signTransactions: (request, signal) => handle('signTransactions', request, signal, () => request.transactions),
  signAndSendTransaction: (request, signal, onEvent) =>
    handle('signAndSendTransaction', request, signal, () => {
      const hash = fakeHex(`sent ${wallet.transactions.length}`, 64);
      wallet.transactions.push({ hash, chainId: wallet.chainId, request: { from: request.account, to: '', value: 0n } });
      if (signal.aborted) onEvent?.({ type: 'late-broadcast', hash });
      return hash;
    }),
  signIn: (request, signal) =>
    handle('signIn', request, signal, () => {
      const [account] = wallet.shared;
      if (account === undefined) throw new LatchkeyError('wallet/disconnected', { method: 'signIn' });
      const signedMessage = new TextEncoder().encode(request.statement ?? '');
      // A Solana wallet shares accounts of its own namespace.
      return {
        account: account as typeof account & { readonly namespace: 'solana'; readonly type: 'eoa' },
        signedMessage,
        signature: bytes('signIn', 64),
      };
    }),
});

const bip122 = (wallet: CalledWallet, handle: HandleCall): Bip122Calls => ({
  signPsbt: (request, signal) =>
    handle('signPsbt', request, signal, () => {
      // The app broadcasts a PSBT, which it no longer does after an abort.
      if (request.broadcast !== true || signal.aborted) return { psbt: request.psbt, txid: null };
      const txid = fakeHex(`psbt ${wallet.transactions.length}`, 64).slice(2);
      wallet.transactions.push({ hash: txid, chainId: wallet.chainId, request: { from: request.account, to: '', value: 0n } });
      return { psbt: request.psbt, txid };
    }),
  signMessage: (request, signal) => handle('signMessageBy', request, signal, () => fakeHex(`${request.protocol} ${request.message}`, 130)),
  getAddresses: (request, signal) =>
    // A Bitcoin wallet shares accounts of its own namespace.
    handle('getAddresses', request, signal, () => wallet.shared as Awaited<ReturnType<Bip122Calls['getAddresses']>>),
});

const polkadot = (_wallet: CalledWallet, handle: HandleCall): PolkadotCalls => ({
  signPayload: (request, signal) =>
    handle('signPayload', request, signal, () => ({ signature: fakeHex(JSON.stringify(request.payload), 128), signedTransaction: null })),
  signRaw: (request, signal) => handle('signRaw', request, signal, () => fakeHex(String(request.data), 128)),
});

const CALLS = { eip155, solana, bip122, polkadot } as const;

/** The namespace-specific calls of a fake wallet. */
const fakeCalls = (namespace: Namespace, wallet: CalledWallet, handle: HandleCall): Partial<WalletCalls> => ({
  [namespace]: CALLS[namespace](wallet, handle),
});
