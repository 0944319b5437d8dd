import * as v from 'valibot';
import type { Query } from '../../process/open-database.js';
import { thumbprintOf, verifyBytes } from '../protocol/p256.js';
import { REQUEST_HEADERS, requestBytes } from '../protocol/signed-request.js';
import type { Origins, RegisteredOrigin } from './origins.js';
import { Refusal } from './refusal.js';
import { firstRow, hasRows } from './rows.js';
import { base64Url, point } from './schemas.js';

/** Difference between the clocks of frame and API that is accepted, in both directions. */
export const CLOCK_SKEW_MS = 60_000;
/** Request ids are kept for longer than their requests are valid, since the clocks of instances differ. */
const KEPT_MS = 3 * CLOCK_SKEW_MS;

const headersSchema = v.object({
  frame: base64Url(43),
  time: v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)),
  id: base64Url(22),
  signature: base64Url(86),
});
const frameRow = v.object({ public_key: v.string(), project: v.string(), origin: v.string(), trusted: v.boolean() });

/** A frame instance. */
export interface Frame extends RegisteredOrigin {
  /** Thumbprint of its key. */
  readonly id: string;
  /** The operator trusts the app: see `NewOrigin`. */
  readonly trusted: boolean;
}

/** A request and its body. */
export interface ReceivedRequest {
  readonly request: Request;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** A frame to register. */
export interface NewFrame extends RegisteredOrigin {
  readonly publicKey: string;
}

/** Body of a registration. */
export const newFrameSchema = v.object({
  publicKey: point,
  project: v.pipe(v.string(), v.maxLength(128)),
  origin: v.pipe(v.string(), v.maxLength(300)),
});

type SignedHeaders = v.InferOutput<typeof headersSchema>;

/** @throws Refusal if a header is missing or malformed */
const readHeaders = ({ headers }: Request): SignedHeaders => {
  const read = Object.fromEntries(Object.entries(REQUEST_HEADERS).map(([key, name]) => [key, headers.get(name)]));
  const parsed = v.safeParse(headersSchema, read);
  if (!parsed.success) throw new Refusal('invalid-request');
  return parsed.output;
};

/** Options of {@link Frames}. */
export interface FramesOptions {
  readonly query: Query;
  readonly origins: Origins;
  /** Origin of the API. */
  readonly audience: string;
  readonly now: () => number;
  /** Lifetime of a registration. */
  readonly frameMs: number;
}

/** Frame instances and their signed requests. */
export class Frames {
  readonly #query: Query;
  readonly #options: FramesOptions;

  constructor(options: FramesOptions) {
    this.#query = options.query;
    this.#options = options;
  }

  /**
   * Registers the frame that signed a request, and binds it to the app that embeds it.
   * @throws Refusal
   */
  async register(received: ReceivedRequest, { publicKey, project, origin }: NewFrame): Promise<Frame> {
    const { now, frameMs, origins } = this.#options;
    const headers = readHeaders(received.request);
    if ((await thumbprintOf(publicKey)) !== headers.frame) throw new Refusal('unknown-frame');
    await this.#verify(received, headers, publicKey);
    const trusted = await origins.isTrusted({ project, origin });
    if (trusted === null) throw new Refusal('unknown-origin');
    await this.#query('DELETE FROM secure_site_frames WHERE expires_at <= $1', [now()]);
    const isNew = await hasRows(
      this.#query,
      `INSERT INTO secure_site_frames (id, public_key, project, origin, expires_at) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT DO NOTHING RETURNING id`,
      [headers.frame, publicKey, project, origin, now() + frameMs],
    );
    if (!isNew) throw new Refusal('frame-exists');
    return { id: headers.frame, project, origin, trusted };
  }

  /**
   * Returns the frame that signed a request.
   * @throws Refusal
   */
  async authenticate(received: ReceivedRequest): Promise<Frame> {
    const headers = readHeaders(received.request);
    const row = await firstRow(
      this.#query,
      frameRow,
      `SELECT public_key, f.project, f.origin, trusted FROM secure_site_frames f
JOIN secure_site_origins o ON o.project = f.project AND o.origin = f.origin
WHERE f.id = $1 AND expires_at > $2`,
      [headers.frame, this.#options.now()],
    );
    if (row === null) throw new Refusal('unknown-frame');
    const { public_key: publicKey, project, origin, trusted } = row;
    await this.#verify(received, headers, publicKey);
    return { id: headers.frame, project, origin, trusted };
  }

  /** @throws Refusal if the signature is wrong, or the request is from another time or a replay */
  async #verify({ request, body }: ReceivedRequest, { frame, time, id, signature }: SignedHeaders, key: string): Promise<void> {
    const { pathname, search } = new URL(request.url);
    const { audience, now } = this.#options;
    const signed = await requestBytes({ audience, method: request.method, path: `${pathname}${search}`, body, time, id });
    if (!(await verifyBytes(key, signature, signed))) throw new Refusal('wrong-signature');
    if (Math.abs(time - now()) > CLOCK_SKEW_MS) throw new Refusal('wrong-time');
    // After the signature, so that only holders of a key add rows.
    await this.#query('DELETE FROM secure_site_requests WHERE expires_at <= $1', [now()]);
    const isFirst = await hasRows(
      this.#query,
      'INSERT INTO secure_site_requests (frame, id, expires_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING id',
      [frame, id, time + KEPT_MS],
    );
    if (!isFirst) throw new Refusal('replayed-request');
  }
}
