import * as v from 'valibot';
import type { SignedStatement, Statement } from '../keys/statement.js';
import { randomText, toUtf8 } from '../protocol/encoding.js';
import { loginUserEntries } from '../protocol/login-user.js';
import { createSigningKey, exportPoint, signBytes, thumbprintOf } from '../protocol/p256.js';
import { REQUEST_HEADERS, requestBytes } from '../protocol/signed-request.js';

const nonceSchema = v.object({ nonce: v.string() });
const registeredSchema = v.object({ trusted: v.boolean() });
const preferencesSchema = v.object({ accountType: v.nullable(v.picklist(['eoa', 'smartAccount'])), idleLockMs: v.nullable(v.number()) });
const devicesSchema = v.object({
  devices: v.array(
    v.object({
      device: v.string(),
      label: v.string(),
      origin: v.string(),
      createdAt: v.number(),
      usedAt: v.number(),
      current: v.boolean(),
    }),
  ),
});
const sessionSchema = v.object({
  ...loginUserEntries,
  account: v.string(),
  device: v.nullable(v.string()),
  wallet: v.nullable(v.string()),
  otherWallet: v.nullable(v.string()),
  recoverable: v.boolean(),
  passkeyRecovers: v.boolean(),
  policy: v.number(),
  idleLockMs: v.nullable(v.number()),
  /** A code is needed before keys can be used. */
  locked: v.boolean(),
  origin: v.string(),
  trusted: v.boolean(),
  verifiedAt: v.number(),
  expiresAt: v.number(),
});
const emailChangeSchema = v.object({ email: v.string(), step: v.picklist(['old-email', 'new-email']) });
const deviceLinkSchema = v.object({ number: v.string(), expiresAt: v.number() });
const confirmedSchema = v.object({ confirmed: v.boolean() });
const originSchema = v.object({ origin: v.string() });
const emailSchema = v.object({ email: v.string() });

/** What the operator has registered for the app that embeds a frame. */
export interface RegisteredFrame {
  /** The frame itself may ask its user for approvals. */
  readonly trusted: boolean;
}

/** Preferences that are stored with the account; `null`: no preferred account type, no idle lock. */
export type Preferences = v.InferOutput<typeof preferencesSchema>;

/** A device of the wallet. */
export type ListedDevice = v.InferOutput<typeof devicesSchema>['devices'][number];

/** A session as the API describes it. */
export type SessionInfo = v.InferOutput<typeof sessionSchema>;

/** The change of an email address: the canonical new address, and the address whose code is to be entered next. */
export type EmailChange = v.InferOutput<typeof emailChangeSchema>;

/** A mailed link: the number that its page compares. */
export type DeviceLink = v.InferOutput<typeof deviceLinkSchema>;

/** Signs with the wallet's management key: `(statement) => worker.request('sign-statement', { statement })`. */
export type SignManagement = (statement: Statement) => Promise<SignedStatement>;

