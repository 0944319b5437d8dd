import type { Observable } from 'rxjs';
import { isSameAddress } from '../../domain/account/same-address.js';
import { type AccountId, addressOf, chainIdOf } from '../../domain/caip/caip-10.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { SentPurpose, SwapSummary } from '../../domain/send/sent-purpose.js';
import type { SentKind } from '../../domain/send/sent-transaction.js';
import { activeAccount } from '../connect/active-account.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { WalletSession } from '../ports/chain.port.js';
import type { OnSendEvent } from '../ports/send-event.js';
import type { WalletCalls } from '../ports/wallet-calls.js';
import type { SentTransactions } from '../send/sent-transactions.js';
import { whileActive } from '../send/while-active.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { WalletErrorCode } from '../shared/wallet-error-code.js';
import type { SignatureVerifier } from './signature-verifier.js';

/** A namespace-specific wallet call. */
type Method = (request: never, signal: AbortSignal, onEvent: OnSendEvent) => Promise<unknown>;

/** Namespaces with namespace-specific wallet calls. */
export type CallNamespace = keyof WalletCalls;
/** Names of the calls of a namespace. */
export type CallName<N extends CallNamespace> = keyof WalletCalls[N] & string;
/** Request type of a call. */
export type CallRequest<N extends CallNamespace, C extends CallName<N>> = WalletCalls[N][C] extends (
  request: infer Request,
  signal: AbortSignal,
) => Promise<unknown>
  ? Request
  : never;
/** Result type of a call. */
export type CallResult<N extends CallNamespace, C extends CallName<N>> = WalletCalls[N][C] extends (
  request: never,
  signal: AbortSignal,
) => Promise<infer Result>
  ? Result
  : never;

/** A call to the wallet of one namespace. */
export interface CallWalletInput<N extends CallNamespace = CallNamespace, C extends CallName<N> = CallName<N>> {
  readonly namespace: N;
  readonly call: C;
  readonly request: CallRequest<N, C>;
  /** Purpose of a call that broadcasts, as its list, messages and events name it. Default: `batch`, `psbt` or `call`, by the call. */
  readonly purpose?: Exclude<SentPurpose, 'cancel'>;
  /** The two sides of the swap that the call makes, or of the approval before it. */
  readonly swap?: SwapSummary;
}

/** Error codes of a call. */
export type CallWalletError =
  | WalletErrorCode
  | 'connection/not-connected'
  | 'network/wrong-chain'
  | 'send/other-payment-pending'
  | 'request/cancelled'
  | 'wallet/wrong-signature';

/** The result of the call. `wait-for-other-payment` as in `SendTransactionState`. */
export type CallWalletState<Result = unknown> = UseCaseState<'approve-in-wallet' | 'wait-for-other-payment', Result, CallWalletError>;

/** Calls that name their account and chain themselves, with the kind of what they send. */
const SENT_BY: Readonly<Record<string, SentKind>> = {
  sendCalls: 'calls',
  sendUserOperation: 'user-operation',
} satisfies Partial<Record<CallName<'eip155'>, SentKind>>;
/** Purposes of calls that broadcast; the others are `call`. */
const PURPOSES: Readonly<Record<string, SentPurpose>> = {
  sendCalls: 'batch',
  signPsbt: 'psbt',
} satisfies Partial<Record<CallName<'eip155'> | CallName<'bip122'>, SentPurpose>>;
/** The only call whose signature is verified: the others sign data that is opaque to Latchkey. */
const SIGN_MESSAGE = 'signMessage' satisfies CallName<'bip122'>;

/** Tests whether a call makes the wallet, or this library, broadcast. */
const isBroadcasting = (call: string, request: unknown): boolean =>
  call === 'signPsbt'
    ? // Request type as defined by the port.
      (request as { readonly broadcast?: boolean }).broadcast === true
    : call === 'sendCalls' || call === 'sendUserOperation' || call === 'signAndSendTransaction';

