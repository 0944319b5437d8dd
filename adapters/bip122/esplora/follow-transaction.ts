import { bytesToHex } from '@noble/hashes/utils.js';
import type { FollowRequest, TransactionProgress } from '../../../application/ports/chain.port.js';
import type { Clock } from '../../../application/ports/clock.port.js';
import { pause } from '../../../application/shared/pause.js';
import { parseBitcoinAddressOn } from '../../../domain/account/bitcoin-address.js';
import { isLatchkeyError, LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { Esplora } from './esplora.js';
import {
  readConfirmedSpender,
  readHeight,
  readInputs,
  readOutputs,
  readStatus,
  type TransactionInputs,
  type TransactionOutput,
} from './esplora-responses.js';
import { readTrace, writeTrace } from './transaction-trace.js';

/** Poll interval: short at first, backing off for blocks of ten minutes. */
const MIN_POLL_MS = 1_000;
const MAX_POLL_MS = 15_000;
const POLL_BACKOFF = 1.5;
/** Consecutive failed polls before following stops. */
const MAX_FAILED_POLLS = 3;
/** How long a transaction that no node has is looked for. One in the mempool may wait for days. */
const UNKNOWN_LIMIT_MS = 30 * 60_000;

export interface FollowTransactionOptions extends FollowRequest {
  readonly esplora: Esplora;
  readonly clock: Clock;
  /** Number of confirmations before it is settled; with more than one, a re-org is detected. */
  readonly confirmations: number;
}

/** Progress details of an unconfirmed transaction. */
const pendingDetails = ({ inputs, isReplaceable }: TransactionInputs): Pick<TransactionProgress, 'trace' | 'isReplaceable'> => ({
  trace: writeTrace(inputs),
  isReplaceable,
});

/** Inputs and outputs of the followed transaction. */
type TransactionDetails = TransactionInputs & { readonly outputs: readonly TransactionOutput[] };

const readDetails = (response: unknown): TransactionDetails => ({ ...readInputs(response), outputs: readOutputs(response) });

/** Checks that a transaction makes the expected payment. */
const isPaidBy = ({ outputs }: TransactionDetails, { to, value }: NonNullable<FollowRequest['payment']>, chainId: string): boolean => {
  const script = bytesToHex(parseBitcoinAddressOn(to, chainId).script);
  return outputs.some((output) => output.script === script && (value === null || output.value === value));
};

/** The same recipients, and at most one other value: the change, or all that is paid, less another fee. */
const hasSameOutputs = (one: TransactionDetails, other: TransactionDetails): boolean => {
  const byScript = ({ outputs }: TransactionDetails): readonly TransactionOutput[] =>
    outputs.toSorted((a, b) => (a.script === b.script ? Number(a.value - b.value) : a.script < b.script ? -1 : 1));
  const [first, second] = [byScript(one), byScript(other)];
  const hasSameScripts = first.length === second.length && first.every(({ script }, index) => script === second[index]?.script);
  return hasSameScripts && first.filter(({ value }, index) => value !== second[index]?.value).length <= 1;
};

/** In a block at a height, in the mempool, or not found. */
type TransactionLocation = { readonly at: bigint } | 'mempool' | 'not-found';

/**
 * Follows a transaction until it is settled. Emits `seen` when a node has it, `included` when it is in a block, and `seen` again when a
 * re-org removes it. When a confirmed transaction spends one of its inputs, that one is followed if it makes the same payment, as a wallet's
 * replacement with a higher fee does; otherwise the transaction is dropped. Emits nothing for a transaction that does not make the expected
 * payment.
 * @throws LatchkeyError `network/transaction-dropped`; `network/unknown-outcome` when no node has it for 30 minutes, or it does not make
 * the expected payment; `network/rpc-failed`, `network/timeout`, `network/wrong-node` when reads keep failing
 */
export const followTransaction = async (
  { hash, network, trace = '', payment, esplora, clock, confirmations }: FollowTransactionOptions,
  emit: (progress: TransactionProgress) => void,
  signal: AbortSignal,
): Promise<void> => {
  const chainId = network.caipNetworkId;
  const traced = readTrace(trace);
  let followed = hash;
  let details: TransactionDetails | null = null;
  let lastEmitted: string | null = null;
  let failures = 0;
  let lastSeenAt = clock.now();
  const unknownOutcome = (): LatchkeyError => new LatchkeyError('network/unknown-outcome', { chainId, hash });
  const emitIfChanged = (progress: TransactionProgress): void => {
    const text = `${progress.status} ${progress.blockNumber} ${progress.settled}`;
    if (text !== lastEmitted) emit(progress);
    lastEmitted = text;
  };

  const locate = async (): Promise<TransactionLocation> => {
    const status = await esplora.find(network, `/tx/${followed}/status`, readStatus, signal);
    if (status === null) return 'not-found';
    return status.blockNumber === null ? 'mempool' : { at: status.blockNumber };
  };
  const isDepthReached = async (at: bigint): Promise<boolean> => {
    if (confirmations <= 1) return true;
    return (await esplora.read(network, '/blocks/tip/height', readHeight, signal)) - at + 1n >= BigInt(confirmations);
  };
  /** Loads inputs and outputs. `false` if the transaction has disappeared since the status read; the next poll checks again. */
  const hasDetails = async (): Promise<boolean> => {
    details ??= await esplora.find(network, `/tx/${followed}`, readDetails, signal);
    if (details !== null && payment !== undefined && !isPaidBy(details, payment, chainId)) throw unknownOutcome();
    return details !== null;
  };
  /** The confirmed transaction that spends one of the inputs; `null` if there is none. */
  const findRival = async (): Promise<string | null> => {
    for (const { txid, vout } of details?.inputs ?? traced ?? []) {
      const spender = await esplora.find(network, `/tx/${txid}/outspend/${vout}`, readConfirmedSpender, signal);
      if (spender !== null && spender !== followed) return spender;
    }
    return null;
  };
  const isSamePayment = (rival: TransactionDetails): boolean => {
    if (details !== null && hasSameOutputs(details, rival)) return true;
    if (payment === undefined || !isPaidBy(rival, payment, chainId)) return false;
    // All of the balance is one output. With another one beside it, the rival may be what a cancellation was to replace.
    return payment.value !== null || (details === null && rival.outputs.length === 1);
  };
  /** Follows the rival from now on if it makes the same payment. @throws LatchkeyError `network/transaction-dropped` otherwise */
  const followRival = async (by: string): Promise<void> => {
    const rival = await esplora.find(network, `/tx/${by}`, readDetails, signal);
    if (rival === null) return;
    if (!isSamePayment(rival)) throw new LatchkeyError('network/transaction-dropped', { chainId, hash, by });
    followed = by;
    details = rival;
  };

  for (let waitMs = MIN_POLL_MS; ; waitMs = Math.min(waitMs * POLL_BACKOFF, MAX_POLL_MS)) {
    try {
      const location = await locate();
      if (location === 'not-found') {
        const by = await findRival();
        if (by !== null) await followRival(by);
        if (followed !== by && clock.now() - lastSeenAt >= UNKNOWN_LIMIT_MS) throw unknownOutcome();
      } else {
        lastSeenAt = clock.now();
        if (location === 'mempool') {
          if ((await hasDetails()) || payment === undefined)
            emitIfChanged({
              status: 'seen',
              blockNumber: null,
              settled: false,
              ...(details === null || followed !== hash ? {} : pendingDetails(details)),
            });
        } else if (payment === undefined || (await hasDetails())) {
          const settled = await isDepthReached(location.at);
          emitIfChanged({ status: 'included', blockNumber: location.at, settled, ...(followed === hash ? {} : { replacedBy: followed }) });
          if (settled) return;
          await hasDetails();
        }
      }
      failures = 0;
    } catch (error) {
      signal.throwIfAborted();
      failures += 1;
      if (!isReadFailure(error) || failures === MAX_FAILED_POLLS) throw error;
    }
    await pause(waitMs, clock, signal);
  }
};

const isReadFailure = (error: unknown): boolean =>
  isLatchkeyError(error, 'network/rpc-failed') || isLatchkeyError(error, 'network/timeout');
