import * as v from 'valibot';
import type { Query } from '../../process/open-database.js';
import { assertionRefusal } from '../keys/passkey-assertion.js';
import { digestOf, fromBase64Url, toUtf8 } from '../protocol/encoding.js';
import { loginChallenge } from '../protocol/passkey-login.js';
import type { Frame } from './frames.js';
import type { Nonces } from './nonces.js';
import { Refusal } from './refusal.js';
import { firstRow, hasRows, timeColumn } from './rows.js';
import { ed25519Key, identifier, point, signature } from './schemas.js';
import { passkeyContext, type ServerSecrets } from './server-secrets.js';
import { type Caller, deviceLabel, opaque, type VerifyStatement, type Wallets } from './wallets.js';

/** Time to add a passkey in, once the server's secret is issued. */
const PENDING_MS = 600_000;

const credential = v.pipe(v.string(), v.maxLength(1_364), v.regex(/^[\w-]{22,}$/));
const bytes = v.pipe(v.string(), v.maxLength(5_462), v.regex(/^[\w-]+$/));
const algorithm = v.picklist(['ES256', 'EdDSA']);

/** Body of the request for a secret of the server, by which a passkey recovers the wallet. */
export const newPasskeySchema = v.object({ agreementKey: point });
/** Body of the request that replaces the policy of a wallet. */
export const policySchema = v.object({
  epoch: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  counter: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  vault: opaque,
  added: v.nullable(
    v.object({
      credential,
      algorithm,
      publicKey: v.pipe(v.string(), v.maxLength(87), v.regex(/^[\w-]{43,}$/)),
      label: deviceLabel,
      /** `null` for a passkey without the PRF extension, which recovers nothing. */
      recovery: v.nullable(v.object({ recoveryKey: ed25519Key, recoveryWraps: opaque })),
    }),
  ),
  removed: v.nullable(credential),
  nonce: identifier,
  signature,
});
/** Body of the request to change the name of a passkey. */
export const renamePasskeySchema = v.object({ credential, label: deviceLabel });
/** Body of the request to sign in with a passkey. */
export const passkeyLoginSchema = v.object({
  credential,
  authenticatorData: bytes,
  clientData: bytes,
  signature: bytes,
  nonce: identifier,
});
/** Body of the request for the recovery secret of a passkey. */
export const passkeySecretSchema = v.object({ credential, agreementKey: point, nonce: identifier, signature });

const pendingRow = v.object({ secret: v.string() });
const listRows = v.array(
  v.object({ id: v.string(), label: v.string(), recovers: v.boolean(), created_at: timeColumn, used_at: v.nullable(timeColumn) }),
);
const keyRow = v.object({ account: v.string(), algorithm, public_key: v.string() });
const recoveryRow = v.object({
  wallet: v.string(),
  vault: v.string(),
  recovery_key: v.nullable(v.string()),
  recovery_secret: v.nullable(v.string()),
  recovery_wraps: v.nullable(v.string()),
});

/** Options of {@link Passkeys}. */
export interface PasskeysOptions {
  readonly query: Query;
  readonly secrets: ServerSecrets;
  readonly nonces: Nonces;
  readonly wallets: Wallets;
  readonly verify: VerifyStatement;
  /** Origin of the site, for which passkeys sign. */
  readonly siteOrigin: string;
  readonly now: () => number;
}

/** Passkeys of wallets: their public keys, names, and the secrets by which those with PRF recover the wallet. The policy itself is sealed. */
export class Passkeys {
  readonly #options: PasskeysOptions;

  constructor(options: PasskeysOptions) {
    this.#options = options;
  }

