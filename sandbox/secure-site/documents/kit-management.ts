import * as v from 'valibot';
import { ApiError } from '../frame/frame-client.js';
import { KeyWorkerError } from '../keys/key-worker.js';
import { type KitProblem, MAX_KIT_BYTES, makeKit, type RecoveryKit, readKit } from '../keys/recovery-kit.js';
import { VAULT } from '../keys/schemas.js';
import { fromBase64Url, randomSecret } from '../protocol/encoding.js';
import type { RecoverySecret } from './wallet-recovery.js';
import type { WalletOwner, WalletSession } from './wallet-session.js';

const vaultText = v.pipe(v.string(), v.parseJson(), VAULT);

/** True for an error that other recovery words end: those that were typed open nothing. */
export const areOtherWords = (error: unknown): boolean =>
  (error instanceof KeyWorkerError && error.code === 'not-opened') || (error instanceof ApiError && error.code === 'wrong-statement');

/** Tests the words of the wallet on this device, without a server if the device has a wrap for them. @throws ApiError, KeyWorkerError */
export const checkRecovery = async (session: WalletSession, recovery: Uint8Array<ArrayBuffer>): Promise<void> => {
  await session.recovery.withSecret({ recovery, passkey: null }, (keys, opener) => keys.request('inspect', opener));
};

/** The phrase of the wallet on this device, as places in the list of BIP-39. The caller erases it. @throws ApiError, KeyWorkerError */
export const exportPhrase = (session: WalletSession, secret: RecoverySecret): Promise<Uint16Array<ArrayBuffer>> =>
  session.recovery.withSecret(secret, (keys, opener) => keys.request('export', opener));

const wrapKit = async ({ keys, device }: WalletOwner, recovery: Uint8Array<ArrayBuffer>): Promise<RecoveryKit> => {
  const { wallet, accounts } = device;
  const secret = randomSecret();
  const order = { pair: 'kit-recovery', device: '', secrets: { kit: secret, recovery } } as const;
  const [wrap] = (await keys.request('wrap', { wallet, wraps: [order] })).wraps;
  if (wrap === undefined) throw new Error('The worker made no wrap');
  const { eip155, solana } = accounts;
  const made = { accounts: { eip155: eip155.address, solana: solana.address }, vault: v.parse(vaultText, device.vault), wrap, secret };
  const kit = makeKit({ ...made, createdAt: new Date() });
  secret.fill(0);
  return kit;
};

/**
 * Makes a kit for recovery words that are set, and opens it once.
 * @throws ApiError, KeyWorkerError
 */
export const createKit = async (session: WalletSession, recovery: Uint8Array<ArrayBuffer>): Promise<RecoveryKit> => {
  const create = async (): Promise<RecoveryKit> => {
    const kit = await session.manage((owner) => wrapKit(owner, recovery));
    await openKit(session, kit, recovery);
    return kit;
  };
  try {
    return await create();
  } catch (error) {
    // Another tab has replaced the data key, and stored the vault: the worker of this one opens it again.
    if (!(error instanceof KeyWorkerError && error.code === 'epochs-differ')) throw error;
    session.lock();
    return create();
  }
};

const openerOf = ({ wallet, vault, wrap, secret }: RecoveryKit, recovery: Uint8Array<ArrayBuffer>) => ({
  wallet,
  vault,
  wrap,
  secrets: { kit: fromBase64Url(secret), recovery },
});

/**
 * Opens a kit without a server. Unlocks nothing.
 * @throws KeyWorkerError `not-opened` if the words do not belong to it
 * @throws KitMismatchError if its addresses are not those of its wallet
 */
export const openKit = async (session: WalletSession, kit: RecoveryKit, recovery: Uint8Array<ArrayBuffer>): Promise<void> => {
  const { eip155, solana } = await session.withKeys((keys) => keys.request('inspect', openerOf(kit, recovery)));
  if (eip155.address !== kit.accounts.eip155 || solana.address !== kit.accounts.solana) throw new KitMismatchError();
};

/** A kit that names other addresses than it has: someone has changed it. */
export class KitMismatchError extends Error {
  override readonly name = 'KitMismatchError';

  constructor() {
    super('The kit names other addresses than those of its wallet');
  }
}

/** The phrase of a kit, without a server. The caller erases it. @throws KeyWorkerError */
export const exportKitPhrase = (
  session: WalletSession,
  kit: RecoveryKit,
  recovery: Uint8Array<ArrayBuffer>,
): Promise<Uint16Array<ArrayBuffer>> => session.withKeys((keys) => keys.request('export', openerOf(kit, recovery)));

/** Reads a file that the user has chosen. One that is too big is not read at all. */
export const readKitFile = async (file: Blob): Promise<RecoveryKit | KitProblem> =>
  file.size > MAX_KIT_BYTES ? 'too-big' : readKit(await file.text());
