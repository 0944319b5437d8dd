import * as v from 'valibot';
import { fromBase64Url, toBase64Url } from '../protocol/encoding.js';
import type { ApprovalRequest, Hex } from './approval-request.js';

const hex = v.custom<Hex>((value) => typeof value === 'string' && /^0x(?:[\da-f]{2})*$/i.test(value));
const amount = v.pipe(
  v.string(),
  v.regex(/^\d{1,78}$/),
  v.transform((digits): bigint => BigInt(digits)),
);
const bytes = v.pipe(v.string(), v.regex(/^[\w-]*$/), v.transform(fromBase64Url));
const onChain = { chainId: v.string(), address: v.string() };
const isSmart = v.exactOptional(v.literal(true));

const requestSchema: v.GenericSchema<unknown, ApprovalRequest> = v.variant('kind', [
  v.strictObject({ ...onChain, isSmart, kind: v.literal('evm-message'), message: hex }),
  v.strictObject({ ...onChain, isSmart, kind: v.literal('evm-typed-data'), json: v.string() }),
  v.strictObject({
    ...onChain,
    kind: v.literal('evm-transaction'),
    transaction: v.strictObject({
      to: v.nullable(hex),
      value: amount,
      data: hex,
      nonce: v.pipe(v.number(), v.safeInteger()),
      gas: amount,
      maxFeePerGas: amount,
      maxPriorityFeePerGas: amount,
    }),
  }),
  v.strictObject({
    ...onChain,
    isOfApp: v.exactOptional(v.literal(true)),
    kind: v.literal('evm-operation'),
    operation: v.strictObject({
      nonce: amount,
      calls: v.array(v.strictObject({ to: hex, value: amount, data: hex })),
      deployment: v.nullable(v.strictObject({ factory: hex, data: hex })),
      callGas: amount,
      verificationGas: amount,
      preVerificationGas: amount,
      maxFeePerGas: amount,
      maxPriorityFeePerGas: amount,
      paymaster: v.nullable(v.strictObject({ address: hex, data: hex, verificationGas: amount, postOpGas: amount })),
    }),
  }),
  v.strictObject({ ...onChain, kind: v.literal('solana-message'), message: bytes }),
  v.strictObject({ ...onChain, kind: v.literal('solana-transactions'), transactions: v.array(bytes), sends: v.boolean() }),
]);

const textSchema = v.pipe(v.string(), v.parseJson(), requestSchema);

/** A request as JSON, for the server's mailbox: amounts as decimals, bytes in base64url. */
export const formatRequest = (request: ApprovalRequest): string =>
  JSON.stringify(request, (_, value: unknown) => {
    if (typeof value === 'bigint') return String(value);
    return value instanceof Uint8Array ? toBase64Url(value) : value;
  });

/** Parses a request from the mailbox; `null` for another text. */
export const parseRequest = (text: string): ApprovalRequest | null => {
  const result = v.safeParse(textSchema, text);
  return result.success ? result.output : null;
};
