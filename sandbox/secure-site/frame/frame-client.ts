import * as v from 'valibot';
import { randomText, toUtf8 } from '../protocol/encoding.js';
import { createSigningKey, exportPoint, signBytes, thumbprintOf } from '../protocol/p256.js';
import { REQUEST_HEADERS, requestBytes } from '../protocol/signed-request.js';

const refusalSchema = v.object({ error: v.string(), time: v.number() });

/** The API refused a request. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;

  constructor(code: string) {
    super(`The API refused the request: ${code}`);
    this.code = code;
  }
}

/** Options of {@link FrameClient}. */
export interface FrameClientOptions {
  readonly apiOrigin: string;
  /** Sends requests. Default: `fetch`. */
  readonly send?: (request: Request) => Promise<Response>;
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly now?: () => number;
}

/** The app that embeds a frame. */
export interface EmbeddingApp {
  readonly project: string;
  readonly origin: string;
}

/** Calls the API with requests that are signed by the key of one frame instance, which exists in memory only. */
export class FrameClient {
  readonly #options: FrameClientOptions;
  readonly #privateKey: CryptoKey;
  readonly #publicKey: string;
  /** Thumbprint of the key. */
  readonly id: string;
  /** Token of the session; `null` if there is none. */
  token: string | null = null;
  #clockOffsetMs = 0;

  private constructor(options: FrameClientOptions, privateKey: CryptoKey, publicKey: string, id: string) {
    this.#options = options;
    this.#privateKey = privateKey;
    this.#publicKey = publicKey;
    this.id = id;
  }

  static async create(options: FrameClientOptions): Promise<FrameClient> {
    const { privateKey, publicKey } = await createSigningKey();
    const point = await exportPoint(publicKey);
    return new FrameClient(options, privateKey, point, await thumbprintOf(point));
  }

  /** Registers the frame. @throws ApiError */
  async register({ project, origin }: EmbeddingApp): Promise<void> {
    await this.call('POST', '/frames', { publicKey: this.#publicKey, project, origin });
  }

  /**
   * Sends a request and returns the body of the response. If the device's clock is wrong, sends it again with the time of the API.
   * @throws ApiError if the API refuses it
   */
  async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const first = await this.#send(method, path, body);
    if (first.error?.error !== 'wrong-time') return resultOf(first);
    this.#clockOffsetMs = first.error.time - this.#now();
    return resultOf(await this.#send(method, path, body));
  }

  /** Creates a signed request. */
  async sign(method: string, path: string, body?: unknown): Promise<Request> {
    const { apiOrigin } = this.#options;
    const bytes = toUtf8(body === undefined ? '' : JSON.stringify(body));
    const time = this.#now() + this.#clockOffsetMs;
    const id = randomText(16);
    const signed = await requestBytes({ audience: apiOrigin, method, path, body: bytes, time, id });
    const headers = new Headers({
      'content-type': 'application/json',
      [REQUEST_HEADERS.frame]: this.id,
      [REQUEST_HEADERS.time]: String(time),
      [REQUEST_HEADERS.id]: id,
      [REQUEST_HEADERS.signature]: await signBytes(this.#privateKey, signed),
    });
    if (this.token !== null) headers.set('authorization', `Bearer ${this.token}`);
    return new Request(`${apiOrigin}${path}`, { method, headers, ...(body === undefined ? {} : { body: bytes }) });
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }

  async #send(method: string, path: string, body: unknown): Promise<Reply> {
    const { send = fetch } = this.#options;
    const response = await send(await this.sign(method, path, body));
    const json: unknown = await response.json();
    return response.ok ? { body: json, error: null } : { body: null, error: v.parse(refusalSchema, json) };
  }
}

interface Reply {
  readonly body: unknown;
  readonly error: v.InferOutput<typeof refusalSchema> | null;
}

/** @throws ApiError */
const resultOf = ({ body, error }: Reply): unknown => {
  if (error !== null) throw new ApiError(error.error);
  return body;
};
