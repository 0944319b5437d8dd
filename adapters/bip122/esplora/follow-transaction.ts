import { bytesToHex } from '@noble/hashes/utils.js';
import type { FollowRequest, TransactionProgress } from '../../../application/ports/chain.port.js';
import type { Clock } from '../../../application/ports/clock.port.js';
import { pause } from '../../../application/shared/pause.js';
import { readBitcoinAddressOn } from '../../../domain/account/bitcoin-address.js';
import { isLatchkeyError, LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { Esplora } from './esplora.js';
import {
  type Outpoint,
  type Payment,
  readConfirmedSpender,
  readHeight,
  readPayments,
  readSpending,
  readStatus,
  type Spending,
} from './esplora-answers.js';

/** Looks come in this rhythm: quickly at first, then often enough for blocks of ten minutes. */
const FIRST_LOOK_MS = 1_000;
const LAST_LOOK_MS = 15_000;
const LOOK_GROWTH = 1.5;
/** So many looks in a row may fail before following ends. */
const FAILED_LOOKS = 3;
/** A transaction that no node knows is looked for no longer than this. One that waits in the mempool may wait for days. */
const UNKNOWN_LIMIT_MS = 30 * 60_000;

/** What is followed. */
export interface FollowTransaction extends FollowRequest {
  readonly esplora: Esplora;
  readonly clock: Clock;
  /** How many blocks make it settled; with more than one a re-org can be seen taking it back. */
  readonly confirmations: number;
}

/** One input is enough to prove that another transaction took its place; most have few. */
const TRACED_INPUTS = 20;

/** What another page must know: which coins it spends. */
const writeTrace = (inputs: readonly Outpoint[]): string =>
  inputs
    .slice(0, TRACED_INPUTS)
    .map(({ txid, vout }) => `${txid}:${vout}`)
    .join();

/** What is told of a transaction that waits. */
const markOf = ({ inputs, isReplaceable }: Spending): Pick<TransactionProgress, 'trace' | 'isReplaceable'> => ({
  trace: writeTrace(inputs),
  isReplaceable,
});

/** Reads what {@link followTransaction} told on another page; `null` where it told nothing. */
const readTrace = (trace: string): readonly Outpoint[] | null => {
  const inputs = trace.split(',').map((text) => {
    const [, txid, vout] = /^([0-9a-f]{64}):(\d{1,10})$/.exec(text) ?? [];
    return txid === undefined ? null : { txid, vout: Number(vout) };
  });
  return inputs.every((input) => input !== null) ? inputs : null;
};

/** A transaction as far as it matters here. */
type Moved = Spending & { readonly payments: readonly Payment[] };

const readMoved = (answer: unknown): Moved => ({ ...readSpending(answer), payments: readPayments(answer) });

/** Whether a transaction pays what it was to pay. */
const isPaidBy = ({ payments }: Moved, { to, value }: NonNullable<FollowRequest['payment']>, chainId: string): boolean => {
  const script = bytesToHex(readBitcoinAddressOn(to, chainId).script);
  return payments.some((payment) => payment.script === script && (value === null || payment.value === value));
};

/** Where it stands: in a block at a height, in the mempool, or nowhere. */
type Sight = { readonly at: bigint } | 'mempool' | 'nowhere';

/**
 * Follows a transaction until it is settled: seen when a node knows it, included when it is in a block, seen again when a
 * re-org takes it back. It is dropped when another transaction with one of its inputs is in a block. Nothing is told of one that pays
 * something else than it was to pay.
 * @throws LatchkeyError `network/transaction-dropped`; `network/unknown-outcome` when no node has known it for 30 minutes, or it pays something else;
 * `network/rpc-failed`, `network/timeout`, `network/wrong-node` when nothing can be read
 */
export const followTransaction = async (
  { hash, network, trace = '', payment, esplora, clock, confirmations }: FollowTransaction,
  hear: (progress: TransactionProgress) => void,
  signal: AbortSignal,
): Promise<void> => {
  const chainId = network.caipNetworkId;
  const traced = readTrace(trace);
  let moved: Moved | null = null;
  let told: string | null = null;
  let failures = 0;
  let lost = clock.now();
  const unknown = (): LatchkeyError => new LatchkeyError('network/unknown-outcome', { chainId, hash });
  const tell = (progress: TransactionProgress): void => {
    const text = `${progress.status} ${progress.blockNumber} ${progress.settled}`;
    if (text !== told) hear(progress);
    told = text;
  };

  const look = async (): Promise<Sight> => {
    const status = await esplora.find(network, `/tx/${hash}/status`, readStatus, signal);
    if (status === null) return 'nowhere';
    return status.blockNumber === null ? 'mempool' : { at: status.blockNumber };
  };
  const isDepthReached = async (at: bigint): Promise<boolean> => {
    if (confirmations <= 1) return true;
    return (await esplora.read(network, '/blocks/tip/height', readHeight, signal)) - at + 1n >= BigInt(confirmations);
  };
  /** Whether it is known what it does. It may have gone since it was seen: then the next look tells. */
  const isRead = async (): Promise<boolean> => {
    moved ??= await esplora.find(network, `/tx/${hash}`, readMoved, signal);
    if (moved !== null && payment !== undefined && !isPaidBy(moved, payment, chainId)) throw unknown();
    return moved !== null;
  };
  const isDropped = async (): Promise<boolean> => {
    for (const { txid, vout } of moved?.inputs ?? traced ?? []) {
      const spender = await esplora.find(network, `/tx/${txid}/outspend/${vout}`, readConfirmedSpender, signal);
      if (spender !== null && spender !== hash) return true;
    }
    return false;
  };

  for (let waitMs = FIRST_LOOK_MS; ; waitMs = Math.min(waitMs * LOOK_GROWTH, LAST_LOOK_MS)) {
    try {
      const sight = await look();
      if (sight === 'nowhere') {
        if (await isDropped()) throw new LatchkeyError('network/transaction-dropped', { chainId, hash });
        if (clock.now() - lost >= UNKNOWN_LIMIT_MS) throw unknown();
      } else {
        lost = clock.now();
        if (sight === 'mempool') {
          if ((await isRead()) || payment === undefined)
            tell({ status: 'seen', blockNumber: null, settled: false, ...(moved === null ? {} : markOf(moved)) });
        } else if (payment === undefined || (await isRead())) {
          const settled = await isDepthReached(sight.at);
          tell({ status: 'included', blockNumber: sight.at, settled });
          if (settled) return;
          await isRead();
        }
      }
      failures = 0;
    } catch (error) {
      signal.throwIfAborted();
      failures += 1;
      if (!isReadFailure(error) || failures === FAILED_LOOKS) throw error;
    }
    await pause(waitMs, clock, signal);
  }
};

const isReadFailure = (error: unknown): boolean =>
  isLatchkeyError(error, 'network/rpc-failed') || isLatchkeyError(error, 'network/timeout');
