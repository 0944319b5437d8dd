import type { FrameAction } from './frame-actions.js';
import { rpcPermissionOf } from './rpc-methods.js';

const SECOND_MS = 1_000;
/** For what the site answers by itself, and mails that it sends. */
const PROMPT_MS = 30 * SECOND_MS;
/** For what waits for the user: a social account's app, or an approval. */
const USER_MS = 600 * SECOND_MS;

/** Requests that wait for the user: `GET_USER` for consent on a device without a key, `UPDATE_EMAIL` for a code that unlocks the wallet. */
const WAITS_FOR_USER: readonly FrameAction[] = ['CONNECT_FARCASTER', 'GET_USER', 'UPDATE_EMAIL'];

/** Requests that change nothing: a frame that was reloaded gets them again. */
const READS: readonly FrameAction[] = [
  'GET_USER',
  'IS_CONNECTED',
  'GET_CHAIN_ID',
  'GET_SMART_ACCOUNT_ENABLED_NETWORKS',
  'SYNC_THEME',
  'SYNC_DAPP_DATA',
];

/** A request to the frame, as far as its rules need it. */
export interface RuledRequest {
  readonly action: FrameAction;
  /** Method of an RPC request. */
  readonly method: string | null;
}

/** Returns how long a request waits for its reply, from when it is posted, in milliseconds. */
export const frameTimeoutMs = ({ action, method }: RuledRequest): number => {
  if (method !== null) return rpcPermissionOf(method) === 'safe' ? PROMPT_MS : USER_MS;
  return WAITS_FOR_USER.includes(action) ? USER_MS : PROMPT_MS;
};

/** Returns whether the user approves a request. Only such requests are aborted when the modal closes. */
export const needsApproval = ({ method }: RuledRequest): boolean => method !== null && rpcPermissionOf(method) !== 'safe';

/** Returns whether a request can be posted again to a frame that was reloaded. `eth_sendRawTransaction` cannot: it may have been sent. */
export const isRepeatable = ({ action, method }: RuledRequest): boolean =>
  method === null ? READS.includes(action) : rpcPermissionOf(method) === 'safe' && method !== 'eth_sendRawTransaction';
