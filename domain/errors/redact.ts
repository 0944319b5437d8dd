const REDACTED = '[redacted]';

/** Property names whose value is always secret. */
const SECRET_NAME = /privatekey|secret|mnemonic|symkey|password|passphrase|signature$|^(?:seed|seedphrase|otp|pin|wcuri|authorization)$/;

/** Property names whose 64 hex digits are public: hashes of transactions and blocks, digests of bundles of the secure site. */
const HASH_NAME = /(?:hash|digest)$/;

/** Pairing URIs, also percent-encoded in deep links, and their keys. @see https://eips.ethereum.org/EIPS/eip-1328 */
const PAIRING_URIS = /\b(?:wc(?::|%3a)|symkey(?:=|%3d))[^\s"'<>\\]+/gi;

/** Hex of 32 bytes or more: keys, seeds, signatures. A hash looks the same as a key, unless it is in the path of a bundle of the secure site. */
const KEYS = /\/f\/[0-9a-f]{64}\/|\b(?:0x)?[0-9a-f]{64,}\b/gi;
const KEYS_EXCEPT_HASHES = /\b(?:0x)?[0-9a-f]{65,}\b/gi;

/**
 * Twelve or more words as recovery phrases have them. The words that prose cannot do without are in no phrase. The bound keeps the stack small.
 * @see https://bips.dev/39
 */
const RECOVERY_PHRASES =
  /\b(?:(?!(?:the|and|for|not|with|was|has|are|your)\b)[a-z]{3,8}[\s,]+){11,60}(?!(?:the|and|for|not|with|was|has|are|your)\b)[a-z]{3,8}\b/g;

/** Email addresses. The bounds keep the time linear. @see https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.1 */
const EMAILS = /[^\s"'<>()[\],:;@/\\]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,63}/gu;

const redactKeys = (text: string): string => text.replace(KEYS, (match) => (match.startsWith('/') ? match : REDACTED));

/** Redacts secrets and email addresses in a text. */
export const redactText = (text: string): string =>
  redactKeys(text.replace(PAIRING_URIS, REDACTED)).replace(RECOVERY_PHRASES, REDACTED).replace(EMAILS, '[email]');

/** Redacts a property, by its name or by its content. */
export const redactProperty = (name: string, text: string): string => {
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  if (SECRET_NAME.test(plain)) return REDACTED;
  return HASH_NAME.test(plain) ? text.replace(PAIRING_URIS, REDACTED).replace(KEYS_EXCEPT_HASHES, REDACTED) : redactText(text);
};