/** The code of a new email address. */
export interface NewEmailCode {
  /** As {@link FrameClient.beginEmailChange} returned it. */
  readonly email: string;
  readonly code: string;
  readonly sign: SignManagement;
}

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
  #app: EmbeddingApp | null = null;

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
  async register({ project, origin }: EmbeddingApp): Promise<RegisteredFrame> {
    const registered = v.parse(registeredSchema, await this.call('POST', '/frames', { publicKey: this.#publicKey, project, origin }));
    this.#app = { project, origin };
    return registered;
  }

  /** Origin of the app that embeds the frame. @throws Error before the frame is registered */
  get origin(): string {
    if (this.#app === null) throw new Error('The frame is not registered');
    return this.#app.origin;
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

  /** Describes the session. @throws ApiError `no-session` */
  async session(): Promise<SessionInfo> {
    return v.parse(sessionSchema, await this.call('GET', '/session'));
  }

  /** A single-use nonce for a statement. @throws ApiError */
  async nonce(): Promise<string> {
    return v.parse(nonceSchema, await this.call('POST', '/nonces')).nonce;
  }

  /**
   * Begins to change the email address, or mails the next code again. Only this frame can continue.
   * @throws ApiError `invalid-email`, `same-email`, `too-many-codes`, `mail-failed`
   */
  async beginEmailChange(email: string): Promise<EmailChange> {
    return v.parse(emailChangeSchema, await this.call('POST', '/email', { email }));
  }

  /**
   * Enters the code of the old address. The new one gets a code then.
   * @throws ApiError `wrong-code`, `no-code`, `too-many-tries`; `too-many-codes` and `mail-failed` of the next code: begin again for it
   */
  async confirmOldEmail(email: string, code: string): Promise<void> {
    await this.call('POST', '/email/old-code', { email, code });
  }

  /**
   * Enters the code of the new address, which changes it. An account with a wallet signs `change-email` with the management key.
   * @returns the new address
   * @throws ApiError `wrong-code`, `no-code`, `too-many-tries`, `email-taken`, `wrong-statement`; `old-email-unconfirmed` if ten minutes have
   * passed since the old address confirmed
   */
  async confirmNewEmail({ email, code, sign }: NewEmailCode): Promise<string> {
    const { account, email: old, wallet } = await this.session();
    if (old === null) throw new ApiError('no-email-login');
    const statement = await this.#manage({ wallet, action: 'change-email', parameters: [account, old, email] }, sign);
    return v.parse(emailSchema, await this.call('POST', '/email/new-code', { email, code, statement })).email;
  }

  /** Lists the devices of the wallet, the latest used first. @throws ApiError `no-session` */
  async devices(): Promise<readonly ListedDevice[]> {
    return v.parse(devicesSchema, await this.call('GET', '/devices')).devices;
  }

  /** Removes a device, its secret at the server and its sessions. @throws ApiError `no-device`, `no-wallet`, `wrong-statement` */
  async revokeDevice(device: string, sign: SignManagement): Promise<void> {
    const { wallet } = await this.session();
    const statement = await this.#manage({ wallet, action: 'revoke-device', parameters: [device] }, sign);
    if (statement === null) throw new ApiError('no-wallet');
    await this.call('POST', '/devices/revoke', { device, ...statement });
  }

  /** Deletes the account with all that the server has of it. @throws ApiError `wrong-statement`, `session-too-old` */
  async deleteAccount(sign: SignManagement): Promise<void> {
    const { wallet, account } = await this.session();
    const statement = await this.#manage({ wallet, action: 'delete-account', parameters: [account] }, sign);
    await this.call('POST', '/account/delete', { statement });
    this.token = null;
  }

  /** Preferences of the user. @throws ApiError `no-session` */
  async preferences(): Promise<Preferences> {
    return v.parse(preferencesSchema, await this.call('GET', '/preferences'));
  }

  /** Changes preferences. @throws ApiError `no-device` in a session that no device has proven */
  async setPreferences(preferences: Partial<Preferences>): Promise<void> {
    await this.call('POST', '/preferences', preferences);
  }

  /**
   * Mails a link that confirms this frame before its user signs in. Only this frame has the number to show.
   * @throws ApiError `invalid-email`, `too-many-codes`, `mail-failed`
   */
  async sendDeviceLink(email: string): Promise<DeviceLink> {
    return v.parse(deviceLinkSchema, await this.call('POST', '/links', { email }));
  }

  /** Whether the user has typed the number at the page of the link. @throws ApiError `no-code` if there is no link, or it has expired */
  async isDeviceLinkConfirmed(): Promise<boolean> {
    return v.parse(confirmedSchema, await this.call('GET', '/links')).confirmed;
  }

  /**
   * Confirms another frame, on the page of its link.
   * @param link from the fragment of the page's URL
   * @param number as the user types it
   * @returns the origin of the app that is confirmed
   * @throws ApiError `wrong-code`; `no-code` after five wrong numbers, ten minutes, or a confirmation
   */
  async confirmDeviceLink(link: string, number: string): Promise<string> {
    return v.parse(originSchema, await this.call('POST', '/links/confirm', { link, number })).origin;
  }

  /** Origin of the app whose frame has begun a social login, for the site's own page. @throws ApiError `no-login` */
  async socialOrigin(state: string): Promise<string> {
    return v.parse(originSchema, await this.call('POST', '/socials/return', { state })).origin;
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

  /** Has the management key sign a statement; `null` if there is no wallet. */
  async #manage({ wallet, action, parameters }: ToManage, sign: SignManagement): Promise<ManagedStatement | null> {
    if (wallet === null) return null;
    const nonce = await this.nonce();
    const { signature } = await sign({ action, wallet, nonce, parameters });
    return { nonce, signature };
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

/** A signed statement, as requests contain it. */
interface ManagedStatement {
  readonly nonce: string;
  readonly signature: string;
}

interface ToManage {
  readonly wallet: string | null;
  readonly action: string;
  readonly parameters: readonly string[];
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
