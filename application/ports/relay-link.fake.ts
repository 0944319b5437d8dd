import { base64ToBytes, textToBase64Url, utf8Text } from '../../domain/wallet-protocol/base64.js';
import { readRpcMessage } from '../../domain/wallet-protocol/json-rpc.js';
import { isObject } from '../../domain/wire.js';
import type { OpenedLink, RelayPublication } from './relay.port.js';

/** What travels in a link. */
export type FakeLink = Pick<RelayPublication, 'topic' | 'message' | 'sealing'>;

/** An envelope that a fake relay opens again: nothing in it is hidden. */
export const sealFakeLink = ({ topic, message, sealing }: FakeLink): string =>
  textToBase64Url(JSON.stringify({ topic, message, from: sealing?.publicKey }));

const parsed = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
};

/** What such an envelope holds, for who has the topic's key; `null` where it is of another topic, or none. */
export const openFakeLink = (topic: string, envelope: string): OpenedLink | null => {
  const sealed = parsed(utf8Text(base64ToBytes(envelope) ?? new Uint8Array()));
  const message = isObject(sealed) && sealed.topic === topic ? readRpcMessage(sealed.message) : null;
  if (!isObject(sealed) || message === null) return null;
  return { message, ...(typeof sealed.from === 'string' ? { senderPublicKey: sealed.from } : {}) };
};
