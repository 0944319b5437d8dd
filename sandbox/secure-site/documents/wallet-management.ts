import * as v from 'valibot';
import { DeviceApproval, type ListedRequest, listDeviceRequests } from '../frame/device-approval.js';
import { signAsDevice } from '../frame/device-signature.js';
import { ApiError, type ListedDevice, type SessionInfo } from '../frame/frame-client.js';
import { NO_POLICY, type OriginLimits } from '../keys/policy.js';
import { digestOf, toUtf8 } from '../protocol/encoding.js';
import { exportPoint } from '../protocol/p256.js';
import { createAgreementKey, openMessage } from '../protocol/sealed-message.js';
import { sealedMessageSchema } from '../protocol/sealed-message-schema.js';
import { type ListedPasskey, listPasskeys } from './passkey-list.js';
import { signedStatement, type WalletOwner, type WalletSession } from './wallet-session.js';

const begunSchema = v.object({ recoverySecret: sealedMessageSchema });

/** The wallet that the user moves to or has moved from. */
export interface OtherWallet {
  readonly wallet: string;
  /** Its address of eip155; `null` if this browser has no device of it. */
  readonly address: string | null;
  /** Its address of Solana; `null` as before. */
  readonly solanaAddress: string | null;
}

/** What the user's own page shows. */
export interface WalletOverview {
  readonly session: SessionInfo;
  readonly address: string;
  readonly solanaAddress: string;
  readonly devices: readonly ListedDevice[];
  readonly other: OtherWallet | null;
  /** New devices that ask for an approval. */
  readonly requests: readonly ListedRequest[];
  readonly passkeys: readonly ListedPasskey[];
  /** What apps may do without a passkey. */
  readonly limits: readonly OriginLimits[];
}

/** Reads what the page shows. @throws ApiError `no-device` if this browser has no device of the wallet */
export const readOverview = async (session: WalletSession): Promise<WalletOverview> => {
  const device = await session.device();
  const known = await session.info();
  if (device === null || device.wallet !== known.wallet) throw new ApiError('no-device');
  // After a login by code: the device proves itself by opening the wallet.
  if (known.device === null) await session.manage(async () => undefined);
  const info = await session.info();
  // Another device has changed it.
  if (info.policy !== (device.policy?.counter ?? 0)) await session.refreshPolicy();
  const devices = await session.run(({ client }) => client.devices());
  const requests = await session.run(({ client }) => listDeviceRequests(client));
  const { otherWallet: wallet } = info;
  const stored = wallet === null ? null : await session.run(({ store }) => store.load(wallet));
  const { eip155, solana } = device.accounts;
  const { limits } = (await session.device())?.policy ?? NO_POLICY;
  return {
    passkeys: await listPasskeys(session),
    limits,
    session: info,
    address: eip155.address,
    solanaAddress: solana.address,
    devices,
    requests,
    other:
      wallet === null
        ? null
        : { wallet, address: stored?.accounts.eip155.address ?? null, solanaAddress: stored?.accounts.solana.address ?? null },
  };
};

/** Removes a device of the wallet. @throws ApiError */
export const revokeDevice = (session: WalletSession, device: string): Promise<void> =>
  session.manage(({ client, sign }) => client.revokeDevice(device, sign));

/** Opens the request of a new device, which then shows its number. @throws ApiError */
export const openDeviceRequest = (session: WalletSession, request: ListedRequest): Promise<DeviceApproval> =>
  session.manage(({ client, device, keys }) => DeviceApproval.open(client, { ...device, worker: keys }, request));

/** Sets the time without use after which the wallet is locked on all devices. @param idleLockMs `null`: never @throws ApiError */
export const setIdleLock = (session: WalletSession, idleLockMs: number | null): Promise<void> =>
  session.manage(({ client }) => client.setPreferences({ idleLockMs }));

