import * as v from 'valibot';

const hex = v.custom<`0x${string}`>((value) => typeof value === 'string' && /^0x[\da-f]+$/i.test(value));

const sentOperationSchema = v.strictObject({
  /** Id of the calls, as the app knows it. */
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(4_096)),
  /** Hash of the operation. */
  hash: v.pipe(hex, v.length(66)),
  /** CAIP-2. */
  chainId: v.string(),
  sender: v.string(),
  /** Decimal. */
  nonce: v.pipe(v.string(), v.regex(/^\d{1,78}$/)),
  /** Number of the newest block before it was sent, in hex. */
  fromBlock: v.pipe(hex, v.maxLength(66)),
  /** Milliseconds since 1970. */
  sentAt: v.pipe(v.number(), v.safeInteger()),
  /** It was included or replaced: it needs no more attention. */
  isSettled: v.boolean(),
});

/** A user operation of a smart account that was sent, as the device remembers it. */
export type SentOperation = Readonly<v.InferOutput<typeof sentOperationSchema>>;

/** Parses an operation that another document has sent for an account. @throws ValiError for anything else */
export const parseSentOperation = (value: unknown, { chainId, sender }: Pick<SentOperation, 'chainId' | 'sender'>): SentOperation =>
  v.parse(
    v.pipe(
      sentOperationSchema,
      v.check((operation) => operation.chainId === chainId && operation.sender === sender),
    ),
    value,
  );
