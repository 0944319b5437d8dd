import { base58 } from '@scure/base';
import * as v from 'valibot';
import { sanitizeName } from '../../domain/connection/connector-label.js';
import { base64ToBytes, utf8Text } from '../../domain/wallet-protocol/base64.js';
import { amountSchema } from './parse-json.js';

/** The program that keeps most tokens. @see https://www.solana-program.com/docs/token */
export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
/** The program that keeps tokens with extensions. @see https://www.solana-program.com/docs/token-2022 */
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';

/** Where things stand in a mint and in a token account; extensions follow the type, behind the longer one's end. */
const MINT_BYTES = 82;
const DECIMALS_AT = 44;
const INITIALIZED_AT = 45;
const AMOUNT_AT = 64;
const STATE_AT = 108;
const FROZEN = 2;
const TYPE_AT = 165;
const EXTENSIONS_AT = 166;
/** The extension that holds a token's own words. @see https://github.com/solana-program/token-metadata */
const TOKEN_METADATA = 19;
/** The metadata begins with an authority and the mint. */
const WORDS_AT = 64;

/** An account as nodes give it. */
export interface RawAccount {
  readonly lamports: bigint;
  /** The program it belongs to. */
  readonly owner: string;
  readonly data: Uint8Array;
}

/** An account in base64. @see https://solana.com/docs/rpc/json-structures#accounts */
const existingAccountSchema = v.object({
  lamports: amountSchema,
  owner: v.string(),
  data: v.pipe(
    v.tuple([v.string()]),
    v.transform(([text]) => base64ToBytes(text)),
    v.instance(Uint8Array),
  ),
});

/** The same; `null` for one that does not exist. */
export const rawAccountSchema = v.nullable(existingAccountSchema);

const view = (data: Uint8Array): DataView => new DataView(data.buffer, data.byteOffset, data.byteLength);

/** Whether an account belongs to one of the programs that keep tokens. */
export const isOfTokens = (account: RawAccount | null): account is RawAccount =>
  account?.owner === TOKEN_PROGRAM || account?.owner === TOKEN_2022_PROGRAM;

/** What a mint says. */
export interface Mint {
  /** The program that keeps it. */
  readonly program: string;
  readonly decimals: number;
  readonly symbol: string | null;
  readonly name: string | null;
}

/** Reads a mint; `null` for an account that is none. */
export const readMint = (account: RawAccount | null): Mint | null => {
  if (!isOfTokens(account)) return null;
  const { data, owner: program } = account;
  const isMint = data.length === MINT_BYTES || (data.length > EXTENSIONS_AT && data[TYPE_AT] === 1);
  if (!isMint || data[INITIALIZED_AT] !== 1) return null;
  return { program, decimals: data[DECIMALS_AT] ?? 0, ...wordsOf(data) };
};

/** A token's own words, which its mint's owner wrote: foreign text. */
const wordsOf = (data: Uint8Array): Pick<Mint, 'symbol' | 'name'> => {
  try {
    for (let at = EXTENSIONS_AT; at + 4 <= data.length; ) {
      const [type, length] = [view(data).getUint16(at, true), view(data).getUint16(at + 2, true)];
      if (type === TOKEN_METADATA) return readWords(data.subarray(at + 4, at + 4 + length));
      at += 4 + length;
    }
  } catch {
    // Cut off: then it says nothing.
  }
  return { symbol: null, name: null };
};

const readWords = (metadata: Uint8Array): Pick<Mint, 'symbol' | 'name'> => {
  const texts: (string | null)[] = [];
  let at = WORDS_AT;
  for (let index = 0; index < 2; index += 1) {
    const length = view(metadata).getUint32(at, true);
    texts.push(sanitizeName(utf8Text(metadata.subarray(at + 4, at + 4 + length))) || null);
    at += 4 + length;
  }
  const [name = null, symbol = null] = texts;
  return { name, symbol };
};

/** How much of a mint an account holds. */
export interface Holding {
  readonly mint: string;
  readonly amount: bigint;
  /** Nothing can leave it. */
  readonly frozen: boolean;
}

/** So much of a token account says what it holds. */
export const HOLDING_BYTES = STATE_AT + 1;

/** A token account, or the first {@link HOLDING_BYTES} of one. Reading less throws. */
export const holdingSchema = v.pipe(
  existingAccountSchema,
  v.transform(
    ({ data }): Holding => ({
      mint: base58.encode(data.subarray(0, 32)),
      amount: view(data).getBigUint64(AMOUNT_AT, true),
      frozen: data[STATE_AT] === FROZEN,
    }),
  ),
);
