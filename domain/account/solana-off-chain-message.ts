import { utf8ToBytes } from '@noble/hashes/utils.js';

/** Begins every off-chain message, so that none can be mistaken for a transaction. */
const SIGNING_DOMAIN: readonly number[] = [0xff, ...utf8ToBytes('solana offchain')];
const VERSION = 0;
const APPLICATION_DOMAIN: readonly number[] = Array.from({ length: 32 }, () => 0);

/** Characters that every hardware wallet can show. */
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
/** Formats: 0 is printable ASCII, 1 UTF-8, 2 longer UTF-8. Which of those that fit is taken is the wallet's affair. */
const ASCII_FORMATS = [0, 1, 2];
const UTF8_FORMATS = [1, 2];

/** The length stands in two bytes, and the whole message has to fit into them too. */
const MAX_BYTES = 65_515;

/**
 * The bytes that a wallet may sign for a text in the header of an off-chain message, version 0: what hardware wallets do
 * instead of signing a bare text. For each format that fits two layouts are about: with the application's domain (left
 * empty) and the signers (`signer` is the one), and the shorter one of the first implementations. None for a text that no
 * such message can hold.
 * @see https://github.com/anza-xyz/agave/blob/master/docs/src/proposals/off-chain-message-signing.md
 */
export const solanaOffChainMessages = (text: string, signer: Uint8Array): readonly Uint8Array<ArrayBuffer>[] => {
  const bytes = utf8ToBytes(text);
  if (bytes.length === 0 || bytes.length > MAX_BYTES) return [];
  const end = [bytes.length & 0xff, bytes.length >> 8, ...bytes];
  return (PRINTABLE_ASCII.test(text) ? ASCII_FORMATS : UTF8_FORMATS).flatMap((format) => [
    Uint8Array.from([...SIGNING_DOMAIN, VERSION, ...APPLICATION_DOMAIN, format, 1, ...signer, ...end]),
    Uint8Array.from([...SIGNING_DOMAIN, VERSION, format, ...end]),
  ]);
};
