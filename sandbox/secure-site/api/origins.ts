import * as v from 'valibot';
import type { Query } from '../../process/open-database.js';
import { firstRow } from './rows.js';

const trustedRow = v.object({ trusted: v.boolean() });
const rowsSchema = v.array(v.object({ origin: v.string() }));

/** An app that may embed the frame. */
export interface RegisteredOrigin {
  /** Project id, which the frame's URL contains; empty if the app sets none. */
  readonly project: string;
  /** Such as `https://app.example`. */
  readonly origin: string;
}

/** An app that the operator registers. */
export interface NewOrigin extends RegisteredOrigin {
  /**
   * The frame itself may ask its user for approvals in this app, whose page could deceive them. Only for apps of the operator. Default: as it
   * is registered, else false.
   */
  readonly trusted?: boolean;
}

/** @throws RangeError for text that is not the origin of a web page */
const checkOrigin = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : null;
  // A wildcard is a host to the URL standard. In a policy it would be any host.
  if (url === null || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/` || url.host.includes('*'))
    throw new RangeError(`"${text}" is not an origin such as https://app.example`);
  return url.origin;
};

/** Registered origins. */
export class Origins {
  readonly #query: Query;

  constructor(query: Query) {
    this.#query = query;
  }

  /** Registers an origin, or changes whether it is trusted. @throws RangeError if the origin is none */
  async add({ project, origin, trusted }: NewOrigin): Promise<void> {
    await this.#query(
      `INSERT INTO secure_site_origins AS o (project, origin, trusted) VALUES ($1, $2, coalesce($3::boolean, false))
ON CONFLICT (project, origin) DO UPDATE SET trusted = coalesce($3::boolean, o.trusted)`,
      [project, checkOrigin(origin), trusted ?? null],
    );
  }

  /** Removes an origin. The API then refuses its frames. */
  async remove({ project, origin }: RegisteredOrigin): Promise<void> {
    await this.#query('DELETE FROM secure_site_origins WHERE project = $1 AND origin = $2', [project, origin]);
  }

  /** Whether an origin is trusted; `null` if it is not registered. */
  async isTrusted({ project, origin }: RegisteredOrigin): Promise<boolean | null> {
    const text = 'SELECT trusted FROM secure_site_origins WHERE project = $1 AND origin = $2';
    return (await firstRow(this.#query, trustedRow, text, [project, origin]))?.trusted ?? null;
  }

  /** The directive of the Content-Security-Policy of documents for a project's apps. */
  async frameAncestors(project: string): Promise<string> {
    const { rows } = await this.#query('SELECT origin FROM secure_site_origins WHERE project = $1 ORDER BY origin', [project]);
    const origins = v.parse(rowsSchema, rows).map(({ origin }) => origin);
    return `frame-ancestors ${origins.length === 0 ? "'none'" : origins.join(' ')}`;
  }
}
