import * as v from 'valibot';
import type { Query } from '../../process/open-database.js';
import { hasRows } from './rows.js';

const rowsSchema = v.array(v.object({ origin: v.string() }));

/** An app that may embed the frame. */
export interface RegisteredOrigin {
  /** Project id, which the frame's URL contains. */
  readonly project: string;
  /** Such as `https://app.example`. */
  readonly origin: string;
}

/** @throws RangeError for text that is not the origin of a web page */
const checkOrigin = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new RangeError(`"${text}" is not an origin such as https://app.example`);
  return url.origin;
};

/** Registered origins. */
export class Origins {
  readonly #query: Query;

  constructor(query: Query) {
    this.#query = query;
  }

  /** @throws RangeError if the origin is none */
  async add({ project, origin }: RegisteredOrigin): Promise<void> {
    await this.#query('INSERT INTO secure_site_origins (project, origin) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      project,
      checkOrigin(origin),
    ]);
  }

  /** Removes an origin. The API then refuses its frames. */
  async remove({ project, origin }: RegisteredOrigin): Promise<void> {
    await this.#query('DELETE FROM secure_site_origins WHERE project = $1 AND origin = $2', [project, origin]);
  }

  has({ project, origin }: RegisteredOrigin): Promise<boolean> {
    return hasRows(this.#query, 'SELECT origin FROM secure_site_origins WHERE project = $1 AND origin = $2', [project, origin]);
  }

  /** The directive of the Content-Security-Policy of documents for a project's apps. */
  async frameAncestors(project: string): Promise<string> {
    const { rows } = await this.#query('SELECT origin FROM secure_site_origins WHERE project = $1 ORDER BY origin', [project]);
    const origins = v.parse(rowsSchema, rows).map(({ origin }) => origin);
    return `frame-ancestors ${origins.length === 0 ? "'none'" : origins.join(' ')}`;
  }
}
