import * as v from 'valibot';
import type { Query } from '../../process/open-database.js';
import { digestOf, randomText, toUtf8 } from '../protocol/encoding.js';
import type { Frame } from './frames.js';
import type { Limit, Limits } from './limits.js';
import type { Nonces } from './nonces.js';
import type { OutsideKey } from './outside-key.js';
import { Refusal } from './refusal.js';
import { firstRow, hasRows, timeColumn } from './rows.js';
import { base64Url, identifier, point, signature } from './schemas.js';
import { deviceContext, type ServerSecrets } from './server-secrets.js';
import { type Caller, checkDeviceKey, deviceLabel, opaque, type Wallets } from './wallets.js';

/** Time in which a device is registered, once its secret is issued. */
const PENDING_MS = 600_000;
/** Requests for an approval, each of which is a mail. */
const REQUESTS: Limit = { name: 'device-requests', count: 5, periodMs: 3_600_000 };

/** 256 random bits, or SHA-256. */
const text256 = base64Url(43);

/** Body of the request that begins a device. */
export const newDeviceSchema = v.object({ deviceKey: point, agreementKey: point, label: deviceLabel });
/** Body of the request that registers the device of the frame. */
export const deviceSchema = v.object({
  device: identifier,
  deviceWraps: opaque,
  nonce: identifier,
  deviceSignature: signature,
  managementSignature: signature,
});
/** Body of the request for an approval. */
export const approvalRequestSchema = v.object({ device: identifier, agreementKey: point, commitment: text256 });
/** Names a device that asks for an approval. */
export const requestIdSchema = v.object({ device: identifier });
/** Body of the request that reveals the random value of a new device. */
export const revealSchema = v.object({ device: identifier, random: text256 });
/** Body of the request by which a registered device begins to approve. */
export const openRequestSchema = v.object({ device: identifier, random: text256, nonce: identifier, signature });
/** Body of the request for the secret of a new device. */
export const newDeviceSecretSchema = v.object({ device: identifier, agreementKey: point, nonce: identifier, signature });
/** Body of an approval; `answer` is encrypted to the new device. */
export const approvalSchema = v.object({
  device: identifier,
  deviceWraps: opaque,
  answer: opaque,
  nonce: identifier,
  deviceSignature: signature,
  managementSignature: signature,
});

const pendingRow = v.object({ device_key: v.string() });
const secretRow = v.object({ secret: v.string() });
const stateRow = v.object({ approver_random: v.nullable(v.string()), answer: v.nullable(v.string()) });
const listRows = v.array(
  v.pipe(
    v.object({
      device: v.string(),
      label: v.string(),
      origin: v.string(),
      frame: v.string(),
      device_key: v.string(),
      agreement_key: v.string(),
      commitment: v.string(),
      approver: v.nullable(v.string()),
      random: v.nullable(v.string()),
      created_at: timeColumn,
      expires_at: timeColumn,
    }),
    v.transform(({ device_key, agreement_key, created_at, expires_at, ...row }) => ({
      ...row,
      deviceKey: device_key,
      agreementKey: agreement_key,
      createdAt: created_at,
      expiresAt: expires_at,
    })),
  ),
);

/** Options of {@link PendingDevices}. */
export interface PendingDevicesOptions {
  readonly query: Query;
  readonly key: OutsideKey;
  readonly limits: Limits;
  readonly nonces: Nonces;
  readonly secrets: ServerSecrets;
  readonly wallets: Wallets;
  readonly now: () => number;
}

/**
 * New devices of a wallet. The management key adds each: in the frame of the device, once recovery words have opened the wallet there, or on a
 * registered device that approves it. The two talk through the mailbox of the request, and the user compares a number that is computed from
 * all that the server passes on.
 */
export class PendingDevices {
  readonly #options: PendingDevicesOptions;

  constructor(options: PendingDevicesOptions) {
    this.#options = options;
  }

