import { filter, Subject, type Subscription } from 'rxjs';
import type { AccountType } from '../../domain/account/account-record.js';
import { type ChainId, namespaceOf } from '../../domain/caip/caip-2.js';
import type { FramePayload, FrameUser } from '../../domain/embedded-wallet/frame-actions.js';
import { fromFrameChain, toFrameChain } from '../../domain/embedded-wallet/frame-chain.js';
import { validatePayload } from '../../domain/embedded-wallet/frame-messages.js';
import { isFrameNamespace } from '../../domain/embedded-wallet/frame-namespace.js';
import { frameNamespaces } from '../../domain/embedded-wallet/frame-namespaces.js';
import { isFrameRejection, isUnsupportedByFrame } from '../../domain/embedded-wallet/frame-rejection.js';
import { rpcPermissionOf } from '../../domain/embedded-wallet/rpc-methods.js';
import { frameAccountTypeOf } from '../../domain/embedded-wallet/smart-accounts.js';
import { fromFrameResponse, toFrameParams } from '../../domain/embedded-wallet/solana-request.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { PeerMetadata, SessionNamespaces } from '../../domain/wallet-protocol/session.js';
import { asRecord } from '../../domain/wire.js';
import type { RemoteSession, RemoteSessionEvent } from '../ports/remote-session.port.js';
import type { SecureFrame } from '../ports/secure-frame.port.js';
import type { FrameApprovals } from './frame-approvals.js';
import type { FrameLoginRepository } from './frame-login.repository.js';

/** Codes of EIP-1193. @see https://eips.ethereum.org/EIPS/eip-1193#provider-errors */
const REJECTED = 4001;
const UNSUPPORTED_METHOD = 4200;
/** Codes of JSON-RPC. @see https://eips.ethereum.org/EIPS/eip-1474#error-codes */
const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;

/** The one method whose failure means that there is nothing. */
const CAPABILITIES = 'wallet_getCapabilities';
/** Methods with which an account sends: the first time, a smart account is deployed by it. */
const SENDING: readonly string[] = ['eth_sendTransaction', 'wallet_sendCalls', 'eth_sendUserOperation'];

const loggedOut = (): LatchkeyError => new LatchkeyError('wallet-protocol/user-disconnected', { detail: '' });

const providerError = (code: number, message: string, cause?: LatchkeyError): Error =>
  Object.assign(new Error(message, cause === undefined ? {} : { cause }), { code });

/** Dependencies of {@link FrameSession}. */
export interface FrameSessionDeps {
  readonly frame: SecureFrame;
  readonly login: FrameLoginRepository;
  readonly approvals: Pick<FrameApprovals, 'run' | 'refuse'>;
  /** CAIP-2 ids of the configured chains that the embedded wallet supports. */
  readonly chains: () => readonly ChainId[];
  /** Called when the wallet has sent something for an EVM account, and when it reports that it was executed. */
  readonly onSent: () => void;
  /** Called once, when the session ends. */
  readonly onEnded: () => void;
}

/** A login to the embedded wallet, as a remote session that chains adopt. There is one at most. */
export class FrameSession implements RemoteSession {
  readonly topic = 'embedded-wallet';
  readonly peer: PeerMetadata = { name: 'Embedded wallet', description: '', url: '', icons: [] };
  readonly #deps: FrameSessionDeps;
  readonly #events = new Subject<RemoteSessionEvent>();
  readonly events$ = this.#events.asObservable();
  readonly #users = new Map<string, FrameUser>();
  #chainId: ChainId | null = null;
  #isLive = true;
  /** The last request: the frame has one chain at a time. */
  #queue: Promise<unknown> = Promise.resolve();

  readonly #reloads: Subscription;

