import type { Query } from '../../process/open-database.js';
import { randomText } from '../protocol/encoding.js';
import type { Frame } from './frames.js';
import { Refusal } from './refusal.js';
import { hasRows } from './rows.js';

/** Time to sign a statement in. */
const NONCE_LIFETIME_MS = 120_000;

/** Single-use nonces of a frame, for statements that devices, management and recovery keys sign. */
export class Nonces {
  readonly #query: Query;
  readonly #now: () => number;

  constructor(query: Query, now: () => number) {
    this.#query = query;
    this.#now = now;
  }

  async create({ id }: Frame): Promise<{ readonly nonce: string; readonly expiresAt: number }> {
    const nonce = randomText(16);
    const expiresAt = this.#now() + NONCE_LIFETIME_MS;
    await this.#query('DELETE FROM secure_site_nonces WHERE expires_at <= $1', [this.#now()]);
    await this.#query('INSERT INTO secure_site_nonces (nonce, frame, expires_at) VALUES ($1, $2, $3)', [nonce, id, expiresAt]);
    return { nonce, expiresAt };
  }

  /** Uses up a nonce. @throws Refusal if it is not one of the frame, has expired, or was used */
  async use(nonce: string, { id }: Frame): Promise<void> {
    // Of concurrent uses, one deletes it.
    const text = 'DELETE FROM secure_site_nonces WHERE nonce = $1 AND frame = $2 AND expires_at > $3 RETURNING nonce';
    if (!(await hasRows(this.#query, text, [nonce, id, this.#now()]))) throw new Refusal('invalid-nonce');
  }
}
