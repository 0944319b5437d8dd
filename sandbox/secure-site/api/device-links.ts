import { randomInt, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { Query } from '../../process/open-database.js';
import { digestOf, randomText, toUtf8 } from '../protocol/encoding.js';
import type { Frame } from './frames.js';
import type { Limit, Limits } from './limits.js';
import type { Mailer } from './mailer.js';
import type { OutsideKey } from './outside-key.js';
import { Refusal } from './refusal.js';
import { firstRow, hasRows } from './rows.js';

const LIFETIME_MS = 600_000;
const MAX_TRIES = 5;
const LINKS: Limit = { name: 'device-links', count: 5, periodMs: 3_600_000 };

const triedRow = v.object({ frame: v.string(), origin: v.string(), digest: v.string() });
const stateRow = v.object({ confirmed: v.boolean() });

/** Options of {@link DeviceLinks}. */
export interface DeviceLinksOptions {
  readonly query: Query;
  readonly key: OutsideKey;
  readonly limits: Limits;
  readonly mailer: Mailer;
  /** Origin of the page behind the link. */
  readonly siteOrigin: string;
  readonly now: () => number;
}

/**
 * Links by mail that confirm a frame before its user signs in. Opening a link does nothing, so that scanners of mails confirm nothing: the user
 * types the number that the frame shows. As with codes, no step reads accounts.
 */
export class DeviceLinks {
  readonly #options: DeviceLinksOptions;

  constructor(options: DeviceLinksOptions) {
    this.#options = options;
  }

  /** Mails a link, which replaces an earlier one of the frame. @returns the number that the frame shows @throws Refusal */
  async send(email: string, frame: Frame): Promise<{ readonly number: string; readonly expiresAt: number }> {
    const { query, key, limits, mailer, siteOrigin, now } = this.#options;
    const subject = await key.hmac('email', email);
    if (!(await limits.take(LINKS, subject, now()))) throw new Refusal('too-many-codes');
    const [link, number] = [randomText(32), String(randomInt(1_000_000)).padStart(6, '0')];
    const expiresAt = now() + LIFETIME_MS;
    await query('DELETE FROM secure_site_links WHERE expires_at <= $1 OR frame = $2', [now(), frame.id]);
    await query(
      `INSERT INTO secure_site_links (id, frame, origin, digest, tries, confirmed, expires_at) VALUES ($1, $2, $3, $4, 0, false, $5)`,
      [await digestOf(toUtf8(link)), frame.id, frame.origin, await this.#digestOf(number, link, frame), expiresAt],
    );
    await mailer
      .send({
        to: email,
        subject: 'Confirm your device',
        // In the fragment: no server gets it with the request for the page.
        text: `Open this page, and type the number that you see at ${frame.origin}:

${siteOrigin}/device#link=${link}

It is valid for 10 minutes. If you are not signing in, ignore this mail: opening the page alone changes nothing.
`,
      })
      .catch(() => {
        throw new Refusal('mail-failed');
      });
    return { number, expiresAt };
  }

  /** Compares the number that the user typed. @returns the origin that is confirmed @throws Refusal */
  async confirm(link: string, number: string): Promise<{ readonly origin: string }> {
    const { query, now } = this.#options;
    const id = await digestOf(toUtf8(link));
    // Counts the try before the comparison, so that concurrent ones cannot exceed the limit.
    const tried = await firstRow(
      query,
      triedRow,
      `UPDATE secure_site_links SET tries = tries + 1 WHERE id = $1 AND expires_at > $2 AND tries < $3 AND NOT confirmed
RETURNING frame, origin, digest`,
      [id, now(), MAX_TRIES],
    );
    if (tried === null) throw new Refusal('no-code');
    const { frame, origin, digest } = tried;
    const actual = Buffer.from(await this.#digestOf(number, link, { id: frame, origin }));
    const expected = Buffer.from(digest);
    if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) throw new Refusal('wrong-code');
    const isFirst = await hasRows(
      query,
      'UPDATE secure_site_links SET confirmed = true WHERE id = $1 AND digest = $2 AND NOT confirmed RETURNING id',
      [id, digest],
    );
    if (!isFirst) throw new Refusal('no-code');
    return { origin };
  }

  /** Whether the link of the frame is confirmed. @throws Refusal if it has none, or it has expired */
  async isConfirmed(frame: Frame): Promise<boolean> {
    const { query, now } = this.#options;
    const text = 'SELECT confirmed FROM secure_site_links WHERE frame = $1 AND expires_at > $2';
    const row = await firstRow(query, stateRow, text, [frame.id, now()]);
    if (row === null) throw new Refusal('no-code');
    return row.confirmed;
  }

  #digestOf(number: string, link: string, { id, origin }: Pick<Frame, 'id' | 'origin'>): Promise<string> {
    return this.#options.key.hmac('link', number, link, id, origin);
  }
}
