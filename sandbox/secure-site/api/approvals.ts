import * as v from 'valibot';
import type { Query } from '../../process/open-database.js';
import { digestOf, toUtf8 } from '../protocol/encoding.js';
import { Refusal } from './refusal.js';
import { firstRow, hasRows } from './rows.js';
import { identifier, signature } from './schemas.js';
import type { Caller, Wallets } from './wallets.js';

/** As long as a frame waits for its user. */
const LIFETIME_MS = 600_000;
/** Of a request: less than a body. */
const MAX_REQUEST_CHARACTERS = 49_152;
/** With the assertion of a passkey. */
const MAX_ANSWER_CHARACTERS = 8_192;

/** Body of the request that puts what is to be approved in the mailbox. */
export const askApprovalSchema = v.object({
  id: identifier,
  request: v.pipe(v.string(), v.maxLength(MAX_REQUEST_CHARACTERS)),
  nonce: identifier,
  signature,
});
/** Names a request in the mailbox. */
export const approvalIdSchema = v.object({ id: identifier });
/** Body of the answer. */
export const answerApprovalSchema = v.object({
  id: identifier,
  answer: v.pipe(v.string(), v.maxLength(MAX_ANSWER_CHARACTERS)),
  nonce: identifier,
  signature,
});

const requestRow = v.object({ frame: v.string(), origin: v.string(), request: v.string(), recoverable: v.boolean() });
const answerRow = v.object({ answer: v.nullable(v.string()) });

/** Options of {@link Approvals}. */
export interface ApprovalsOptions {
  readonly query: Query;
  readonly wallets: Wallets;
  /** Origin of the site, whose windows answer. */
  readonly siteOrigin: string;
  readonly now: () => number;
}

/**
 * Mailbox between a frame and the site's window in the same browser, where an app's policy has cut the connection between the two. Both are
 * registered devices of one wallet and sign what they put in. The frame trusts no answer that the wallet's management key has not signed.
 */
export class Approvals {
  readonly #options: ApprovalsOptions;

  constructor(options: ApprovalsOptions) {
    this.#options = options;
  }

  /** Puts a request in the mailbox. It replaces an earlier one of the frame. @throws Refusal */
  async ask({ frame, session }: Caller, { id, request, ...signed }: v.InferOutput<typeof askApprovalSchema>): Promise<void> {
    const { query, wallets, now } = this.#options;
    const { account, device, wallet } = session;
    if (device === null) throw new Refusal('no-device');
    const parameters = [id, await digestOf(toUtf8(request))];
    await wallets.verifyDevice({ frame, account }, { ...signed, device, parameters, action: 'ask-approval' });
    await query('DELETE FROM secure_site_approvals WHERE expires_at <= $1 OR frame = $2', [now(), frame.id]);
    const isStored = await hasRows(
      query,
      `INSERT INTO secure_site_approvals (id, wallet, frame, origin, request, expires_at) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT DO NOTHING RETURNING id`,
      [id, wallet, frame.id, frame.origin, request, now() + LIFETIME_MS],
    );
    if (!isStored) throw new Refusal('request-taken');
  }

  /** A request, for a window of the site. @throws Refusal */
  async read(caller: Caller, id: string) {
    this.#checkWindow(caller);
    const row = await firstRow(
      this.#options.query,
      requestRow,
      `SELECT frame, origin, request, (w.recovery_key IS NOT NULL
  OR EXISTS (SELECT 1 FROM secure_site_passkeys p WHERE p.wallet = w.id AND p.recovery_key IS NOT NULL)) AS recoverable
FROM secure_site_approvals a JOIN secure_site_wallets w ON w.id = a.wallet WHERE a.id = $1 AND a.wallet = $2 AND expires_at > $3 AND answer IS NULL`,
      [id, caller.session.wallet, this.#options.now()],
    );
    if (row === null) throw new Refusal('no-request');
    return row;
  }

  /** Answers a request, once. @throws Refusal */
  async answer(caller: Caller, { id, answer, ...signed }: v.InferOutput<typeof answerApprovalSchema>): Promise<void> {
    const { query, wallets, now } = this.#options;
    const { frame, session } = caller;
    const { account, wallet } = session;
    const device = this.#checkWindow(caller);
    const parameters = [id, await digestOf(toUtf8(answer))];
    await wallets.verifyDevice({ frame, account }, { ...signed, device, parameters, action: 'answer-approval' });
    const isAnswered = await hasRows(
      query,
      'UPDATE secure_site_approvals SET answer = $1 WHERE id = $2 AND wallet = $3 AND expires_at > $4 AND answer IS NULL RETURNING id',
      [answer, id, wallet, now()],
    );
    if (!isAnswered) throw new Refusal('no-request');
  }

  /** The answer, for the frame that asked; `null` until there is one. @throws Refusal */
  async state({ frame }: Caller, id: string): Promise<{ readonly answer: string | null }> {
    const row = await firstRow(
      this.#options.query,
      answerRow,
      'SELECT answer FROM secure_site_approvals WHERE id = $1 AND frame = $2 AND expires_at > $3',
      [id, frame.id, this.#options.now()],
    );
    if (row === null) throw new Refusal('no-request');
    return row;
  }

  /** Takes a request of the frame back. */
  async cancel({ frame }: Caller, id: string): Promise<void> {
    await this.#options.query('DELETE FROM secure_site_approvals WHERE id = $1 AND frame = $2', [id, frame.id]);
  }

  /** @returns the device of the window @throws Refusal for the frame of an app, which must not see what others ask */
  #checkWindow({ frame, session: { device } }: Caller): string {
    if (frame.origin !== this.#options.siteOrigin) throw new Refusal('unknown-frame');
    if (device === null) throw new Refusal('no-device');
    return device;
  }
}
