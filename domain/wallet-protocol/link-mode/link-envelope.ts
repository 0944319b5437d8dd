import { base64ToBytes, textToBase64Url, utf8Text } from '../base64.js';

/** The type of an envelope that nobody sealed. @see https://specs.walletconnect.com/2.0/specs/clients/core/crypto/crypto-envelopes */
const PLAIN = 2;

/** What a link carries to a wallet that shares no key yet: the message in the clear, in the base64 of URLs. */
export const encodeLinkEnvelope = (message: string): string => textToBase64Url(String.fromCharCode(PLAIN) + message);

/**
 * The message of an envelope that nobody sealed; `null` when it is of another type or malformed. Whoever can open a link
 * can write one: see `takesPlainEnvelope` for what it may say.
 */
export const decodeLinkEnvelope = (envelope: string): string | null => {
  const bytes = base64ToBytes(envelope);
  return bytes?.[0] === PLAIN ? utf8Text(bytes.subarray(1)) : null;
};