  /** Issues the server's secret of a new device. It replaces an earlier one of the frame. @throws Refusal */
  async begin({ frame, session }: Caller, { deviceKey, agreementKey, label }: v.InferOutput<typeof newDeviceSchema>) {
    const { query, secrets, now } = this.#options;
    const { wallet } = session;
    if (wallet === null) throw new Refusal('no-wallet');
    const device = randomText(16);
    const { stored, sealed } = await secrets.issue(deviceContext(wallet, device), agreementKey, frame);
    const expiresAt = now() + PENDING_MS;
    await query('DELETE FROM secure_site_pending_devices WHERE expires_at <= $1 OR frame = $2', [now(), frame.id]);
    await query(
      `INSERT INTO secure_site_pending_devices (id, wallet, frame, origin, label, device_key, secret, created_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [device, wallet, frame.id, frame.origin, label, deviceKey, stored, now(), expiresAt],
    );
    return { wallet, device, deviceSecret: sealed, expiresAt };
  }

  /** Registers the device of the frame. @throws Refusal */
  async register(caller: Caller, body: v.InferOutput<typeof deviceSchema>): Promise<void> {
    const { query, nonces, now } = this.#options;
    const { frame, session } = caller;
    const { device, deviceWraps, nonce } = body;
    await nonces.use(nonce, frame);
    const deviceKey = await this.#deviceKeyOf(caller, device, frame);
    const byDevice = { action: 'register-device', device, nonce, frame: frame.id, origin: frame.origin } as const;
    await checkDeviceKey(deviceKey, body.deviceSignature, { ...byDevice, parameters: [session.wallet ?? ''] });
    await this.#checkAddition(caller, { device, deviceKey, deviceWraps, nonce, signature: body.managementSignature });
    const isRegistered = await hasRows(
      query,
      `WITH pending AS (
  DELETE FROM secure_site_pending_devices WHERE id = $1 AND wallet = $2 AND frame = $3 AND expires_at > $4 AND answer IS NULL RETURNING *
)
INSERT INTO secure_site_devices (id, wallet, public_key, wraps, secret, label, origin, created_at, used_at)
SELECT id, wallet, device_key, $5::text, secret, label, origin, $4::bigint, $4::bigint FROM pending RETURNING id`,
      [device, session.wallet, frame.id, now(), deviceWraps],
    );
    if (!isRegistered) throw new Refusal('no-request');
  }

  /** Puts the request of the frame's device in the mailbox. @throws Refusal */
  async request({ frame, session }: Caller, body: v.InferOutput<typeof approvalRequestSchema>): Promise<void> {
    const { query, key, limits, now } = this.#options;
    const subject =
      session.provider === 'email' && session.email !== null ? key.hmac('email', session.email) : key.hmac('account', session.account);
    if (!(await limits.take(REQUESTS, await subject, now()))) throw new Refusal('too-many-requests');
    const isStored = await hasRows(
      query,
      `UPDATE secure_site_pending_devices SET agreement_key = $1, commitment = $2
WHERE id = $3 AND wallet = $4 AND frame = $5 AND expires_at > $6 AND commitment IS NULL RETURNING id`,
      [body.agreementKey, body.commitment, body.device, session.wallet, frame.id, now()],
    );
    if (!isStored) throw new Refusal('no-request');
  }

  /** The other side's random value and answer, for the frame that requested. @throws Refusal if the request was refused or has expired */
  async state({ frame, session }: Caller, device: string) {
    const { query, now } = this.#options;
    const row = await firstRow(
      query,
      stateRow,
      'SELECT approver_random, answer FROM secure_site_pending_devices WHERE id = $1 AND wallet = $2 AND frame = $3 AND expires_at > $4',
      [device, session.wallet, frame.id, now()],
    );
    if (row === null) throw new Refusal('no-request');
    return { approverRandom: row.approver_random, answer: row.answer };
  }

  /** Reveals the random value of the new device, once, after that of the approving one. @throws Refusal */
  async reveal({ frame, session }: Caller, { device, random }: v.InferOutput<typeof revealSchema>): Promise<void> {
    const isRevealed = await hasRows(
      this.#options.query,
      `UPDATE secure_site_pending_devices SET random = $1
WHERE id = $2 AND wallet = $3 AND frame = $4 AND expires_at > $5 AND approver_random IS NOT NULL AND random IS NULL RETURNING id`,
      [random, device, session.wallet, frame.id, this.#options.now()],
    );
    if (!isRevealed) throw new Refusal('no-request');
  }

  /** Requests that are not answered, the latest first. @throws Refusal if the session has no device */
  async list({ session: { wallet, device } }: Caller) {
    const { query, now } = this.#options;
    if (device === null) throw new Refusal('no-device');
    const { rows } = await query(
      `SELECT id AS device, label, origin, frame, device_key, agreement_key, commitment, approver, random, created_at, expires_at
FROM secure_site_pending_devices WHERE wallet = $1 AND expires_at > $2 AND commitment IS NOT NULL AND answer IS NULL
ORDER BY created_at DESC, id`,
      [wallet, now()],
    );
    return v.parse(listRows, rows);
  }

  /** Begins to approve, with a random value. One device can. @throws Refusal */
  async open(caller: Caller, { device, random, nonce, signature }: v.InferOutput<typeof openRequestSchema>): Promise<void> {
    const { query, now } = this.#options;
    const approver = await this.#verifyApprover(caller, { action: 'open-request', nonce, signature, parameters: [device, random] });
    const isOpened = await hasRows(
      query,
      `UPDATE secure_site_pending_devices SET approver = $1, approver_random = $2
WHERE id = $3 AND wallet = $4 AND expires_at > $5 AND commitment IS NOT NULL AND approver IS NULL RETURNING id`,
      [approver, random, device, caller.session.wallet, now()],
    );
    if (!isOpened) throw new Refusal('request-taken');
  }

  /** Releases the secret of a new device to the device that approves it. @throws Refusal */
  async releaseToApprover(caller: Caller, body: v.InferOutput<typeof newDeviceSecretSchema>) {
    const { query, secrets, now } = this.#options;
    const { device, agreementKey, nonce, signature } = body;
    const { frame, session } = caller;
    const parameters = [device, agreementKey];
    const approver = await this.#verifyApprover(caller, { action: 'release-secret', nonce, signature, parameters });
    const row = await firstRow(
      query,
      secretRow,
      `SELECT secret FROM secure_site_pending_devices
WHERE id = $1 AND wallet = $2 AND expires_at > $3 AND answer IS NULL AND (approver IS NULL OR approver = $4)`,
      [device, session.wallet, now(), approver],
    );
    if (row === null) throw new Refusal('no-request');
    return secrets
      .release({ secret: row.secret, context: deviceContext(session.wallet ?? '', device), agreementKey, frame, nonce })
      .then((secret) => ({ secret }));
  }

  /** Registers a new device, signed by a registered one and the management key. @throws Refusal */
  async approve(caller: Caller, body: v.InferOutput<typeof approvalSchema>): Promise<void> {
    const { query, now } = this.#options;
    const { device, deviceWraps, answer, nonce, deviceSignature, managementSignature } = body;
    const { session } = caller;
    const parameters = [device, await digestOf(toUtf8(answer))];
    const approver = await this.#verifyApprover(caller, { action: 'approve-device', nonce, signature: deviceSignature, parameters });
    const deviceKey = await this.#deviceKeyOf(caller, device, null);
    await this.#checkAddition(caller, { device, deviceKey, deviceWraps, nonce, signature: managementSignature });
    const isRegistered = await hasRows(
      query,
      `WITH approved AS (
  UPDATE secure_site_pending_devices SET answer = $1
  WHERE id = $2 AND wallet = $3 AND expires_at > $4 AND answer IS NULL AND (approver IS NULL OR approver = $5) RETURNING *
)
INSERT INTO secure_site_devices (id, wallet, public_key, wraps, secret, label, origin, created_at, used_at)
SELECT id, wallet, device_key, $6::text, secret, label, origin, $4::bigint, $4::bigint FROM approved RETURNING id`,
      [answer, device, session.wallet, now(), approver, deviceWraps],
    );
    if (!isRegistered) throw new Refusal('request-taken');
  }

  /** Refuses a request: deletes it. @throws Refusal if the session has no device, or there is no such request */
  async refuse({ session }: Caller, device: string): Promise<void> {
    if (session.device === null) throw new Refusal('no-device');
    const text = 'DELETE FROM secure_site_pending_devices WHERE id = $1 AND wallet = $2 AND answer IS NULL RETURNING id';
    if (!(await hasRows(this.#options.query, text, [device, session.wallet]))) throw new Refusal('no-request');
  }

  /** @returns the device of the session, which has signed */
  async #verifyApprover(caller: Caller, statement: Omit<Parameters<Wallets['verifyDevice']>[1], 'device'>): Promise<string> {
    const { frame, session } = caller;
    const { account, device } = session;
    if (device === null) throw new Refusal('no-device');
    await this.#options.wallets.verifyDevice({ frame, account }, { ...statement, device });
    return device;
  }

  /** @param frame that the device is of; `null`: of any frame */
  async #deviceKeyOf({ session }: Caller, device: string, frame: Frame | null): Promise<string> {
    const { query, now } = this.#options;
    const row = await firstRow(
      query,
      pendingRow,
      `SELECT device_key FROM secure_site_pending_devices
WHERE id = $1 AND wallet = $2 AND expires_at > $3 AND ($4::text IS NULL OR frame = $4)`,
      [device, session.wallet, now(), frame?.id ?? null],
    );
    if (row === null) throw new Refusal('no-request');
    return row.device_key;
  }

  async #checkAddition(caller: Caller, { device, deviceKey, deviceWraps, nonce, signature }: Addition): Promise<void> {
    const parameters = [device, deviceKey, await digestOf(toUtf8(deviceWraps))];
    await this.#options.wallets.checkManagement(caller, { action: 'add-device', nonce, signature, parameters });
  }
}

/** What the management key signs for a new device. */
interface Addition {
  readonly device: string;
  readonly deviceKey: string;
  readonly deviceWraps: string;
  readonly nonce: string;
  readonly signature: string;
}
