import { isObject } from '../../domain/wallet-protocol/is-object.js';

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

const parse = (data: unknown): unknown => {
  try {
    return typeof data === 'string' ? JSON.parse(keepIds(data)) : null;
  } catch {
    return null;
  }
};

const readPush = (id: string, params: unknown): RelayFrame | null => {
  const data = isObject(params) ? params.data : null;
  if (!isObject(data)) return null;
  const { topic, message, publishedAt, attestation } = data;
  if (typeof topic !== 'string' || typeof message !== 'string') return null;
  const push = { id, topic, envelope: message, publishedAt: Number.isFinite(publishedAt) ? Number(publishedAt) : null };
  return { type: 'push', push: typeof attestation === 'string' ? { ...push, attestation } : push };
};

/**
 * Reads what came over the line; `null` for anything that is no push and no answer.
 * @see https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc
 */
export const readFrame = (data: unknown): RelayFrame | null => {
  const frame = parse(data);
  if (!isObject(frame) || typeof frame.id !== 'string') return null;
  const { id, method, params, result, error } = frame;
  if (method === 'irn_subscription') return readPush(id, params);
  if (method !== undefined) return null;
  const own = id.startsWith(NUMBER) ? id.slice(NUMBER.length) : id;
  if (isObject(error)) return { type: 'error', id: own, message: typeof error.message === 'string' ? error.message : '' };
  return 'result' in frame ? { type: 'result', id: own, result } : null;
};

/** A call. @param id decimal digits */
export const callFrame = (id: string, method: string, params: unknown): string => JSON.stringify({ id, jsonrpc: '2.0', method, params });

/** Says that a push was taken. @param id as it came */
export const acknowledgementFrame = (id: string): string =>
  `{"id":${/^#-?\d+$/.test(id) ? id.slice(NUMBER.length) : JSON.stringify(id)},"jsonrpc":"2.0","result":true}`;
