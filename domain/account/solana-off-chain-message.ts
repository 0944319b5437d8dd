import { utf8ToBytes } from '@noble/hashes/utils.js';

/** Prefix of every off-chain message, which keeps it distinct from a transaction. */
const SIGNING_DOMAIN: readonly number[] = [0xff, ...utf8ToBytes('solana offchain')];
const VERSION = 0;
const APPLICATION_DOMAIN: readonly number[] = Array.from({ length: 32 }, () => 0);

/** Characters that every hardware wallet can display. */
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
/** Formats: 0 is printable ASCII, 1 UTF-8, 2 long UTF-8. The wallet chooses among those that fit. */
const ASCII_FORMATS = [0, 1, 2];
const UTF8_FORMATS = [1, 2];

/** The standard limits the whole message, including its header of 20 bytes, to 65,535 bytes. */
const MAX_BYTES = 65_515;

/**
 * Returns the byte sequences that a wallet may sign for a text as an off-chain message, version 0. Hardware wallets sign these instead of
 * the plain text. Each format has two layouts in use: with application domain (left empty) and signers (only `signer`), and the shorter
 * one of the first implementations. Empty for a text that does not fit.
 * @see https://github.com/anza-xyz/agave/blob/master/docs/src/proposals/off-chain-message-signing.md
 */
export const solanaOffChainMessages = (text: string, signer: Uint8Array): readonly Uint8Array<ArrayBuffer>[] => {
  const bytes = utf8ToBytes(text);
  if (bytes.length === 0 || bytes.length > MAX_BYTES) return [];
  const lengthPrefixedText = [bytes.length & 0xff, bytes.length >> 8, ...bytes];
  return (PRINTABLE_ASCII.test(text) ? ASCII_FORMATS : UTF8_FORMATS).flatMap((format) => [
    Uint8Array.from([...SIGNING_DOMAIN, VERSION, ...APPLICATION_DOMAIN, format, 1, ...signer, ...lengthPrefixedText]),
    Uint8Array.from([...SIGNING_DOMAIN, VERSION, format, ...lengthPrefixedText]),
  ]);
};
