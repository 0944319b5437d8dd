import * as v from 'valibot';
import type { Query } from '../../process/open-database.js';
import { type DeviceStatement, deviceStatementBytes } from '../protocol/device-statement.js';
import { digestOf, randomText, toUtf8 } from '../protocol/encoding.js';
import { verifyBytes } from '../protocol/p256.js';
import type { Frame } from './frames.js';
import type { Nonces } from './nonces.js';
import { Refusal } from './refusal.js';
import { firstRow, hasRows, timeColumn } from './rows.js';
import { base64Url, ed25519Key, identifier, point, signature } from './schemas.js';
import { deviceContext, recoveryContext, type ServerSecrets } from './server-secrets.js';
import type { Session } from './sessions.js';

/** Time to create keys and wraps in, once the secrets are issued. */
const PENDING_MS = 600_000;
/** Of a vault or a list of wraps. */
const MAX_OPAQUE_CHARACTERS = 8_192;

/** A statement that a management or recovery key signs with Ed25519. */
export interface Statement {
  readonly action: string;
  readonly wallet: string;
  readonly nonce: string;
  readonly parameters: readonly string[];
}

/** Verifies a statement. Returns false also for a malformed signature or public key; both are base64url. */
export type VerifyStatement = (statement: Statement, signature: string, publicKey: string) => boolean;

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** JSON text that is stored and returned as it is. */
export const opaque = v.pipe(v.string(), v.maxLength(MAX_OPAQUE_CHARACTERS), v.check(isJson));

/** Name of a device for its owner. */
export const deviceLabel = v.pipe(v.string(), v.maxLength(100));

/** Body of the request that begins a wallet. */
export const newWalletSchema = v.object({
  deviceKey: point,
  agreementKey: point,
  /** Signed by the management key of the account's wallet, to add one that the user moves to. */
  statement: v.optional(v.object({ nonce: identifier, signature })),
});
/** Body of the request that stores a wallet; `recoveryKey` is `null` without recovery words. */
export const walletSchema = v.object({
  wallet: identifier,
  vault: opaque,
  deviceWraps: opaque,
  recoveryWraps: opaque,
  managementKey: ed25519Key,
  recoveryKey: v.nullable(ed25519Key),
  label: deviceLabel,
  nonce: identifier,
  deviceSignature: signature,
  managementSignature: signature,
});
/** Body of the request to replace the data key; `recoveryKey` is `null` without recovery words in the new epoch. */
export const rotationSchema = v.object({
  epoch: v.pipe(v.number(), v.safeInteger(), v.minValue(2)),
  vault: opaque,
  deviceWraps: opaque,
  recoveryWraps: opaque,
  managementKey: ed25519Key,
  recoveryKey: v.nullable(ed25519Key),
  nonce: identifier,
  signature,
});
/** Body of the request for a device's secret. */
export const deviceSecretSchema = v.object({ device: identifier, agreementKey: point, nonce: identifier, signature });
/** Body of the request for the recovery secret. */
export const recoverySecretSchema = v.object({ agreementKey: point, nonce: identifier, signature });
/** Body of the request for a secret of the server for new recovery words. */
export const newRecoverySchema = v.object({ agreementKey: point });
/** Body of the request that sets recovery words. */
export const recoverySchema = v.object({
  deviceWraps: opaque,
  recoveryWraps: opaque,
  recoveryKey: ed25519Key,
  nonce: identifier,
  signature,
});
/** Body of the request to make the other wallet the current one; `device` is of the other one. */
export const switchSchema = v.object({
  wallet: identifier,
  device: identifier,
  nonce: identifier,
  deviceSignature: signature,
  managementSignature: signature,
});
/** Body of the request to delete the other wallet. */
export const discardSchema = v.object({ wallet: identifier, nonce: identifier, signature });
/** Body of the request to revoke a device. */
export const revokeSchema = v.object({ device: identifier, nonce: identifier, signature });
/** Statement of the management key, for what needs it if the account has a wallet. */
export const managedSchema = v.object({ statement: v.nullable(v.object({ nonce: identifier, signature })) });
/** Body of the request to resume a session. */
export const resumeSchema = v.object({ token: base64Url(43), device: identifier, nonce: identifier, signature });

