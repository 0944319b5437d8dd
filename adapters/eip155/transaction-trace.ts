/** Fields that identify a transaction's content, to recognize a replacement. */
export interface TransactionContent {
  readonly from: string;
  readonly nonce: bigint;
  readonly to: string;
  readonly value: bigint;
  readonly input: string;
}

/** A transaction found on a node. */
export interface KnownTransaction extends TransactionContent {
  /** Block height when it was first seen: a replacement cannot be in an earlier block. */
  readonly firstSeenHeight: bigint;
}

/** Longer traces are dropped: such a transaction can only be followed by its hash. */
const MAX_TRACE_LENGTH = 4_000;

/** Serializes the content and first height, so that another page load can find a replacement; `null` if they are too long. */
export const traceOf = ({ from, nonce, to, value, input, firstSeenHeight }: KnownTransaction): string | null => {
  const trace = [firstSeenHeight, nonce, from, value, to, input].join(' ');
  return trace.length > MAX_TRACE_LENGTH ? null : trace;
};

/** Parses a trace written by {@link traceOf}; `null` if it is malformed. */
export const readTrace = (trace: string): KnownTransaction | null => {
  const [, since, nonce, from, value, to = '', input] =
    /^(\d{1,20}) (\d{1,20}) (0x[0-9a-f]{40}) (\d{1,78}) (0x[0-9a-f]{40})? (0x[0-9a-f]*)$/.exec(trace) ?? [];
  if (since === undefined || nonce === undefined || from === undefined || value === undefined || input === undefined) return null;
  return { firstSeenHeight: BigInt(since), nonce: BigInt(nonce), from, value: BigInt(value), to, input };
};

/** Tests whether two traces are of one account and nonce, which only one transaction can use. */
export const areExclusive = (trace: string, other: string): boolean => {
  const [a, b] = [readTrace(trace), readTrace(other)];
  return a !== null && b !== null && a.from === b.from && a.nonce === b.nonce;
};
