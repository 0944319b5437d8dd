import { base58 } from '@scure/base';
import * as v from 'valibot';
import { base64ToBytes, utf8Text } from '../../domain/base64.js';
import { sanitizeName } from '../../domain/connection/connector-label.js';
import { amountSchema } from './parse-json.js';

/** The SPL Token program. @see https://www.solana-program.com/docs/token */
export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
/** The Token-2022 program, with extensions. @see https://www.solana-program.com/docs/token-2022 */
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';

/** Field offsets in a mint and a token account; extensions follow the account type, after the longer layout. */
const MINT_BYTES = 82;
const DECIMALS_AT = 44;
const INITIALIZED_AT = 45;
const AMOUNT_AT = 64;
const STATE_AT = 108;
const FROZEN = 2;
const TYPE_AT = 165;
const EXTENSIONS_AT = 166;
/** The extension with a token's name and symbol. @see https://github.com/solana-program/token-metadata */
const TOKEN_METADATA = 19;
/** The metadata starts with an authority and the mint. */
const NAME_AT = 64;

/** An account as returned by a node. */
export interface RawAccount {
  readonly lamports: bigint;
  /** The program that owns it. */
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

/** The same; `null` if the account does not exist. */
export const rawAccountSchema = v.nullable(existingAccountSchema);

const view = (data: Uint8Array): DataView => new DataView(data.buffer, data.byteOffset, data.byteLength);

/** Checks that an account is owned by one of the token programs. */
export const isTokenProgramAccount = (account: RawAccount | null): account is RawAccount =>
  account?.owner === TOKEN_PROGRAM || account?.owner === TOKEN_2022_PROGRAM;

export interface Mint {
  /** The token program that owns it. */
  readonly program: string;
  readonly decimals: number;
  readonly symbol: string | null;
  readonly name: string | null;
}

/** Reads a mint; `null` if the account is not a mint. */
export const readMint = (account: RawAccount | null): Mint | null => {
  if (!isTokenProgramAccount(account)) return null;
  const { data, owner: program } = account;
  const isMint = data.length === MINT_BYTES || (data.length > EXTENSIONS_AT && data[TYPE_AT] === 1);
  if (!isMint || data[INITIALIZED_AT] !== 1) return null;
  return { program, decimals: data[DECIMALS_AT] ?? 0, ...readExtensions(data) };
};

/** A token's name and symbol: untrusted text from the mint's authority. */
const readExtensions = (data: Uint8Array): Pick<Mint, 'symbol' | 'name'> => {
  try {
    for (let at = EXTENSIONS_AT; at + 4 <= data.length; ) {
      const [type, length] = [view(data).getUint16(at, true), view(data).getUint16(at + 2, true)];
      if (type === TOKEN_METADATA) return readTokenMetadata(data.subarray(at + 4, at + 4 + length));
      at += 4 + length;
    }
  } catch {
    // Truncated metadata: no name or symbol.
  }
  return { symbol: null, name: null };
};

const readTokenMetadata = (metadata: Uint8Array): Pick<Mint, 'symbol' | 'name'> => {
  const texts: (string | null)[] = [];
  let at = NAME_AT;
  for (let index = 0; index < 2; index += 1) {
    const length = view(metadata).getUint32(at, true);
    texts.push(sanitizeName(utf8Text(metadata.subarray(at + 4, at + 4 + length))) || null);
    at += 4 + length;
  }
  const [name = null, symbol = null] = texts;
  return { name, symbol };
};

/** Balance of one token account. */
export interface Holding {
  readonly mint: string;
  readonly amount: bigint;
  /** Its tokens cannot be transferred. */
  readonly frozen: boolean;
}

/** The amount in a token account; 0 if it does not exist, `null` if it is none. */
export const heldAmount = (account: RawAccount | null): bigint | null => {
  if (account === null) return 0n;
  return isTokenProgramAccount(account) && account.data.length >= HOLDING_BYTES ? view(account.data).getBigUint64(AMOUNT_AT, true) : null;
};

/** Bytes of a token account that contain a {@link Holding}. */
export const HOLDING_BYTES = STATE_AT + 1;

/** A token account, or its first {@link HOLDING_BYTES} bytes. Throws on fewer. */
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