  constructor(deps: FrameSessionDeps) {
    this.#deps = deps;
    // A document that was loaded anew is on another chain.
    this.#reloads = deps.frame.events$.pipe(filter(({ type }) => type === 'ready')).subscribe(() => {
      this.#chainId = null;
    });
  }

  get isLive(): boolean {
    return this.#isLive;
  }

  get namespaces(): SessionNamespaces {
    const { chains, login } = this.#deps;
    return frameNamespaces(Object.fromEntries(this.#users), chains(), login.smartAccountNetworks);
  }

  /** The user of a namespace, as the frame told it last; `null` without one. */
  userOf(namespace: string): FrameUser | null {
    return this.#users.get(namespace) ?? null;
  }

  /** The type of an account, as the frame told it last. */
  accountTypeOf(address: string): AccountType | undefined {
    const user = this.#users.get('eip155');
    return user === undefined ? undefined : frameAccountTypeOf(user, address);
  }

  /** Changes the user's address in all namespaces. */
  setEmail(email: string): void {
    for (const [namespace, user] of this.#users) this.#users.set(namespace, { ...user, email });
  }

  /** Sets the user of the namespace that the user's chain belongs to. */
  setUser(user: FrameUser): void {
    const chainId = fromFrameChain(user.chainId);
    const namespace = chainId === null ? null : namespaceOf(chainId);
    if (namespace === null || !isFrameNamespace(namespace)) return;
    this.#users.set(namespace, user);
    this.#events.next({ type: 'namespaces-changed' });
  }

  /** Reads the user once no request is pending, as that can switch the frame to another chain. */
  readUser(read: () => Promise<FrameUser>): Promise<FrameUser> {
    const reading = this.#queue.then(async () => {
      this.#chainId = null;
      const user = await read();
      this.#chainId = fromFrameChain(user.chainId);
      return user;
    });
    this.#queue = reading.catch(() => undefined);
    return reading;
  }

  request(
    { chainId, method, params }: { readonly chainId: ChainId; readonly method: string; readonly params: unknown },
    signal: AbortSignal,
  ): Promise<unknown> {
    const { approvals } = this.#deps;
    if (rpcPermissionOf(method) === 'disallowed') {
      approvals.refuse(method);
      return Promise.reject(providerError(UNSUPPORTED_METHOD, 'Requested RPC call is not allowed'));
    }
    if (!this.#isLive) return Promise.reject(loggedOut());
    let payload: FramePayload<'RPC_REQUEST'>;
    try {
      // A request that the frame would refuse neither switches the network nor asks the user.
      payload = validatePayload('RPC_REQUEST', { method, params: toFrameParams(method, params) });
    } catch (error) {
      return Promise.reject(toProviderError(error));
    }
    const result = this.#queue.then(async () => {
      signal.throwIfAborted();
      this.#assertLive();
      await this.#switch(chainId, signal);
      this.#assertLive();
      const response = await approvals.run(method, () => this.#deps.frame.request('RPC_REQUEST', payload, signal));
      if (hasSent(method, response)) this.#deps.onSent();
      return fromFrameResponse(method, response);
    });
    this.#queue = result.catch(() => undefined);
    return result.then(
      (response) => (method === CAPABILITIES ? (response ?? {}) : response),
      (error: unknown) => {
        if (method === CAPABILITIES && !signal.aborted) return {};
        throw toProviderError(error);
      },
    );
  }

  async disconnect(signal: AbortSignal): Promise<void> {
    if (!this.#isLive) return;
    this.end('wallet', true);
    await this.#deps.frame.request('SIGN_OUT', undefined, signal);
    this.#deps.login.forgetLogin();
  }

  /** Ends the session. @param isLocal the user has disconnected in this page */
  end(reason: 'wallet' | 'lost', isLocal = false): void {
    if (!this.#isLive) return;
    this.#isLive = false;
    this.#reloads.unsubscribe();
    this.#deps.onEnded();
    if (!isLocal) this.#events.next({ type: 'ended', reason });
    this.#events.complete();
  }

  /** The user may have logged out while the request waited for others. */
  #assertLive(): void {
    if (!this.#isLive) throw loggedOut();
  }

  async #switch(chainId: ChainId, signal: AbortSignal): Promise<void> {
    const { frame, login } = this.#deps;
    if (chainId === this.#chainId) return;
    const reply = await frame.request(
      'SWITCH_NETWORK',
      { chainId: namespaceOf(chainId) === 'eip155' ? chainId : toFrameChain(chainId) },
      signal,
    );
    this.#chainId = fromFrameChain(reply.chainId) ?? chainId;
    if (this.#isLive) login.rememberChain(this.#chainId);
  }
}

/** Tests whether a response tells that an account has sent something, now or before a reload. */
const hasSent = (method: string, response: unknown): boolean => {
  if (method === 'eth_getUserOperationReceipt') return response != null;
  if (method !== 'wallet_getCallsStatus') return SENDING.includes(method);
  const { status } = asRecord(response);
  // 1xx is pending, 4xx was not executed.
  return typeof status === 'number' && status >= 200 && Math.floor(status / 100) !== 4;
};

const codeOf = (reason: string | null): number => {
  if (isFrameRejection(reason)) return REJECTED;
  return isUnsupportedByFrame(reason) ? UNSUPPORTED_METHOD : INTERNAL_ERROR;
};

/** An error as EIP-1193 providers throw it. */
const toProviderError = (error: unknown): unknown => {
  if (isLatchkeyError(error, 'secure-frame/error-reply')) return providerError(codeOf(error.context.reason), error.message, error);
  if (isLatchkeyError(error, 'secure-frame/invalid-payload')) return providerError(INVALID_PARAMS, error.message, error);
  // Without a reply, the user may have approved.
  if (isLatchkeyError(error, 'secure-frame/request-aborted'))
    return providerError(error.context.reason === 'modal-closed' ? REJECTED : INTERNAL_ERROR, error.message, error);
  return error;
};