/** A device as it is listed. */
export interface ListedDevice {
  readonly device: string;
  readonly label: string;
  /** App that embedded the frame when the device was registered. */
  readonly origin: string;
  readonly createdAt: number;
  readonly usedAt: number;
  /** True for the device of the session. */
  readonly current: boolean;
}

const pendingRow = v.object({ device: v.string(), device_key: v.string() });
const deviceKeyRow = v.object({ public_key: v.string() });
const managementRow = v.object({ management_key: v.string() });
const deviceRow = v.object({ secret: v.string(), wraps: v.string(), vault: v.string(), wallet: v.string() });
const recoveryRow = v.object({
  recovery_key: v.nullable(v.string()),
  recovery_secret: v.string(),
  recovery_wraps: v.string(),
  vault: v.string(),
});
const listRows = v.array(v.object({ id: v.string(), label: v.string(), origin: v.string(), created_at: timeColumn, used_at: timeColumn }));

/** The frame and the session of a call. */
export interface Caller {
  readonly frame: Frame;
  readonly session: Session;
}

/** The frame of a device, and the account that it should be of; `null`: of any account. */
export interface DeviceCaller {
  readonly frame: Frame;
  readonly account: string | null;
}

/** A signed statement of a device in the frame of the call. */
export type SignedByDevice = Omit<DeviceStatement, 'frame' | 'origin'> & { readonly signature: string };

/** A signed statement of the management key of the caller's wallet. */
export type SignedByManagement = Omit<Statement, 'wallet'> & { readonly signature: string };

/** Options of {@link Wallets}. */
export interface WalletsOptions {
  readonly query: Query;
  readonly secrets: ServerSecrets;
  readonly nonces: Nonces;
  readonly verify: VerifyStatement;
  readonly now: () => number;
}

/** Wallets, their devices, and the server's secrets. */
export class Wallets {
  readonly #options: WalletsOptions;

  constructor(options: WalletsOptions) {
    this.#options = options;
  }

