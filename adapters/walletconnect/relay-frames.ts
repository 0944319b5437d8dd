import * as v from 'valibot';
import { exactObject, lenient, read, readJson } from '../../domain/wire.js';
/** A message that the relay hands over. */
export interface Push {
  /** Of the hand-over, as it stands in the frame: ids of the relay exceed what a number can hold. */
  readonly id: string;
  readonly topic: string;
  readonly envelope: string;
  /** Milliseconds since 1970; `null` when the relay does not say. */
  readonly publishedAt: number | null;
  /** What the sender has handed over with it, `''` for nothing; left out when the relay does not say. */
  readonly attestation?: string;
}

/** What a frame of the relay says. `id` of an answer is that of the call, in decimal digits. */
export type RelayFrame =
  | { readonly type: 'push'; readonly push: Push }
  | { readonly type: 'result'; readonly id: string; readonly result: unknown }
  | { readonly type: 'error'; readonly id: string; readonly message: string };

/** Marks an id that stood in a frame as a number. */
const NUMBER = '#';

/** In a text within the frame the quotes would be escaped, so only ids of members are found. */
const keepIds = (text: string): string => text.replace(/"id"\s*:\s*(-?\d+)(?=\s*[,}])/g, `"id":"${NUMBER}$1"`);

const pushSchema = v.object({
  id: v.string(),
  method: v.literal('irn_subscription'),
  params: v.object({
    data: exactObject({
      topic: v.string(),
      message: v.string(),
      publishedAt: v.fallback(v.nullable(v.pipe(v.number(), v.finite())), null),
      attestation: lenient(v.string()),
    }),
  }),
});

const answerSchema = v.looseObject({
  id: v.string(),
  method: v.optional(v.undefined()),
  error: lenient(v.object({ message: v.fallback(v.string(), '') })),
});

/**
 * Reads what came over the line; `null` for anything that is no push and no answer.
 * @see https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc
 */
export const readFrame = (data: unknown): RelayFrame | null => {
  const frame = typeof data === 'string' ? readJson(keepIds(data)) : null;
  const push = read(pushSchema, frame);
  if (push !== null) {
    const { message: envelope, ...rest } = push.params.data;
    return { type: 'push', push: { id: push.id, envelope, ...rest } };
  }
  const answer = read(answerSchema, frame);
  if (answer === null) return null;
  const id = answer.id.startsWith(NUMBER) ? answer.id.slice(NUMBER.length) : answer.id;
  if (answer.error !== undefined) return { type: 'error', id, message: answer.error.message };
  return 'result' in answer ? { type: 'result', id, result: answer['result'] } : null;
};

/** A call. @param id decimal digits */
export const callFrame = (id: string, method: string, params: unknown): string => JSON.stringify({ id, jsonrpc: '2.0', method, params });

/** Says that a push was taken. @param id as it came */
export const acknowledgementFrame = (id: string): string =>
  `{"id":${/^#-?\d+$/.test(id) ? id.slice(NUMBER.length) : JSON.stringify(id)},"jsonrpc":"2.0","result":true}`;
