import type { Observable } from 'rxjs';
import { type AccountId, chainIdOf } from '../../domain/caip/caip-10.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { activeAccount } from '../connect/active-account.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { WalletSession } from '../ports/chain.port.js';
import type { TellLate, WalletCalls } from '../ports/wallet-calls.js';
import { lostHash, type SentTransactions } from '../send/sent-transactions.js';
import { whileActive } from '../send/while-active.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { WalletErrorCode } from '../shared/wallet-error-code.js';
import type { SignatureJudge } from './signature-judge.js';

/** A call that only wallets of one namespace know. */
type Method = (request: never, signal: AbortSignal, late: TellLate) => Promise<unknown>;

/** The namespaces whose wallets have calls of their own. */
export type CallNamespace = keyof WalletCalls;
/** The calls of a namespace. */
export type CallName<N extends CallNamespace> = keyof WalletCalls[N] & string;
/** What a call takes. */
export type CallRequest<N extends CallNamespace, C extends CallName<N>> = WalletCalls[N][C] extends (
  request: infer Request,
  signal: AbortSignal,
) => Promise<unknown>
  ? Request
  : never;
/** What a call gives. */
export type CallResult<N extends CallNamespace, C extends CallName<N>> = WalletCalls[N][C] extends (
  request: never,
  signal: AbortSignal,
) => Promise<infer Result>
  ? Result
  : never;

/** What to ask of a wallet of one namespace. */
export interface CallWalletInput<N extends CallNamespace = CallNamespace, C extends CallName<N> = CallName<N>> {
  readonly namespace: N;
  readonly call: C;
  readonly request: CallRequest<N, C>;
}

/** Why a call can fail. */
export type CallWalletError =
  | WalletErrorCode
  | 'connection/not-connected'
  | 'network/wrong-chain'
  | 'request/cancelled'
  | 'wallet/wrong-signature';

/** What the wallet answered. */
export type CallWalletState<Result = unknown> = UseCaseState<'approve-in-wallet', Result, CallWalletError>;

/** The call that hands several calls over as one. @see https://eips.ethereum.org/EIPS/eip-5792 */
const BATCH = 'sendCalls' satisfies CallName<'eip155'>;
/** The call that signs a text; the others sign what only its host can read. */
const TEXT = 'signMessage' satisfies CallName<'bip122'>;

/** The hash in the answer to a call that broadcasts, or the id of a batch. */
const broadcastHash = (call: string, answer: unknown): string | null => {
  // Each is what the port says of the call.
  if (call === BATCH) return (answer as { readonly id: string }).id;
  if (call === 'signAndSendTransaction') return String(answer);
  // Of all answers only that of a broadcast PSBT has this member.
  const txid = call === 'signPsbt' ? (answer as { readonly txid?: unknown }).txid : null;
  return typeof txid === 'string' ? txid : null;
};

/**
 * Asks the connected wallet for what only wallets of its namespace do: batches of calls on eip155, ready-made transactions
 * on Solana, PSBTs on Bitcoin, payloads on Polkadot. Asked once, never repeated. What a call broadcasts is followed as what
 * `SendTransaction` broadcasts, also when its owner approves after the run was left; a signature that comes that late is dropped.
 * A text's signature is looked at as `SignMessage` looks at it.
 * @example callWallet.execute({ namespace: 'bip122', call: 'signPsbt', request: { account, psbt } })
 */
export class CallWallet {
  readonly #connections: ConnectionStore;
  readonly #sent: SentTransactions;
  readonly #judge: SignatureJudge;

  constructor(connections: ConnectionStore, sent: SentTransactions, judge: SignatureJudge) {
    this.#connections = connections;
    this.#sent = sent;
    this.#judge = judge;
  }

  execute<N extends CallNamespace, C extends CallName<N>>({
    namespace,
    call,
    request,
  }: CallWalletInput<N, C>): Observable<CallWalletState<CallResult<N, C>>> {
    return runUseCase('approve-in-wallet', async ({ signal }) => {
      const { session, account: active } = activeAccount(this.#connections, namespace satisfies Namespace);
      const calls = requireCalls(session, namespace);
      const method = calls[call];
      // An adapter may have some of the calls only.
      if (typeof method !== 'function') throw new LatchkeyError('wallet/unsupported-method', { method: call });
      // The input's type ties the request to the call, and the answer to both.
      const ask = (method as Method).bind(calls);
      // A batch says itself whose it is, and on which chain.
      const account = call === BATCH ? (request as { readonly from: AccountId }).from : active;
      const chainId = chainIdOf(account);
      const keep = (hash: string | null): void => {
        if (hash !== null) this.#sent.broadcastOpaque({ namespace, chainId, account, hash, isBatch: call === BATCH });
      };
      const asked = whileActive(this.#connections, namespace, signal, (own) => ask(request as never, own, keep));
      const answer = await asked.catch((error: unknown) => {
        keep(lostHash(error));
        throw error;
      });
      keep(broadcastHash(call, answer));
      if (call === TEXT) {
        // What the port says of this call.
        const signed = { ...(request as { readonly account: AccountId; readonly message: string }), signature: answer as string };
        await this.#judge.check({ ...signed, method: call }, signal);
      }
      return answer as CallResult<N, C>;
    });
  }
}

/**
 * The calls of a namespace.
 * @throws LatchkeyError `wallet/unsupported-method` where the session is another namespace's, or its wallet has none of them
 */
const requireCalls = <N extends keyof WalletCalls>(session: WalletSession, namespace: N): WalletCalls[N] => {
  const calls = session.calls?.[namespace];
  if (calls === undefined) throw new LatchkeyError('wallet/unsupported-method', { method: namespace });
  return calls;
};