  /**
   * Issues the server's secrets of a new wallet and its first device.
   * @throws Refusal if the account has a wallet whose management key has not signed that another one is added, or has that already
   */
  async begin(caller: Caller, { deviceKey, agreementKey, statement }: v.InferOutput<typeof newWalletSchema>) {
    const { query, secrets, now } = this.#options;
    const { frame, session } = caller;
    if (session.wallet !== null) {
      if (statement === undefined || session.otherWallet !== null) throw new Refusal('wallet-exists');
      await this.verifyManagement(caller, { ...statement, action: 'add-wallet', parameters: [deviceKey, agreementKey] });
    }
    const [wallet, device] = [randomText(16), randomText(16)];
    const [deviceSecret, recoverySecret] = await Promise.all([
      secrets.issue(deviceContext(wallet, device), agreementKey, frame),
      secrets.issue(recoveryContext(wallet), agreementKey, frame),
    ]);
    const expiresAt = now() + PENDING_MS;
    await query('DELETE FROM secure_site_pending_wallets WHERE expires_at <= $1', [now()]);
    await query(
      `INSERT INTO secure_site_pending_wallets (id, account, frame, device, device_key, device_secret, recovery_secret, other, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        wallet,
        session.account,
        frame.id,
        device,
        deviceKey,
        deviceSecret.stored,
        recoverySecret.stored,
        session.wallet !== null,
        expiresAt,
      ],
    );
    return { wallet, device, deviceSecret: deviceSecret.sealed, recoverySecret: recoverySecret.sealed, expiresAt };
  }

  /**
   * Stores the wallet that the frame began: as the current one of an account that has none, else as the other one. Of several, the first is
   * stored.
   * @returns id of the device
   * @throws Refusal
   */
  async store({ frame, session }: Caller, body: v.InferOutput<typeof walletSchema>): Promise<string> {
    const { query, now, nonces, verify } = this.#options;
    const { wallet, vault, deviceWraps, recoveryWraps, managementKey, recoveryKey, label, nonce } = body;
    await nonces.use(nonce, frame);
    const pending = await firstRow(
      query,
      pendingRow,
      'SELECT device, device_key FROM secure_site_pending_wallets WHERE id = $1 AND account = $2 AND frame = $3 AND expires_at > $4',
      [wallet, session.account, frame.id, now()],
    );
    if (pending === null) throw new Refusal('no-wallet');
    const { device, device_key: deviceKey } = pending;
    const digests = await Promise.all([vault, deviceWraps, recoveryWraps].map((text) => digestOf(toUtf8(text))));
    const statement = { action: 'create-wallet', wallet, nonce, parameters: [device, managementKey, recoveryKey ?? '', ...digests] };
    const byDevice = { action: 'register-device', device, nonce, frame: frame.id, origin: frame.origin, parameters: [wallet] } as const;
    await checkDeviceKey(deviceKey, body.deviceSignature, byDevice);
    if (!verify(statement, body.managementSignature, managementKey)) throw new Refusal('wrong-statement');
    const isStored = await hasRows(
      query,
      `WITH pending AS (
  DELETE FROM secure_site_pending_wallets WHERE id = $1 AND account = $2 AND frame = $3 RETURNING *
), named AS (
  UPDATE secure_site_accounts a SET wallet = CASE WHEN p.other THEN a.wallet ELSE p.id END,
    other_wallet = CASE WHEN p.other THEN p.id ELSE a.other_wallet END
  FROM pending p WHERE a.id = p.account AND (CASE WHEN p.other THEN a.other_wallet ELSE a.wallet END) IS NULL RETURNING a.id
), stored AS (
  INSERT INTO secure_site_wallets (id, account, vault, recovery_wraps, management_key, recovery_key, recovery_secret, epoch, created_at)
  SELECT p.id, account, $4::text, $5::text, $6::text, $7::text, recovery_secret, 1, $8::bigint FROM pending p JOIN named ON named.id = account
  RETURNING id
)
INSERT INTO secure_site_devices (id, wallet, public_key, wraps, secret, label, origin, created_at, used_at)
SELECT device, stored.id, device_key, $9::text, device_secret, $10::text, $11::text, $8::bigint, $8::bigint
FROM pending JOIN stored ON stored.id = pending.id RETURNING id`,
      [wallet, session.account, frame.id, vault, recoveryWraps, managementKey, recoveryKey, now(), deviceWraps, label, frame.origin],
    );
    if (!isStored) throw new Refusal('wallet-exists');
    return device;
  }

  /** Releases a device's secret, encrypted to the frame, with vault and wraps. @throws Refusal */
  async releaseToDevice({ frame, session }: Caller, body: v.InferOutput<typeof deviceSecretSchema>) {
    const { query, secrets, now } = this.#options;
    const { device, agreementKey, nonce } = body;
    await this.verifyDevice({ frame, account: session.account }, { ...body, action: 'release-secret', parameters: [agreementKey] });
    const row = await firstRow(
      query,
      deviceRow,
      `UPDATE secure_site_devices d SET used_at = $1, leaving = false FROM secure_site_wallets w
WHERE w.id = d.wallet AND d.id = $2 AND w.id = $3 RETURNING d.secret, d.wraps, w.vault, d.wallet`,
      [now(), device, session.wallet],
    );
    if (row === null) throw new Refusal('no-device');
    return {
      wallet: row.wallet,
      vault: row.vault,
      deviceWraps: row.wraps,
      secret: await secrets.release({ secret: row.secret, context: deviceContext(row.wallet, device), agreementKey, frame, nonce }),
    };
  }

  /** Releases the recovery secret, encrypted to the frame, with vault and wraps. @throws Refusal */
  async releaseForRecovery({ frame, session }: Caller, body: v.InferOutput<typeof recoverySecretSchema>) {
    const { query, secrets, nonces, verify } = this.#options;
    const { wallet } = session;
    const { agreementKey, nonce } = body;
    await nonces.use(nonce, frame);
    const row = await firstRow(
      query,
      recoveryRow,
      'SELECT recovery_key, recovery_secret, recovery_wraps, vault FROM secure_site_wallets WHERE id = $1',
      [wallet],
    );
    if (row === null || wallet === null) throw new Refusal('no-wallet');
    if (row.recovery_key === null) throw new Refusal('no-recovery-words');
    const statement = { action: 'recover', wallet, nonce, parameters: [agreementKey, frame.id, frame.origin] };
    if (!verify(statement, body.signature, row.recovery_key)) throw new Refusal('wrong-statement');
    return {
      wallet,
      vault: row.vault,
      recoveryWraps: row.recovery_wraps,
      secret: await secrets.release({ secret: row.recovery_secret, context: recoveryContext(wallet), agreementKey, frame, nonce }),
    };
  }

  /**
   * Replaces vault, wraps and management key with those of the next epoch, signed by the key that is replaced. Removes the other devices: only
   * they have the secrets that wraps for them would need. Passkeys still confirm, and recover no more.
   * @throws Refusal
   */
  async rotate(caller: Caller, body: v.InferOutput<typeof rotationSchema>): Promise<void> {
    const { query } = this.#options;
    const { account, device, wallet } = caller.session;
    const { epoch, vault, deviceWraps, recoveryWraps, managementKey, recoveryKey, nonce, signature } = body;
    if (device === null) throw new Refusal('no-device');
    const digests = await Promise.all([vault, deviceWraps, recoveryWraps].map((text) => digestOf(toUtf8(text))));
    const parameters = [String(epoch), device, managementKey, recoveryKey ?? '', ...digests];
    await this.verifyManagement(caller, { action: 'replace-data-key', nonce, signature, parameters });
    const isReplaced = await hasRows(
      query,
      `WITH replaced AS (
  UPDATE secure_site_wallets w SET vault = $1, recovery_wraps = $2, management_key = $3, recovery_key = $4, epoch = $5
  WHERE w.id = $6 AND w.account = $7 AND w.epoch = $5 - 1
  AND EXISTS (SELECT 1 FROM secure_site_devices d WHERE d.id = $8 AND d.wallet = w.id) RETURNING w.id
), removed AS (
  DELETE FROM secure_site_devices d USING replaced WHERE d.wallet = replaced.id AND d.id <> $8
), passkeys AS (
  UPDATE secure_site_passkeys p SET recovery_key = NULL, recovery_secret = NULL, recovery_wraps = NULL FROM replaced WHERE p.wallet = replaced.id
)
UPDATE secure_site_devices d SET wraps = $9 FROM replaced WHERE d.wallet = replaced.id AND d.id = $8 RETURNING d.id`,
      [vault, recoveryWraps, managementKey, recoveryKey, epoch, wallet, account, device, deviceWraps],
    );
    if (!isReplaced) throw new Refusal('wrong-epoch');
  }

  /** Lists the devices of the current wallet, the latest first. */
  async devices({ wallet, device: current }: Session): Promise<readonly ListedDevice[]> {
    const { rows } = await this.#options.query(
      'SELECT id, label, origin, created_at, used_at FROM secure_site_devices WHERE wallet = $1 ORDER BY used_at DESC, id',
      [wallet],
    );
    return v.parse(listRows, rows).map(({ id, label, origin, created_at, used_at }) => ({
      device: id,
      label,
      origin,
      createdAt: created_at,
      usedAt: used_at,
      current: id === current,
    }));
  }

  /** Deletes a device with its secret and its sessions. @throws Refusal */
  async revoke(caller: Caller, { device, nonce, signature }: v.InferOutput<typeof revokeSchema>): Promise<void> {
    await this.verifyManagement(caller, { action: 'revoke-device', nonce, signature, parameters: [device] });
    const text = 'DELETE FROM secure_site_devices WHERE id = $1 AND wallet = $2 RETURNING id';
    if (!(await hasRows(this.#options.query, text, [device, caller.session.wallet]))) throw new Refusal('no-device');
  }

  /**
   * Deletes a device that signs out, with its secret and its sessions. Its own key signs: the wallet may be locked.
   * @throws Refusal `last-device` if neither another device, nor recovery words, nor a passkey would open the wallet
   */
  async remove({ frame, session }: Caller, { device, nonce, signature }: v.InferOutput<typeof revokeSchema>): Promise<void> {
    const { query } = this.#options;
    const { account, wallet } = session;
    await this.verifyDevice({ frame, account }, { action: 'remove-device', device, nonce, signature, parameters: [] });
    // Noted before the others are counted: of two devices that leave at the same time, each sees the other leave, and both stay.
    await query('UPDATE secure_site_devices SET leaving = true WHERE id = $1 AND wallet = $2', [device, wallet]);
    const isRemoved = await hasRows(
      query,
      `DELETE FROM secure_site_devices d USING secure_site_wallets w WHERE d.id = $1 AND d.wallet = w.id AND w.id = $2
AND (w.recovery_key IS NOT NULL
  OR EXISTS (SELECT 1 FROM secure_site_passkeys p WHERE p.wallet = w.id AND p.recovery_key IS NOT NULL)
  OR EXISTS (SELECT 1 FROM secure_site_devices o WHERE o.wallet = w.id AND o.id <> d.id AND NOT o.leaving)) RETURNING d.id`,
      [device, wallet],
    );
    if (!isRemoved) await query('UPDATE secure_site_devices SET leaving = false WHERE id = $1', [device]);
    if (!isRemoved) throw new Refusal('last-device');
  }

  /** Issues a secret of the server for new recovery words. It replaces an earlier one. @throws Refusal */
  async beginRecovery({ frame, session: { wallet, device } }: Caller, { agreementKey }: v.InferOutput<typeof newRecoverySchema>) {
    const { query, secrets, now } = this.#options;
    if (wallet === null) throw new Refusal('no-wallet');
    if (device === null) throw new Refusal('no-device');
    const { stored, sealed } = await secrets.issue(recoveryContext(wallet), agreementKey, frame);
    const expiresAt = now() + PENDING_MS;
    await query('DELETE FROM secure_site_pending_recoveries WHERE expires_at <= $1', [now()]);
    await query(
      `INSERT INTO secure_site_pending_recoveries (wallet, frame, secret, expires_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (wallet) DO UPDATE SET frame = $2, secret = $3, expires_at = $4`,
      [wallet, frame.id, stored, expiresAt],
    );
    return { recoverySecret: sealed, expiresAt };
  }

  /** Sets recovery words, which replace earlier ones: their secret is deleted. @throws Refusal */
  async setRecovery(caller: Caller, body: v.InferOutput<typeof recoverySchema>): Promise<void> {
    const { query, now } = this.#options;
    const { wallet, device } = caller.session;
    const { deviceWraps, recoveryWraps, recoveryKey, nonce, signature } = body;
    if (device === null) throw new Refusal('no-device');
    const digests = await Promise.all([deviceWraps, recoveryWraps].map((text) => digestOf(toUtf8(text))));
    await this.verifyManagement(caller, { action: 'set-recovery', nonce, signature, parameters: [device, recoveryKey, ...digests] });
    const isSet = await hasRows(
      query,
      `WITH pending AS (
  DELETE FROM secure_site_pending_recoveries WHERE wallet = $1 AND frame = $2 AND expires_at > $3 RETURNING wallet, secret
), changed AS (
  UPDATE secure_site_wallets w SET recovery_wraps = $4, recovery_key = $5, recovery_secret = p.secret FROM pending p WHERE w.id = p.wallet RETURNING w.id
)
UPDATE secure_site_devices d SET wraps = $6 FROM changed WHERE d.wallet = changed.id AND d.id = $7 RETURNING d.id`,
      [wallet, caller.frame.id, now(), recoveryWraps, recoveryKey, deviceWraps, device],
    );
    if (!isSet) throw new Refusal('no-request');
  }

  /**
   * Makes the other wallet the current one, and the current one the other: signed by the management key of the current one and by a device of
   * the other.
   * @throws Refusal
   */
  async switch(caller: Caller, body: v.InferOutput<typeof switchSchema>): Promise<void> {
    const { query } = this.#options;
    const { frame, session } = caller;
    const { wallet, device, nonce, deviceSignature, managementSignature } = body;
    const parameters = [wallet, device];
    await this.verifyManagement(caller, { action: 'switch-wallet', nonce, signature: managementSignature, parameters });
    const row = await firstRow(query, deviceKeyRow, 'SELECT public_key FROM secure_site_devices WHERE id = $1 AND wallet = $2', [
      device,
      wallet,
    ]);
    if (row === null || session.otherWallet !== wallet) throw new Refusal('no-wallet');
    const statement = { action: 'switch-wallet', device, nonce, frame: frame.id, origin: frame.origin, parameters: [wallet] } as const;
    await checkDeviceKey(row.public_key, deviceSignature, statement);
    const isSwitched = await hasRows(
      query,
      `UPDATE secure_site_accounts SET wallet = other_wallet, other_wallet = wallet
WHERE id = $1 AND wallet = $2 AND other_wallet = $3 RETURNING id`,
      [session.account, session.wallet, wallet],
    );
    if (!isSwitched) throw new Refusal('no-wallet');
  }

  /** Deletes the other wallet with its devices, signed by the management key of the current one. @throws Refusal */
  async discard(caller: Caller, { wallet, nonce, signature }: v.InferOutput<typeof discardSchema>): Promise<void> {
    await this.verifyManagement(caller, { action: 'discard-wallet', nonce, signature, parameters: [wallet] });
    const text = `WITH named AS (UPDATE secure_site_accounts SET other_wallet = NULL WHERE id = $1 AND other_wallet = $2 RETURNING id)
DELETE FROM secure_site_wallets w USING named WHERE w.id = $2 AND w.account = named.id RETURNING w.id`;
    if (!(await hasRows(this.#options.query, text, [caller.session.account, wallet]))) throw new Refusal('no-wallet');
  }

  /** Uses up the nonce, and verifies a statement of a device. @param account `null`: of any account @throws Refusal */
  async verifyDevice(caller: DeviceCaller, statement: SignedByDevice): Promise<void> {
    await this.#options.nonces.use(statement.nonce, caller.frame);
    await this.checkDevice(caller, statement);
  }

  /** Verifies a statement of a device, whose nonce is used up. @throws Refusal */
  async checkDevice({ frame, account }: DeviceCaller, { signature, ...statement }: SignedByDevice): Promise<void> {
    const row = await firstRow(
      this.#options.query,
      deviceKeyRow,
      `SELECT public_key FROM secure_site_devices d JOIN secure_site_accounts a ON a.wallet = d.wallet
WHERE d.id = $1 AND ($2::text IS NULL OR a.id = $2)`,
      [statement.device, account],
    );
    if (row === null) throw new Refusal('no-device');
    await checkDeviceKey(row.public_key, signature, { ...statement, frame: frame.id, origin: frame.origin });
  }

  /** Uses up the nonce, and verifies a statement of the wallet's management key. @throws Refusal */
  async verifyManagement(caller: Caller, statement: SignedByManagement): Promise<void> {
    await this.#options.nonces.use(statement.nonce, caller.frame);
    await this.checkManagement(caller, statement);
  }

  /** Verifies a statement of the wallet's management key, whose nonce is used up. @throws Refusal */
  async checkManagement({ session: { wallet } }: Caller, { signature, ...statement }: SignedByManagement): Promise<void> {
    const { query, verify } = this.#options;
    const text = 'SELECT management_key FROM secure_site_wallets WHERE id = $1';
    const row = await firstRow(query, managementRow, text, [wallet]);
    if (row === null || wallet === null) throw new Refusal('no-wallet');
    if (!verify({ ...statement, wallet }, signature, row.management_key)) throw new Refusal('wrong-statement');
  }

  /** Verifies a statement of the management key if the account has a wallet. @throws Refusal */
  async verifyManagementIfAny(
    caller: Caller,
    statement: v.InferOutput<typeof managedSchema>['statement'],
    signed: Pick<Statement, 'action' | 'parameters'>,
  ): Promise<void> {
    if (caller.session.wallet === null) return;
    if (statement === null) throw new Refusal('wrong-statement');
    await this.verifyManagement(caller, { ...statement, ...signed });
  }
}

/** @throws Refusal if the signature is not the device's */
export const checkDeviceKey = async (key: string, signature: string, statement: DeviceStatement): Promise<void> => {
  if (!(await verifyBytes(key, signature, deviceStatementBytes(statement)))) throw new Refusal('wrong-statement');
};
