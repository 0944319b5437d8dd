import { sha256 } from '@noble/hashes/sha2.js';
import * as v from 'valibot';
import { encodeParts, isWellFormed, toBase64Url } from './encode.js';
import { VAULT, WRAP } from './schemas.js';
import { KEY_BYTES } from './seal.js';
import { isBase64UrlOf, isId, memberOf } from './shapes.js';
import { policyCounterOf, type Vault, type Wrap } from './vault.js';

const FORMAT = 'latchkey/recovery-kit/1';
/** Name of the format in all versions. */
const FORMAT_NAME = /^latchkey\/recovery-kit\/[1-9]\d{0,5}$/;
/** Kits have 2,000 characters, with a policy in the vault up to 8,000. */
export const MAX_KIT_BYTES = 16_384;
const MAX_ABOUT_LENGTH = 500;

/** For those who find the file years later. */
const ABOUT =
  'This is the recovery kit of a wallet. Together with its ten recovery words it gives the wallet back, also without the site that made it. Keep it, but not where the words are. How to open it: docs/guides/recovery.md of https://github.com/latchkey/latchkey';

/** A file that opens a wallet together with the recovery words, without any server. Alone it opens nothing. */
export interface RecoveryKit {
  readonly format: typeof FORMAT;
  /** For people. */
  readonly about: string;
  readonly wallet: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** Addresses, by which the user recognises the wallet. Compare them with those of the opened one. */
  readonly accounts: { readonly eip155: string; readonly solana: string };
  readonly vault: Vault;
  /** 32 bytes, base64url. */
  readonly secret: string;
  /** Of the pair `kit-recovery`. */
  readonly wrap: Wrap;
  /** SHA-256 of all values, base64url: tells a damaged file from words that do not belong to it. */
  readonly checksum: string;
}

/** Why a file is not read as a kit. */
export type KitProblem =
  /** It is larger than any kit. */
  | 'too-big'
  /** It is something else. */
  | 'no-kit'
  /** A later version of this site has made it. */
  | 'newer'
  /** It was a kit, and is incomplete or changed. */
  | 'damaged';

const checksumOf = ({ format, about, wallet, createdAt, accounts, vault, secret, wrap }: Omit<RecoveryKit, 'checksum'>): string => {
  const ofVault = [vault.version, vault.epoch, policyCounterOf(vault), vault.iv, vault.sealed];
  const parts = [about, wallet, createdAt, accounts.eip155, accounts.solana, ...ofVault, secret, wrap.salt, wrap.iv, wrap.sealed];
  return toBase64Url(sha256(encodeParts([format, ...parts])));
};

const isAddress = v.pipe(v.string(), v.minLength(1), v.maxLength(128), v.check(isWellFormed));
const isKey = v.custom<string>(isBase64UrlOf(KEY_BYTES), 'This is no key.');

const KIT: v.GenericSchema<unknown, RecoveryKit> = v.pipe(
  v.strictObject({
    format: v.literal(FORMAT),
    about: v.pipe(v.string(), v.maxLength(MAX_ABOUT_LENGTH), v.check(isWellFormed)),
    wallet: v.custom<string>(isId, 'This is no id.'),
    createdAt: v.pipe(v.string(), v.isoTimestamp()),
    accounts: v.strictObject({ eip155: isAddress, solana: isAddress }),
    vault: VAULT,
    secret: isKey,
    wrap: WRAP,
    checksum: isKey,
  }),
  v.check(({ wallet, vault, wrap }) => vault.wallet === wallet && wrap.wallet === wallet && vault.epoch === wrap.epoch),
  v.check(({ wrap }) => wrap.pair === 'kit-recovery'),
  v.check((kit) => kit.checksum === checksumOf(kit)),
);

/** Options of {@link makeKit}. */
export interface KitOptions extends Pick<RecoveryKit, 'accounts' | 'vault' | 'wrap'> {
  readonly secret: Uint8Array<ArrayBuffer>;
  readonly createdAt: Date;
}

/** Makes a kit of what a worker has wrapped. */
export const makeKit = ({ accounts, vault, wrap, secret, createdAt }: KitOptions): RecoveryKit => {
  const kit = {
    format: FORMAT,
    about: ABOUT,
    wallet: vault.wallet,
    createdAt: createdAt.toISOString(),
    accounts,
    vault,
    secret: toBase64Url(secret),
    wrap,
  } as const;
  return { ...kit, checksum: checksumOf(kit) };
};

/** The text of the file. */
export const kitText = (kit: RecoveryKit): string => `${JSON.stringify(kit, null, 2)}\n`;

/** Name of the file: tells kits of several wallets apart. */
export const kitFileName = ({ accounts }: Pick<RecoveryKit, 'accounts'>): string =>
  `wallet-recovery-kit-${accounts.eip155.slice(0, 10)}.json`;

/** Reads the text of a file. An editor may have changed white space, or put a byte order mark first. */
export const readKit = (text: string): RecoveryKit | KitProblem => {
  if (text.length > MAX_KIT_BYTES) return 'too-big';
  const value = parse(text.replace(/^\uFEFF/, ''));
  if (value === undefined) return text.includes('latchkey/recovery-kit/') ? 'damaged' : 'no-kit';
  const format = memberOf(value, 'format');
  if (typeof format !== 'string' || !FORMAT_NAME.test(format)) return memberOf(value, 'wrap') === undefined ? 'no-kit' : 'damaged';
  if (format !== FORMAT) return 'newer';
  const { success, output } = v.safeParse(KIT, value);
  return success ? output : 'damaged';
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