/** Sets new recovery words, which replace earlier ones. @param recovery is erased @throws ApiError */
export const setRecovery = (session: WalletSession, recovery: Uint8Array<ArrayBuffer>): Promise<void> =>
  session.manage(async (owner) => {
    const { client, store, keys, device } = owner;
    const { wallet } = device;
    const agreement = await createAgreementKey();
    const agreementKey = await exportPoint(agreement.publicKey);
    const begun = v.parse(begunSchema, await client.call('POST', '/recovery/begin', { agreementKey }));
    const server = await openMessage(agreement, ['recovery-secret', wallet, '', client.id, ''], begun.recoverySecret);
    const { wraps, recoveryKey } = await keys.request('wrap', {
      wallet,
      wraps: [
        { pair: 'device-recovery', device: device.device, secrets: { recovery } },
        { pair: 'server-recovery', device: '', secrets: { server, recovery } },
      ],
    });
    for (const used of [server, recovery]) used.fill(0);
    if (recoveryKey === null) throw new Error('The worker made no recovery key');
    const [added, recoveryWraps] = [wraps.slice(0, 1), wraps.slice(1)].map((each) => JSON.stringify(each));
    // The wrap of device and server stays.
    const kept = v.parse(wrapsText, device.wraps).filter((wrap) => pairOf(wrap) === 'device-server');
    const deviceWraps = JSON.stringify([...kept, ...v.parse(wrapsText, added)]);
    const digests = await Promise.all([deviceWraps, recoveryWraps ?? ''].map((text) => digestOf(toUtf8(text))));
    const statement = await signedStatement(owner, 'set-recovery', [device.device, recoveryKey, ...digests]);
    await client.call('POST', '/recovery', { deviceWraps, recoveryWraps, recoveryKey, ...statement });
    await store.save({ ...device, wraps: deviceWraps });
  });

const wrapsText = v.pipe(v.string(), v.parseJson(), v.array(v.looseObject({ pair: v.string() })));
const pairOf = ({ pair }: { readonly pair: string }): string => pair;

/** Makes the other wallet the current one. Apps are signed out. @throws ApiError `no-device` if this browser has no device of it */
export const switchWallet = async (session: WalletSession, wallet: string): Promise<void> => {
  await session.manage(async (owner) => {
    const { client, store, device: former } = owner;
    const other = await store.load(wallet);
    if (other === null) throw new ApiError('no-device');
    const { nonce, signature: managementSignature } = await signedStatement(owner, 'switch-wallet', [wallet, other.device]);
    const deviceSignature = await signAsDevice(client, other, { action: 'switch-wallet', nonce, parameters: [wallet] });
    await client.call('POST', '/wallets/switch', { wallet, device: other.device, nonce, deviceSignature, managementSignature });
    await store.save({ ...former, token: null });
    await store.save({ ...other, token: client.token });
  });
  session.lock();
};

/** Erases what this browser has of a wallet. */
const forgetWallet = async ({ store, keys }: Pick<WalletOwner, 'store' | 'keys'>, wallet: string): Promise<void> => {
  const stored = await store.load(wallet);
  await store.erase(wallet);
  // The wallet is gone: a secret that stays opens nothing.
  if (stored !== null) await keys.request('forget-device', { device: stored.device }).catch(() => undefined);
};

/** Deletes the other wallet, at the server and here. @throws ApiError */
export const discardWallet = (session: WalletSession, wallet: string): Promise<void> =>
  session.manage(async (owner) => {
    const statement = await signedStatement(owner, 'discard-wallet', [wallet]);
    await owner.client.call('POST', '/wallets/discard', { wallet, ...statement });
    await forgetWallet(owner, wallet);
  });

/** Deletes the account at the server, and erases what is here of it. @throws ApiError */
export const deleteAccount = async (session: WalletSession): Promise<void> => {
  await session.manage(async (owner) => {
    const { client, sign, device } = owner;
    const { otherWallet } = await client.session();
    await client.deleteAccount(sign);
    if (otherWallet !== null) await forgetWallet(owner, otherWallet);
    await forgetWallet(owner, device.wallet);
  });
  // The rest: keys in memory.
  await session.signOut();
};
