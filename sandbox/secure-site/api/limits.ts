import type { Query } from '../../process/open-database.js';
import { hasRows } from './rows.js';

/** A number of events in a period that ends now. */
export interface Limit {
  readonly name: string;
  readonly count: number;
  readonly periodMs: number;
}

/** Counts events by subject. Each limit is one statement, which locks the row: it holds for any number of instances. */
export class Limits {
  readonly #query: Query;

  constructor(query: Query) {
    this.#query = query;
  }

  /** Counts an event; returns false if there were too many, and then counts nothing. */
  async take({ name, count, periodMs }: Limit, subject: string, now: number): Promise<boolean> {
    await this.#query('DELETE FROM secure_site_limits WHERE expires_at <= $1', [now]);
    return hasRows(
      this.#query,
      `INSERT INTO secure_site_limits AS l (name, subject, times, expires_at)
VALUES ($1, $2, ARRAY[$3::bigint], $3::bigint + $4::bigint)
ON CONFLICT (name, subject) DO UPDATE SET
  times = ARRAY(SELECT t FROM unnest(l.times) AS t WHERE t > $3::bigint - $4::bigint) || $3::bigint,
  expires_at = greatest(l.expires_at, $3::bigint + $4::bigint)
WHERE (SELECT count(*) FROM unnest(l.times) AS t WHERE t > $3::bigint - $4::bigint) < $5::integer
RETURNING name`,
      [name, subject, now, periodMs, count],
    );
  }

  /** Takes back an event that was counted at a time. */
  async giveBack({ name }: Limit, subject: string, time: number): Promise<void> {
    await this.#query(
      `UPDATE secure_site_limits SET times = times[:array_position(times, $3::bigint) - 1] || times[array_position(times, $3::bigint) + 1:]
WHERE name = $1 AND subject = $2 AND array_position(times, $3::bigint) IS NOT NULL`,
      [name, subject, time],
    );
  }
}
