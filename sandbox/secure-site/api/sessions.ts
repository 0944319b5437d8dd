import * as v from 'valibot';
import type { Query } from '../../process/open-database.js';
import { digestOf, randomText, toUtf8 } from '../protocol/encoding.js';
import { LOGIN_PROVIDERS, type LoginUser } from '../protocol/login-user.js';
import type { Frame } from './frames.js';
import { Refusal } from './refusal.js';
import { firstRow, timeColumn } from './rows.js';

/** Bytes of a token. */
const TOKEN_BYTES = 32;

/** A session of an account in a frame. */
export interface Session extends LoginUser {
  readonly account: string;
  /** Device that created or resumed the session; `null` if none did. */
  readonly device: string | null;
  /** Current wallet of the account. */
  readonly wallet: string | null;
  /** Wallet that the user moves to, or has moved from. */
  readonly otherWallet: string | null;
  /** Whether recovery words open the wallet. */
  readonly recoverable: boolean;
  /** Whether a passkey opens the wallet on a new device. */
  readonly passkeyRecovers: boolean;
  /** Number of the wallet's policy; 0 for none. */
  readonly policy: number;
  /** Time of the login: of the email code, or the answer of the provider. */
  readonly verifiedAt: number;
  /** Time of the last use of keys. */
  readonly usedAt: number;
  /** Time without use after which the wallet is locked; `null`: never. */
  readonly idleLockMs: number | null;
  readonly expiresAt: number;
}

/** A session as its frame receives it. */
export interface IssuedSession {
  /** Secret, valid with the signatures of one frame. */
  readonly token: string;
  readonly expiresAt: number;
}

const sessionRow = v.pipe(
  v.object({
    account: v.string(),
    provider: v.picklist(LOGIN_PROVIDERS),
    email: v.nullable(v.string()),
    user_name: v.nullable(v.string()),
    device: v.nullable(v.string()),
    wallet: v.nullable(v.string()),
    other_wallet: v.nullable(v.string()),
    recoverable: v.boolean(),
    passkey_recovers: v.boolean(),
    policy: v.nullable(v.number()),
    verified_at: timeColumn,
    used_at: timeColumn,
    idle_lock_ms: v.nullable(timeColumn),
    expires_at: timeColumn,
  }),
  v.transform(
    (row): Session => ({
      account: row.account,
      provider: row.provider,
      email: row.email,
      userName: row.user_name,
      device: row.device,
      wallet: row.wallet,
      otherWallet: row.other_wallet,
      recoverable: row.recoverable,
      passkeyRecovers: row.passkey_recovers,
      policy: row.policy ?? 0,
      verifiedAt: row.verified_at,
      usedAt: row.used_at,
      idleLockMs: row.idle_lock_ms,
      expiresAt: row.expires_at,
    }),
  ),
);
const originRow = v.object({ origin: v.string() });
const expiryRow = v.object({ expires_at: timeColumn });

/** Options of {@link Sessions}. */
export interface SessionsOptions {
  readonly query: Query;
  readonly now: () => number;
  readonly sessionMs: number;
  /** Time after an email code in which secrets are released. */
  readonly freshMs: number;
}

/** A session to move to a new frame. */
export interface ResumedSession {
  readonly token: string;
  readonly device: string;
  readonly frame: Frame;
}

const hashOf = (token: string): Promise<string> => digestOf(toUtf8(token));

/** Sessions, each bound to the key of one frame. The database has hashes of their tokens. */
export class Sessions {
  readonly #options: SessionsOptions;

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  /** Creates the session of an account whose user has just logged in. */
  async create(account: string, { id, origin }: Frame): Promise<IssuedSession> {
    const { query, now, sessionMs } = this.#options;
    const token = randomText(TOKEN_BYTES);
    const time = now();
    const expiresAt = time + sessionMs;
    await query('DELETE FROM secure_site_sessions WHERE expires_at <= $1', [time]);
    await query(
      'INSERT INTO secure_site_sessions (token, account, frame, origin, verified_at, used_at, expires_at) VALUES ($1, $2, $3, $4, $5, $5, $6)',
      [await hashOf(token), account, id, origin, time, expiresAt],
    );
    return { token, expiresAt };
  }

