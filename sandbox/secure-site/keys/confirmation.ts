import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { evmDigestOf, type Payload } from './effects.js';
import { encodeParts, toBase64Url } from './encode.js';
import type { AddedDevice, WrapOrder } from './messages.js';
import { encodePolicy, type Policy } from './policy.js';
import { PAIRS } from './vault.js';

const hashOf = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(sha256(bytes));

/** Of Solana, an app chooses all bytes: the name keeps them from being those of another challenge. */
const digestOf = (payload: Payload): Uint8Array<ArrayBuffer> =>
  payload.kind === 'solana' ? hashOf(encodeParts(['latchkey/solana-message/1', toBase64Url(payload.bytes)])) : evmDigestOf(payload);

/**
 * The challenge that confirms signatures: the digest itself; of a message of Solana, a hash with its name; of several payloads, a hash of all digests.
 * @param nonce of the worker. The confirmation begins the log of what is spent without a passkey: an assertion of before must not
 */
export const signingChallenge = (payloads: readonly Payload[], nonce?: string): Uint8Array<ArrayBuffer> => {
  const digests = payloads.map(digestOf);
  if (nonce !== undefined) return hashOf(encodeParts(['latchkey/begin-log/1', nonce, ...digests.map(toBase64Url)]));
  const [only] = digests;
  return digests.length === 1 && only !== undefined ? only : hashOf(encodeParts(['latchkey/batch/1', ...digests.map(toBase64Url)]));
};

const challengeOf = (action: string, wallet: string, parts: readonly (string | number)[]): Uint8Array<ArrayBuffer> =>
  hashOf(encodeParts(['latchkey/confirmation/1', action, wallet, ...parts]));

const partsOf = (orders: readonly WrapOrder[]): readonly string[] =>
  orders.flatMap(({ pair, device, secrets }) => [
    pair,
    device,
    toBase64Url(hashOf(concatBytes(...PAIRS[pair].map((name) => (name === 'device' ? null : secrets[name]) ?? new Uint8Array())))),
  ]);

/** The challenge that confirms wraps: anyone who has the secrets of one opens the wallet. That of a device is in the worker only. */
export const wrapChallenge = (wallet: string, orders: readonly WrapOrder[]): Uint8Array<ArrayBuffer> =>
  challengeOf('wrap', wallet, partsOf(orders));

/** The challenge that confirms another device. */
export const addDeviceChallenge = (
  wallet: string,
  { device, frame, agreementKey }: AddedDevice,
  server: Uint8Array,
): Uint8Array<ArrayBuffer> => challengeOf('add-device', wallet, [device, frame, agreementKey, toBase64Url(hashOf(server))]);

/** The challenge that confirms another data key. @param epoch the present one */
export const rotationChallenge = (wallet: string, epoch: number, orders: readonly WrapOrder[]): Uint8Array<ArrayBuffer> =>
  challengeOf('rotate', wallet, [epoch, ...partsOf(orders)]);

/** The challenge that confirms another policy. @param counter of the new one */
export const policyChallenge = (wallet: string, counter: number, policy: Policy): Uint8Array<ArrayBuffer> =>
  challengeOf('set-policy', wallet, [counter, toBase64Url(hashOf(encodePolicy(policy)))]);

/** The challenge that confirms the export of the phrase. @param counter of the policy in the vault */
export const exportChallenge = (wallet: string, counter: number): Uint8Array<ArrayBuffer> => challengeOf('export', wallet, [counter]);
