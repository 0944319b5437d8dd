const REDACTED = '[redacted]';

/** Property names whose value is always secret. */
const SECRET_NAME = /privatekey|secret|mnemonic|symkey|password|passphrase|signature$|^(?:seed|seedphrase|otp|pin|wcuri|authorization)$/;

/** Property names whose 64 hex digits are public: transaction and block hashes. */
const HASH_NAME = /hash$/;

/** Pairing URIs, also percent-encoded in deep links, and their keys. @see https://eips.ethereum.org/EIPS/eip-1328 */
const PAIRING_URIS = /\b(?:wc(?::|%3a)|symkey(?:=|%3d))[^\s"'<>\\]+/gi;

/** Hex of 32 bytes or more: keys, seeds, signatures. A hash looks the same as a key. */
const KEYS = /\b(?:0x)?[0-9a-f]{64,}\b/gi;
const KEYS_EXCEPT_HASHES = /\b(?:0x)?[0-9a-f]{65,}\b/gi;

/** Redacts secrets in a text. */
export const redactText = (text: string): string => text.replace(PAIRING_URIS, REDACTED).replace(KEYS, REDACTED);

/** Redacts a property, by its name or by its content. */
export const redactProperty = (name: string, text: string): string => {
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  if (SECRET_NAME.test(plain)) return REDACTED;
  return text.replace(PAIRING_URIS, REDACTED).replace(HASH_NAME.test(plain) ? KEYS_EXCEPT_HASHES : KEYS, REDACTED);
};