/** Returns the transaction hash of a broadcasting call, the id of a batch, or the hash of a user operation. */
const broadcastHash = (call: string, result: unknown): string | null => {
  // Result types as defined by the port.
  if (call === 'sendCalls') return (result as { readonly id: string }).id;
  if (call === 'signAndSendTransaction' || call === 'sendUserOperation') return String(result);
  // Only the result of a broadcast PSBT has this member.
  const txid = call === 'signPsbt' ? (result as { readonly txid?: unknown }).txid : null;
  return typeof txid === 'string' ? txid : null;
};

/**
 * Sends a namespace-specific call to the connected wallet: batches of calls and user operations on eip155, prebuilt transactions on Solana, PSBTs on
 * Bitcoin, payloads on Polkadot. Never retried. Broadcast transactions are tracked as those of `SendTransaction`, even if the
 * user approves after unsubscribing; a signature that arrives after that is dropped. Signed texts are verified as in `SignMessage`.
 * @example callWallet.execute({ namespace: 'bip122', call: 'signPsbt', request: { account, psbt } })
 */
export class CallWallet {
  readonly #connections: ConnectionStore;
  readonly #sent: SentTransactions;
  readonly #verifier: SignatureVerifier;

  constructor(connections: ConnectionStore, sent: SentTransactions, verifier: SignatureVerifier) {
    this.#connections = connections;
    this.#sent = sent;
    this.#verifier = verifier;
  }

  execute<N extends CallNamespace, C extends CallName<N>>({
    namespace,
    call,
    request,
    purpose,
    swap,
  }: CallWalletInput<N, C>): Observable<CallWalletState<CallResult<N, C>>> {
    return runUseCase('approve-in-wallet', async ({ signal, step }) => {
      const { session, account: active } = activeAccount(this.#connections, namespace satisfies Namespace);
      const calls = requireCalls(session, namespace);
      const method = calls[call];
      // An adapter may implement only some of the calls.
      if (typeof method !== 'function') throw new LatchkeyError('wallet/unsupported-method', { method: call });
      // The input type ties request and result to the call.
      const invoke = (method as Method).bind(calls);
      const kind = SENT_BY[call];
      // Request types as defined by the port.
      const account = kind === undefined ? active : (request as { readonly from: AccountId }).from;
      const shared = this.#connections.state.namespaces[namespace]?.session?.accounts ?? [];
      const sender = shared.find(({ address }) => isSameAddress(namespace, address, addressOf(account)));
      const isSmartAccount = sender?.type === 'smartAccount';
      const opaque = {
        namespace,
        chainId: chainIdOf(account),
        account,
        kind: kind ?? 'transaction',
        purpose: purpose ?? PURPOSES[call] ?? 'call',
        swap: swap ?? null,
        isSmartAccount,
      } as const;
      const trackFailure = isBroadcasting(call, request) ? this.#sent.trackOpaque(opaque) : rethrow;
      const sending = this.#sent.requestOpaque(opaque, (isWaiting) => step(isWaiting ? 'wait-for-other-payment' : 'approve-in-wallet'));
      const trackBroadcast = (hash: string | null): void => {
        if (hash !== null) sending.addBroadcast(hash);
      };
      const pending = whileActive(this.#connections, namespace, signal, (requestSignal) =>
        invoke(request as never, requestSignal, sending.onEvent),
      );
      const result = await pending.catch((error: unknown) => {
        const hash = sending.hashAfter(error);
        // It may be in the network: its outcome emits the event.
        if (hash === null) return trackFailure(error);
        trackBroadcast(hash);
        throw error;
      });
      trackBroadcast(broadcastHash(call, result));
      if (call === SIGN_MESSAGE) {
        // Request and result types as defined by the port.
        const signed = { ...(request as { readonly account: AccountId; readonly message: string }), signature: result as string };
        await this.#verifier.verify({ ...signed, method: call }, signal);
      }
      return result as CallResult<N, C>;
    });
  }
}

const rethrow = (error: unknown): never => {
  throw error;
};

/**
 * Returns the namespace-specific calls of a session.
 * @throws LatchkeyError `wallet/unsupported-method` if the wallet supports none
 */
const requireCalls = <N extends keyof WalletCalls>(session: WalletSession, namespace: N): WalletCalls[N] => {
  const calls = session.calls?.[namespace];
  if (calls === undefined) throw new LatchkeyError('wallet/unsupported-method', { method: namespace });
  return calls;
};
