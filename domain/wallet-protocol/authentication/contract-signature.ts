/** `isValidSignature(bytes32,bytes)`, which is also what it returns for a signature that is valid. @see https://eips.ethereum.org/EIPS/eip-1271 */
const SELECTOR = '1626ba7e';

const WORD_DIGITS = 64;

/** Where the signature begins behind the selector: after the two words of the arguments. */
const OFFSET = 0x40;

const HASH = /^0x[0-9a-f]{64}$/i;
const BYTES = /^0x(?:[0-9a-f]{2})*$/i;

const word = (value: number): string => value.toString(16).padStart(WORD_DIGITS, '0');

/**
 * The data of the call that asks a contract whether a signature is its own; `null` when the hash or the signature is no hex.
 * A signature may have any length: that of a wallet with several owners is longer than 65 bytes, that of an approval on chain empty.
 * @see https://docs.soliditylang.org/en/latest/abi-spec.html#argument-encoding
 */
export const contractSignatureCall = (hash: string, signature: string): `0x${string}` | null => {
  if (!HASH.test(hash) || !BYTES.test(signature)) return null;
  const digits = signature.slice(2).toLowerCase();
  const padded = digits.padEnd(Math.ceil(digits.length / WORD_DIGITS) * WORD_DIGITS, '0');
  return `0x${SELECTOR}${hash.slice(2).toLowerCase()}${word(OFFSET)}${word(digits.length / 2)}${padded}`;
};

const VALID = new RegExp(`^0x${SELECTOR}0{56}(?:[0-9a-f]{2})*$`, 'i');

/**
 * Whether a contract said that the signature is its own: the first word has to be the value and nothing else. An account
 * without code answers `0x`; the contract at address 4 gives back whatever it is asked, which begins with the same value.
 */
export const isContractApproval = (answer: unknown): boolean => typeof answer === 'string' && VALID.test(answer);
