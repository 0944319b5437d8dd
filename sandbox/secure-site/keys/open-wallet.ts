import { ENTROPY_BYTES, KEY_BYTES } from './seal.js';
import { type Secrets, unwrapDataKey, type Vault, type Wrap } from './vault.js';
import { type NumberedPolicy, openContents } from './vault-contents.js';

/** Vault and wrap as a server or a storage returned them, and what the device knows itself. */
export interface Candidate {
  readonly vault: Vault;
  readonly wrap: Wrap;
  /** Id of the wallet that the device asked for. */
  readonly wallet: string;
  /** Highest epoch that this device has opened; 0 for a new device. */
  readonly seenEpoch: number;
}

/** Why a candidate is not opened. */
export type Refusal =
  /** Vault or wrap is of another wallet than the one asked for. */
  | 'other-wallet'
  /** Vault and wrap have different epochs. */
  | 'epochs-differ'
  /** The epoch is older than one that the device has opened. */
  | 'rolled-back'
  /** The secrets are others, or something was changed. */
  | 'not-opened';

/** An opened wallet. */
export interface Opened {
  readonly dataKey: Uint8Array<ArrayBuffer>;
  readonly entropy: Uint8Array<ArrayBuffer>;
  readonly policy: NumberedPolicy;
}

/**
 * Tests a candidate against what the device knows, before its secrets are used. The rule of epochs: what a device has opened once, it never
 * opens in an older epoch. The device stores an epoch only after its vault was opened: a header alone is a claim of the server, and a claim
 * of a high epoch would lock the device out.
 */
export const refusalOf = ({ vault, wrap, wallet, seenEpoch }: Candidate): Exclude<Refusal, 'not-opened'> | null => {
  if (vault.wallet !== wallet || wrap.wallet !== wallet) return 'other-wallet';
  if (vault.epoch !== wrap.epoch) return 'epochs-differ';
  return vault.epoch < seenEpoch ? 'rolled-back' : null;
};

/** Opens a wallet with a pair of secrets. */
export const openWallet = async (candidate: Candidate, secrets: Secrets): Promise<Opened | Refusal> => {
  const refusal = refusalOf(candidate);
  if (refusal !== null) return refusal;
  const dataKey = await unwrapDataKey(candidate.wrap, secrets);
  if (dataKey?.length !== KEY_BYTES) return 'not-opened';
  const contents = await openContents(candidate.vault, dataKey);
  if (contents?.entropy.length === ENTROPY_BYTES) return { dataKey, ...contents };
  dataKey.fill(0);
  return 'not-opened';
};
