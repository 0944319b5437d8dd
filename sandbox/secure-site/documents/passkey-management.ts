import * as v from 'valibot';
import { ApiError } from '../frame/frame-client.js';
import { policyChallenge } from '../keys/confirmation.js';
import type { PasskeyAssertion } from '../keys/passkey-assertion.js';
import { passkeyRecoveryOf, prfInputOf } from '../keys/passkey-recovery.js';
import { NO_POLICY, type OriginLimits, type Passkey, type Policy } from '../keys/policy.js';
import { VAULT } from '../keys/schemas.js';
import { digestOf, randomSecret, toBase64Url, toUtf8 } from '../protocol/encoding.js';
import { nameOf } from '../protocol/login-user.js';
import { exportPoint } from '../protocol/p256.js';
import { loginChallenge } from '../protocol/passkey-login.js';
import { createAgreementKey, openMessage } from '../protocol/sealed-message.js';
import { sealedMessageSchema } from '../protocol/sealed-message-schema.js';
import { signedStatement, type WalletOwner, type WalletSession } from './wallet-session.js';
import type { CreatedPasskey, NewPasskey, PasskeyUse, UsedPasskey } from './webauthn.js';

const begunSchema = v.object({ secret: sealedMessageSchema });
const vaultText = v.pipe(v.string(), v.parseJson(), VAULT);

/** The user's authenticators. */
export interface Authenticator {
  /** @throws PasskeyError */
  readonly create: (options: NewPasskey) => Promise<CreatedPasskey>;
  /** @throws PasskeyError */
  readonly use: (options: PasskeyUse) => Promise<UsedPasskey>;
}

/** Changes the name of a passkey. @throws ApiError `no-passkey` */
export const renamePasskey = (session: WalletSession, credential: string, label: string): Promise<void> =>
  session.run(async ({ client }) => {
    await client.call('POST', '/passkeys/rename', { credential, label });
  });

/** What changes with a policy. */
interface PolicyChange {
  readonly policy: Policy;
  readonly added: (Passkey & { readonly label: string; readonly recovery: Recovery | null }) | null;
  readonly removed: string | null;
  /** Of the challenge of the policy; else the user is asked for it. */
  readonly assertion?: PasskeyAssertion;
}

/** How a passkey opens the wallet on a new device. */
interface Recovery {
  readonly recoveryKey: string;
  readonly recoveryWraps: string;
}

/** Has the worker seal a policy, and stores it. @throws ApiError `policy-changed`, KeyWorkerError, PasskeyError */
const applyPolicy = async (session: WalletSession, owner: WalletOwner, change: PolicyChange): Promise<void> => {
  const { client, store, keys, device } = owner;
  const { policy, added, removed, assertion } = change;
  const { wallet } = device;
  const confirmation = assertion === undefined ? {} : { assertion };
  const set = await keys.request('set-policy', { wallet, vault: v.parse(vaultText, device.vault), policy, ...confirmation });
  try {
    const { epoch, counter } = set.vault;
    const vault = JSON.stringify(set.vault);
    const recovery = added?.recovery ?? null;
    const parameters = [
      String(epoch),
      String(counter),
      await digestOf(toUtf8(vault)),
      ...(added === null ? [''] : [added.id, added.algorithm, added.publicKey]),
      ...(recovery === null ? [''] : [recovery.recoveryKey, await digestOf(toUtf8(recovery.recoveryWraps))]),
      removed ?? '',
    ];
    const statement = await signedStatement(owner, 'set-policy', parameters);
    const { id: credential, algorithm, publicKey, label } = added ?? {};
    const addedBody = added === null ? null : { credential, algorithm, publicKey, label, recovery };
    await client.call('POST', '/policy', { epoch, counter, vault, added: addedBody, removed, ...statement });
    await keys.request('keep-policy', { wallet });
    const stored = (await store.load(wallet)) ?? device;
    await store.save({ ...stored, vault, policy: set.policy });
    // A stored log is the one that the worker has continued, or has more.
    if (set.log !== null && stored.log === undefined) await store.saveLog(wallet, set.log);
  } catch (error) {
    // The worker has a policy that the server has not.
    session.restartKeys();
    throw error;
  }
};