  /** Issues a secret of the server for a new passkey. It replaces one that was not used. @throws Refusal */
  async begin({ frame, session: { wallet, device } }: Caller, { agreementKey }: v.InferOutput<typeof newPasskeySchema>) {
    const { query, secrets, now } = this.#options;
    if (wallet === null) throw new Refusal('no-wallet');
    if (device === null) throw new Refusal('no-device');
    const { stored, sealed } = await secrets.issue(passkeyContext(wallet), agreementKey, frame);
    const expiresAt = now() + PENDING_MS;
    await query('DELETE FROM secure_site_pending_passkeys WHERE expires_at <= $1', [now()]);
    await query(
      `INSERT INTO secure_site_pending_passkeys (wallet, frame, secret, expires_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (wallet) DO UPDATE SET frame = $2, secret = $3, expires_at = $4`,
      [wallet, frame.id, stored, expiresAt],
    );
    return { secret: sealed, expiresAt };
  }

  /**
   * Replaces the vault with one of the next policy, and adds or removes a passkey in the same step. Signed by the management key; that a passkey
   * has confirmed it is the worker's rule, because the policy is sealed.
   * @throws Refusal `policy-changed` unless the policy is the next one
   */
  async setPolicy(caller: Caller, body: v.InferOutput<typeof policySchema>): Promise<void> {
    const { query, wallets, now } = this.#options;
    const { wallet, account, device } = caller.session;
    const { epoch, counter, vault, added, removed, nonce, signature: signed } = body;
    if (device === null) throw new Refusal('no-device');
    const recovery = added?.recovery ?? null;
    const parameters = [
      String(epoch),
      String(counter),
      await digestOf(toUtf8(vault)),
      ...(added === null ? [''] : [added.credential, added.algorithm, added.publicKey]),
      ...(recovery === null ? [''] : [recovery.recoveryKey, await digestOf(toUtf8(recovery.recoveryWraps))]),
      removed ?? '',
    ];
    await wallets.verifyManagement(caller, { action: 'set-policy', nonce, signature: signed, parameters });
    if (added !== null && (await hasRows(query, 'SELECT id FROM secure_site_passkeys WHERE id = $1', [added.credential])))
      throw new Refusal('passkey-exists');
    const pending =
      recovery === null
        ? null
        : await firstRow(
            query,
            pendingRow,
            'DELETE FROM secure_site_pending_passkeys WHERE wallet = $1 AND frame = $2 AND expires_at > $3 RETURNING secret',
            [wallet, caller.frame.id, now()],
          );
    if (recovery !== null && pending === null) throw new Refusal('no-request');
    const isReplaced = await hasRows(
      query,
      `WITH changed AS (
  UPDATE secure_site_wallets SET vault = $1, policy_counter = $2 WHERE id = $3 AND account = $4 AND epoch = $5 AND policy_counter = $2 - 1
  RETURNING id
), removed AS (
  DELETE FROM secure_site_passkeys p USING changed WHERE p.wallet = changed.id AND p.id = $6
), added AS (
  INSERT INTO secure_site_passkeys (id, wallet, algorithm, public_key, label, recovery_key, recovery_secret, recovery_wraps, created_at)
  SELECT $7::text, id, $8::text, $9::text, $10::text, $11::text, $12::text, $13::text, $14::bigint FROM changed WHERE $7::text IS NOT NULL
)
SELECT id FROM changed`,
      [
        vault,
        counter,
        wallet,
        account,
        epoch,
        removed,
        added?.credential ?? null,
        added?.algorithm ?? null,
        added?.publicKey ?? null,
        added?.label ?? null,
        recovery?.recoveryKey ?? null,
        pending?.secret ?? null,
        recovery?.recoveryWraps ?? null,
        now(),
      ],
    );
    if (!isReplaced) throw new Refusal('policy-changed');
  }

