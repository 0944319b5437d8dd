import * as v from 'valibot';
import { exactObject, lenient, parseJson, parseOrNull } from '../../domain/wire.js';
/** A message that the relay delivers. */
export interface Push {
  /** Id of the delivery as text: ids of the relay exceed the safe integers. */
  readonly id: string;
  readonly topic: string;
  readonly envelope: string;
  /** Milliseconds since 1970; `null` if the relay does not report it. */
  readonly publishedAt: number | null;
  /** The sender's attestation, `''` for none; omitted if the relay does not report it. */
  readonly attestation?: string;
}

/** A parsed frame. The `id` of a response is that of the call, in decimal digits. */
export type RelayFrame =
  | { readonly type: 'push'; readonly push: Push }
  | { readonly type: 'result'; readonly id: string; readonly result: unknown }
  | { readonly type: 'error'; readonly id: string; readonly message: string };

/** Marks an id that was a JSON number. */
const NUMBER_MARK = '#';

/** Matches only ids of JSON members: quotes inside a string would be escaped. */
const quoteIds = (text: string): string => text.replace(/"id"\s*:\s*(-?\d+)(?=\s*[,}])/g, `"id":"${NUMBER_MARK}$1"`);

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

const responseSchema = v.looseObject({
  id: v.string(),
  method: v.optional(v.undefined()),
  error: lenient(v.object({ message: v.fallback(v.string(), '') })),
});

/**
 * Parses a frame; `null` if it is neither a push nor a response.
 * @see https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc
 */
export const readFrame = (data: unknown): RelayFrame | null => {
  const frame = typeof data === 'string' ? parseJson(quoteIds(data)) : null;
  const push = parseOrNull(pushSchema, frame);
  if (push !== null) {
    const { message: envelope, ...rest } = push.params.data;
    return { type: 'push', push: { id: push.id, envelope, ...rest } };
  }
  const response = parseOrNull(responseSchema, frame);
  if (response === null) return null;
  const id = response.id.startsWith(NUMBER_MARK) ? response.id.slice(NUMBER_MARK.length) : response.id;
  if (response.error !== undefined) return { type: 'error', id, message: response.error.message };
  return 'result' in response ? { type: 'result', id, result: response['result'] } : null;
};

/** Serializes a call. @param id decimal digits */
export const callFrame = (id: string, method: string, params: unknown): string => JSON.stringify({ id, jsonrpc: '2.0', method, params });

/** Serializes the acknowledgement of a push. @param id as received */
export const acknowledgementFrame = (id: string): string =>
  `{"id":${/^#-?\d+$/.test(id) ? id.slice(NUMBER_MARK.length) : JSON.stringify(id)},"jsonrpc":"2.0","result":true}`;
