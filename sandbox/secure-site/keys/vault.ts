import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { encodeParts, fromBase64Url, toBase64Url } from './encode.js';
import { KEY_BYTES, open, type RandomBytes, randomBytes, type Sealed, seal } from './seal.js';

/** What sealed bytes belong to. Every member is authenticated. */
export interface Header {
  readonly version: 1;
  /** Id of the wallet. */
  readonly wallet: string;
  /** Counts the data keys of the wallet, from 1. */
  readonly epoch: number;
}

/** The entropy of a wallet, sealed with its data key. */
export interface PlainVault extends Header, Sealed {}

/** The entropy and the policy of a wallet, sealed together: neither opens without the other. */
export interface PolicyVault extends Omit<Header, 'version'>, Sealed {
  readonly version: 2;
  /** Counts the policies of the wallet, from 1. */
  readonly counter: number;
}

export type Vault = PlainVault | PolicyVault;

/** Number of the policy that a vault names. It is authenticated when the vault opens. */
export const policyCounterOf = (vault: Vault): number => (vault.version === 2 ? vault.counter : 0);

/** The secrets of a wallet: of a device, of the server, for recovery, and of a recovery kit. Each has 256 bits and is independent of the others. */
export type SecretName = 'device' | 'server' | 'recovery' | 'kit';

/** Two secrets that open a data key together, in the order of {@link SecretName}. */
export type Pair = 'device-server' | 'device-recovery' | 'server-recovery' | 'kit-recovery';

export const PAIRS: Readonly<Record<Pair, readonly [SecretName, SecretName]>> = {
  'device-server': ['device', 'server'],
  'device-recovery': ['device', 'recovery'],
  'server-recovery': ['server', 'recovery'],
  'kit-recovery': ['kit', 'recovery'],
};

/** What a wrap is for. */
export interface WrapTarget {
  readonly pair: Pair;
  /** Id of the device whose secrets open it; empty for pairs without a device. */
  readonly device: string;
}

/** A data key, sealed with a pair of secrets. */
export interface Wrap extends Header, WrapTarget, Sealed {
  /** 32 bytes, base64url: makes the key of each wrap another one, also with the same secrets. */
  readonly salt: string;
}

export type Secrets = Readonly<Partial<Record<SecretName, Uint8Array<ArrayBuffer>>>>;

/** Secrets that a page passes to the worker, which has those of devices itself. */
export type PassedSecrets = Omit<Secrets, 'device'>;

const vaultHeader = ({ version, wallet, epoch }: Header): Uint8Array<ArrayBuffer> =>
  encodeParts(['latchkey/vault', version, wallet, epoch]);

const wrapHeader = ({ version, wallet, epoch, pair, device }: Header & WrapTarget): Uint8Array<ArrayBuffer> =>
  encodeParts(['latchkey/wrap', version, wallet, epoch, pair, device]);

/** Seals the entropy of a wallet. A data key seals once: another entropy or epoch needs another data key. */
export const sealVault = async (
  entropy: Uint8Array<ArrayBuffer>,
  dataKey: Uint8Array<ArrayBuffer>,
  header: Header,
  random: RandomBytes = randomBytes,
): Promise<PlainVault> => {
  const plain = pick(header);
  return { ...plain, ...(await seal(entropy, dataKey, vaultHeader(plain), random)) };
};

/** Opens the entropy of a wallet without a policy; `null` with another data key, or if anything was changed. */
export const openPlain = (vault: PlainVault, dataKey: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | null> =>
  open(vault, dataKey, vaultHeader(vault));

/**
 * Seals a data key with a pair of secrets.
 * @throws RangeError if a secret is missing or has not 256 bits
 */
export const wrapDataKey = async (
  dataKey: Uint8Array<ArrayBuffer>,
  secrets: Secrets,
  header: Header & WrapTarget,
  random: RandomBytes = randomBytes,
): Promise<Wrap> => {
  const { pair, device } = header;
  const salt = random(KEY_BYTES);
  const key = wrapKey(pair, secrets, salt);
  if (key === null) throw new RangeError(`A ${pair} wrap needs both secrets`);
  try {
    return { ...pick(header), pair, device, salt: toBase64Url(salt), ...(await seal(dataKey, key, wrapHeader(header), random)) };
  } finally {
    key.fill(0);
  }
};

/** Opens a data key; `null` without both secrets, with others, or if anything was changed. */
export const unwrapDataKey = async (wrap: Wrap, secrets: Secrets): Promise<Uint8Array<ArrayBuffer> | null> => {
  const key = wrapKey(wrap.pair, secrets, fromBase64Url(wrap.salt));
  if (key === null) return null;
  try {
    return await open(wrap, key, wrapHeader(wrap));
  } finally {
    key.fill(0);
  }
};

/** @see https://www.rfc-editor.org/rfc/rfc5869 */
const wrapKey = (pair: Pair, secrets: Secrets, salt: Uint8Array): Uint8Array<ArrayBuffer> | null => {
  const [first, second] = PAIRS[pair].map((name) => secrets[name]);
  if (first?.length !== KEY_BYTES || second?.length !== KEY_BYTES || salt.length !== KEY_BYTES) return null;
  const both = new Uint8Array(2 * KEY_BYTES);
  both.set(first);
  both.set(second, KEY_BYTES);
  const key = hkdf(sha256, both, salt, encodeParts(['latchkey/wrap-key/1', pair]), KEY_BYTES);
  both.fill(0);
  return new Uint8Array(key.buffer, key.byteOffset, KEY_BYTES);
};

const pick = ({ version, wallet, epoch }: Header): Header => ({ version, wallet, epoch });