  /** Lists the passkeys of the current wallet, in the order in which they were added. */
  async list({ session: { wallet } }: Caller) {
    const { rows } = await this.#options.query(
      `SELECT id, label, recovery_key IS NOT NULL AS recovers, created_at, used_at FROM secure_site_passkeys
WHERE wallet = $1 ORDER BY created_at, id`,
      [wallet],
    );
    return v.parse(listRows, rows).map(({ id, label, recovers, created_at, used_at }) => ({
      credential: id,
      label,
      /** Whether it has the PRF extension, and so opens the wallet on a new device. */
      recovers,
      createdAt: created_at,
      usedAt: used_at,
    }));
  }

  /** Changes the name of a passkey. @throws Refusal */
  async rename(
    { session: { wallet, device } }: Caller,
    { credential: id, label }: v.InferOutput<typeof renamePasskeySchema>,
  ): Promise<void> {
    // Not for those who only read the user's mails.
    if (device === null) throw new Refusal('no-device');
    const text = 'UPDATE secure_site_passkeys SET label = $1 WHERE id = $2 AND wallet = $3 RETURNING id';
    if (!(await hasRows(this.#options.query, text, [label, id, wallet]))) throw new Refusal('no-passkey');
  }

  /**
   * Verifies an assertion for a window of the site, instead of a code.
   * @returns id of the account
   * @throws Refusal `no-passkey` for one that was removed, or whose wallet is not the current one any more
   */
  async logIn(frame: Frame, body: v.InferOutput<typeof passkeyLoginSchema>): Promise<string> {
    const { query, nonces, siteOrigin, now } = this.#options;
    const { credential: id, nonce } = body;
    if (frame.origin !== siteOrigin) throw new Refusal('unknown-frame');
    await nonces.use(nonce, frame);
    const row = await firstRow(
      query,
      keyRow,
      `SELECT a.id AS account, algorithm, public_key FROM secure_site_passkeys p JOIN secure_site_accounts a ON a.wallet = p.wallet
WHERE p.id = $1`,
      [id],
    );
    if (row === null) throw new Refusal('no-passkey');
    const assertion = {
      credential: id,
      authenticatorData: fromBase64Url(body.authenticatorData),
      clientData: fromBase64Url(body.clientData),
      signature: fromBase64Url(body.signature),
    };
    const passkey = { id, algorithm: row.algorithm, publicKey: row.public_key };
    const challenge = await loginChallenge(nonce, frame.id);
    if ((await assertionRefusal(assertion, [passkey], { challenge, origin: siteOrigin })) !== null) throw new Refusal('wrong-passkey');
    await query('UPDATE secure_site_passkeys SET used_at = $1 WHERE id = $2', [now(), id]);
    return row.account;
  }

  /**
   * Releases the server's secret of a passkey, encrypted to the frame, with the vault and the passkey's wraps.
   * @throws Refusal `no-passkey` for one that was removed or does not recover; `other-account` for one of another wallet
   */
  async releaseForRecovery({ frame, session: { wallet } }: Caller, body: v.InferOutput<typeof passkeySecretSchema>) {
    const { query, secrets, nonces, verify, now } = this.#options;
    const { credential: id, agreementKey, nonce } = body;
    await nonces.use(nonce, frame);
    const row = await firstRow(
      query,
      recoveryRow,
      `SELECT w.id AS wallet, w.vault, p.recovery_key, p.recovery_secret, p.recovery_wraps FROM secure_site_passkeys p
JOIN secure_site_wallets w ON w.id = p.wallet WHERE p.id = $1`,
      [id],
    );
    if (row === null) throw new Refusal('no-passkey');
    if (wallet === null || row.wallet !== wallet) throw new Refusal('other-account');
    const { recovery_key: key, recovery_secret: secret, recovery_wraps: recoveryWraps } = row;
    if (key === null || secret === null || recoveryWraps === null) throw new Refusal('no-passkey');
    const statement = { action: 'recover', wallet, nonce, parameters: [agreementKey, frame.id, frame.origin] };
    if (!verify(statement, body.signature, key)) throw new Refusal('wrong-statement');
    await query('UPDATE secure_site_passkeys SET used_at = $1 WHERE id = $2', [now(), id]);
    const context = passkeyContext(wallet);
    return { wallet, vault: row.vault, recoveryWraps, secret: await secrets.release({ secret, context, agreementKey, frame, nonce }) };
  }
}
