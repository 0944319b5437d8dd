/** What stands where a secret stood. */
const REDACTED = '[redacted]';

/** Names of properties whose value is a secret, whatever it looks like. */
const SECRET_NAME = /privatekey|secret|mnemonic|symkey|password|passphrase|signature$|^(?:seed|seedphrase|otp|pin|wcuri|authorization)$/;

/** Names of properties whose 64 hex digits are public: hashes of transactions and blocks. */
const HASH_NAME = /hash$/;

/** Pairing URIs, also percent-encoded inside of deep links, and their keys. @see https://eips.ethereum.org/EIPS/eip-1328 */
const PAIRINGS = /\b(?:wc(?::|%3a)|symkey(?:=|%3d))[^\s"'<>\\]+/gi;

/** 32 bytes of hex and more: keys, seeds, signatures; a hash looks like a key. */
const KEYS = /\b(?:0x)?[0-9a-f]{64,}\b/gi;
const KEYS_BUT_HASHES = /\b(?:0x)?[0-9a-f]{65,}\b/gi;

/** Takes the secrets out of a text. */
export const redactText = (text: string): string => text.replace(PAIRINGS, REDACTED).replace(KEYS, REDACTED);

/** Takes the secrets out of a property: by its name, else out of its text. */
export const redactProperty = (name: string, text: string): string => {
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  if (SECRET_NAME.test(plain)) return REDACTED;
  return text.replace(PAIRINGS, REDACTED).replace(HASH_NAME.test(plain) ? KEYS_BUT_HASHES : KEYS, REDACTED);
};