/** Wraps the data key for the recovery secret of a passkey, which is erased. @throws ApiError, KeyWorkerError, PasskeyError */
const createRecovery = async ({ client, keys, device }: WalletOwner, recovery: Uint8Array<ArrayBuffer>): Promise<Recovery> => {
  const { wallet } = device;
  const agreement = await createAgreementKey();
  const begun = await client.call('POST', '/passkeys/begin', { agreementKey: await exportPoint(agreement.publicKey) });
  const { secret } = v.parse(begunSchema, begun);
  const server = await openMessage(agreement, ['passkey-secret', wallet, '', client.id, ''], secret);
  const order = { pair: 'server-recovery', device: '', secrets: { server, recovery } } as const;
  const { wraps, recoveryKey } = await keys.request('wrap', { wallet, wraps: [order] });
  for (const used of [server, recovery]) used.fill(0);
  if (recoveryKey === null) throw new Error('The worker made no recovery key');
  return { recoveryKey, recoveryWraps: JSON.stringify(wraps) };
};

/**
 * Adds a passkey. With the PRF extension it opens the wallet on a new device as well. The first one confirms itself; a further one is confirmed by
 * one that the wallet has.
 * @returns whether it opens the wallet on a new device
 * @throws PasskeyError, ApiError, KeyWorkerError
 */
export const addPasskey = (session: WalletSession, label: string, { create, use }: Authenticator): Promise<boolean> =>
  session.manage(async (owner) => {
    const { client, device } = owner;
    const { wallet } = device;
    const info = await client.session();
    const { counter, ...present } = device.policy ?? { ...NO_POLICY, counter: 0 };
    const prfInput = prfInputOf(wallet);
    const created = await create({ account: info.account, name: nameOf(info), prfInput, existing: present.passkeys.map(({ id }) => id) });
    const { passkey, hasPrf } = created;
    const policy: Policy = { ...present, passkeys: [...present.passkeys, passkey] };
    const isFirst = present.passkeys.length === 0;
    const isUsed = isFirst || (hasPrf && created.output === null);
    const challenge = isFirst ? policyChallenge(wallet, counter + 1, policy) : randomSecret();
    const used = isUsed ? await use({ challenge, passkeys: [passkey.id], prfInput }) : null;
    const output = created.output ?? used?.output ?? null;
    const recovery = output === null ? null : await createRecovery(owner, passkeyRecoveryOf(output, wallet));
    output?.fill(0);
    const confirmation = isFirst && used !== null ? { assertion: used.assertion } : {};
    await applyPolicy(session, owner, { policy, added: { ...passkey, label, recovery }, removed: null, ...confirmation });
    return recovery !== null;
  });

/** Removes a passkey, confirmed by one of the wallet's. @throws PasskeyError, ApiError, KeyWorkerError */
export const removePasskey = (session: WalletSession, credential: string): Promise<void> =>
  session.manage(async (owner) => {
    const { passkeys, limits } = owner.device.policy ?? NO_POLICY;
    if (!passkeys.some(({ id }) => id === credential)) throw new ApiError('no-passkey');
    const policy = { limits, passkeys: passkeys.filter(({ id }) => id !== credential) };
    await applyPolicy(session, owner, { policy, added: null, removed: credential });
  });

/** Sets what apps may do without a passkey, confirmed by one if there is one. @throws PasskeyError, ApiError, KeyWorkerError */
export const setLimits = (session: WalletSession, limits: readonly OriginLimits[]): Promise<void> =>
  session.manage(async (owner) => {
    const { passkeys } = owner.device.policy ?? NO_POLICY;
    await applyPolicy(session, owner, { policy: { passkeys, limits }, added: null, removed: null });
  });

/** Logs in with a passkey of the site instead of a code. @throws PasskeyError, ApiError `no-passkey`, `wrong-passkey` */
export const logInWithPasskey = (session: WalletSession, { use }: Pick<Authenticator, 'use'>): Promise<void> =>
  session.logins.logInBy(async (client) => {
    const nonce = await client.nonce();
    const { assertion } = await use({ challenge: await loginChallenge(nonce, client.id), passkeys: null });
    const { credential, ...bytes } = assertion;
    const texts = Object.fromEntries(Object.entries(bytes).map(([name, value]) => [name, toBase64Url(value)]));
    return client.call('POST', '/passkeys/login', { credential, ...texts, nonce });
  });