  /** @throws Refusal if the frame has no session with the token */
  async find(token: string | null, { id }: Frame): Promise<Session> {
    const session =
      token === null
        ? null
        : await firstRow(
            this.#options.query,
            sessionRow,
            `SELECT s.account, provider, email, user_name, device, a.wallet, other_wallet, w.recovery_key IS NOT NULL AS recoverable,
  EXISTS (SELECT 1 FROM secure_site_passkeys p WHERE p.wallet = a.wallet AND p.recovery_key IS NOT NULL) AS passkey_recovers,
  w.policy_counter AS policy, verified_at, s.used_at, idle_lock_ms,
  expires_at FROM secure_site_sessions s
JOIN secure_site_accounts a ON a.id = s.account
LEFT JOIN secure_site_wallets w ON w.id = a.wallet
WHERE token = $1 AND frame = $2 AND expires_at > $3`,
            [await hashOf(token), id, this.#options.now()],
          );
    if (session === null) throw new Refusal('no-session');
    return session;
  }

  /** @throws Refusal if the email code of the session is too long ago, or the wallet is locked since it was not used */
  checkFresh(session: Session): void {
    const refusal = this.#staleness(session);
    if (refusal !== null) throw new Refusal(refusal);
  }

  /** Whether a code is needed before keys can be used. */
  isLocked(session: Session): boolean {
    return this.#staleness(session) !== null;
  }

  #staleness({ verifiedAt, usedAt, idleLockMs }: Session): 'session-too-old' | 'session-locked' | null {
    const { now, freshMs } = this.#options;
    if (now() >= verifiedAt + freshMs) return 'session-too-old';
    return idleLockMs !== null && now() >= usedAt + idleLockMs ? 'session-locked' : null;
  }

  /** Notes a use of keys, by the device of the session. */
  async use(token: string): Promise<void> {
    await this.#options.query(
      `WITH used AS (UPDATE secure_site_sessions SET used_at = $2 WHERE token = $1 RETURNING device)
UPDATE secure_site_devices d SET used_at = $2 FROM used WHERE d.id = used.device`,
      [await hashOf(token), this.#options.now()],
    );
  }

  /** Sets the device of a session. */
  async setDevice(token: string, device: string): Promise<void> {
    await this.#options.query('UPDATE secure_site_sessions SET device = $2 WHERE token = $1', [await hashOf(token), device]);
  }

  /**
   * Moves a session to a new frame of the same app. Ends the earlier token, once. Lifetimes do not change.
   * @throws Refusal if there is no such session
   */
  async resume({ token, device, frame }: ResumedSession): Promise<IssuedSession> {
    const resumed = randomText(TOKEN_BYTES);
    const row = await firstRow(
      this.#options.query,
      expiryRow,
      `UPDATE secure_site_sessions s SET token = $1, frame = $2, device = d.id
FROM secure_site_devices d JOIN secure_site_accounts a ON a.wallet = d.wallet
WHERE s.token = $3 AND s.expires_at > $4 AND s.origin = $5 AND a.id = s.account AND d.id = $6
RETURNING s.expires_at`,
      [await hashOf(resumed), frame.id, await hashOf(token), this.#options.now(), frame.origin, device],
    );
    if (row === null) throw new Refusal('no-session');
    return { token: resumed, expiresAt: row.expires_at };
  }

  /**
   * Creates the session of an account in another frame, with the lifetime and the email code of an existing session.
   * @param origin that the frame must have; `null`: any
   * @returns `null` if there is no such frame
   */
  async grant(
    { account, verifiedAt, expiresAt }: Session,
    frame: string,
    origin: string | null,
  ): Promise<(IssuedSession & { readonly origin: string }) | null> {
    const token = randomText(TOKEN_BYTES);
    const row = await firstRow(
      this.#options.query,
      originRow,
      `INSERT INTO secure_site_sessions (token, account, frame, origin, verified_at, used_at, expires_at)
SELECT $1::text, $2::text, f.id, f.origin, $3::bigint, $6::bigint, $4::bigint FROM secure_site_frames f
JOIN secure_site_origins o ON o.project = f.project AND o.origin = f.origin
WHERE f.id = $5 AND f.expires_at > $6::bigint AND ($7::text IS NULL OR f.origin = $7) RETURNING origin`,
      [await hashOf(token), account, verifiedAt, expiresAt, frame, this.#options.now(), origin],
    );
    return row === null ? null : { token, expiresAt, origin: row.origin };
  }

  /** Ends a session. */
  async end(token: string): Promise<void> {
    await this.#options.query('DELETE FROM secure_site_sessions WHERE token = $1', [await hashOf(token)]);
  }

  /** Ends the sessions of an account that no device has proven, except those of a frame. */
  async endWithoutDevice(account: string, except: Frame): Promise<void> {
    await this.#options.query('DELETE FROM secure_site_sessions WHERE account = $1 AND device IS NULL AND frame <> $2', [
      account,
      except.id,
    ]);
  }

  /** Ends the sessions of an account, except those of a frame. */
  async endOthers(account: string, except: Frame): Promise<void> {
    await this.#options.query('DELETE FROM secure_site_sessions WHERE account = $1 AND frame <> $2', [account, except.id]);
  }

  /** Ends all sessions of an account. */
  async endAll(account: string): Promise<void> {
    await this.#options.query('DELETE FROM secure_site_sessions WHERE account = $1', [account]);
  }
}
