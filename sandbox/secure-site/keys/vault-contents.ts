import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { encodeParts } from './encode.js';
import { decodePolicy, encodePolicy, NO_POLICY, type Policy } from './policy.js';
import { ENTROPY_BYTES, KEY_BYTES, open, type RandomBytes, randomBytes, type Sealed, seal } from './seal.js';
import { type Header, openPlain, type PolicyVault, type Vault } from './vault.js';

/** A policy and its number; 0 for none. */
export interface NumberedPolicy extends Policy {
  readonly counter: number;
}

/** What a vault seals. */
export interface VaultContents {
  readonly entropy: Uint8Array<ArrayBuffer>;
  readonly policy: NumberedPolicy;
}

/** The policy of a wallet that has none. */
export const UNSET_POLICY: NumberedPolicy = { ...NO_POLICY, counter: 0 };

const policyVaultHeader = ({ version, wallet, epoch, counter }: Omit<PolicyVault, keyof Sealed>): Uint8Array<ArrayBuffer> =>
  encodeParts(['latchkey/vault', version, wallet, epoch, counter]);

/** Each policy has a key of its own, because a data key seals several. */
const policyVaultKey = (dataKey: Uint8Array<ArrayBuffer>, counter: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hkdf(sha256, dataKey, undefined, encodeParts(['latchkey/vault-key/2', counter]), KEY_BYTES));

/** Seals the entropy of a wallet together with its policy. */
export const sealWithPolicy = async (
  { entropy, policy }: VaultContents,
  dataKey: Uint8Array<ArrayBuffer>,
  { wallet, epoch }: Header,
  random: RandomBytes = randomBytes,
): Promise<PolicyVault> => {
  const header = { version: 2, wallet, epoch, counter: policy.counter } as const;
  const key = policyVaultKey(dataKey, policy.counter);
  const encoded = encodePolicy(policy);
  const plain = new Uint8Array(ENTROPY_BYTES + encoded.length);
  plain.set(entropy);
  plain.set(encoded, ENTROPY_BYTES);
  try {
    return { ...header, ...(await seal(plain, key, policyVaultHeader(header), random)) };
  } finally {
    key.fill(0);
    plain.fill(0);
  }
};

/** Opens a vault; `null` with another data key, or if anything was changed. */
export const openContents = async (vault: Vault, dataKey: Uint8Array<ArrayBuffer>): Promise<VaultContents | null> => {
  if (vault.version === 1) {
    const entropy = await openPlain(vault, dataKey);
    return entropy === null ? null : { entropy, policy: UNSET_POLICY };
  }
  const key = policyVaultKey(dataKey, vault.counter);
  const plain = await open(vault, key, policyVaultHeader(vault));
  key.fill(0);
  if (plain === null) return null;
  const entropy = plain.slice(0, ENTROPY_BYTES);
  const policy = decodePolicy(plain.subarray(ENTROPY_BYTES));
  plain.fill(0);
  if (policy === null) {
    entropy.fill(0);
    return null;
  }
  return { entropy, policy: { ...policy, counter: vault.counter } };
};

/** Opens the entropy of a wallet; `null` with another data key, or if anything was changed. */
export const openVault = async (vault: Vault, dataKey: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | null> =>
  (await openContents(vault, dataKey))?.entropy ?? null;
