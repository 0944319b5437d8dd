import { ed25519 } from '@noble/curves/ed25519.js';
import { openDatabase, type Query } from '../../../../../sandbox/process/open-database.js';
import type { Mail } from '../../../../../sandbox/secure-site/api/mailer.js';
import { migrate } from '../../../../../sandbox/secure-site/api/migrate.js';
import { OutsideKey } from '../../../../../sandbox/secure-site/api/outside-key.js';
import { SECURE_SITE_SCHEMA } from '../../../../../sandbox/secure-site/api/schema.js';
import {
  createSecureSiteApi,
  type SecureSiteApi,
  type SecureSiteApiOptions,
} from '../../../../../sandbox/secure-site/api/secure-site-api.js';
import type { Statement } from '../../../../../sandbox/secure-site/api/wallets.js';
import { ApiError, FrameClient, type SignManagement } from '../../../../../sandbox/secure-site/frame/frame-client.js';
import { isStatementSigned, statementBytes } from '../../../../../sandbox/secure-site/keys/statement.js';
import { type DeviceStatement, deviceStatementBytes } from '../../../../../sandbox/secure-site/protocol/device-statement.js';
import { digestOf, toBase64Url, toUtf8 } from '../../../../../sandbox/secure-site/protocol/encoding.js';
import { createSigningKey, exportPoint, signBytes } from '../../../../../sandbox/secure-site/protocol/p256.js';
import { createAgreementKey, openMessage, type SealedMessage } from '../../../../../sandbox/secure-site/protocol/sealed-message.js';

export const SITE = 'https://secure.example';
export const API = 'https://api.secure.example';
export const APP = { project: 'project', origin: 'https://app.example' };
export const OTHER_APP = { project: 'project', origin: 'https://other.example' };
export const ALICE = 'alice@example.com';
export const DAY_MS = 86_400_000;

/** Signs a statement with Ed25519. */
export const signStatement = (statement: Statement, seed: Uint8Array): string => toBase64Url(ed25519.sign(statementBytes(statement), seed));

/** Signs statements for a {@link FrameClient}. */
export const signerOf =
  (seed: Uint8Array): SignManagement =>
  async (statement) => ({ publicKey: toBase64Url(ed25519.getPublicKey(seed)), signature: signStatement(statement, seed) });

export const verifyStatement: SecureSiteApiOptions['verify'] = (statement, signature, publicKey) =>
  isStatementSigned(statement, { publicKey, signature });

/** The code of a refused call; `null` if it was accepted. */
export const refusalOf = (call: Promise<unknown>): Promise<string | null> =>
  call.then(
    () => null,
    (error: unknown) => {
      if (error instanceof ApiError) return error.code;
      throw error;
    },
  );

const TABLES = SECURE_SITE_SCHEMA.flatMap((text) => /CREATE TABLE IF NOT EXISTS (\w+)/.exec(text)?.[1] ?? []).reverse();

/** Faster than TRUNCATE, which creates files, and than a statement for each table. */
const EMPTY_TABLES = `DO $$ BEGIN ${TABLES.map((table) => `DELETE FROM ${table};`).join(' ')} END $$`;

const openTables = async (): Promise<Query> => {
  const { query } = await openDatabase(null);
  await migrate(query);
  return query;
};

/** The database of all test files of this process: one takes seconds to start. */
let opened: Promise<Query> | undefined;

/** A secure site over a database, with a clock that the test moves and an outbox. */
export class SecureSiteWorld {
  now = Date.parse('2026-01-01T12:00:00Z');
  readonly mails: Mail[] = [];
  readonly errors: unknown[] = [];
  /** Set to refuse mails. */
  mailFails = false;
  /** Texts of all statements. */
  readonly statements: string[] = [];
  readonly api: SecureSiteApi;
  readonly query: Query;
  readonly #key: OutsideKey;

  private constructor(query: Query, key: OutsideKey, options: Partial<SecureSiteApiOptions>) {
    this.query = query;
    this.#key = key;
    this.api = this.instance(options);
  }

  /** Empties the tables and registers two apps. */
  static async create(keyBytes = new Uint8Array(32).fill(7), options: Partial<SecureSiteApiOptions> = {}): Promise<SecureSiteWorld> {
    opened ??= openTables();
    const query = await opened;
    await query(EMPTY_TABLES, []);
    return SecureSiteWorld.over(query, keyBytes, options);
  }

  /** Over a database that has tables, and keeps their rows. */
  static async over(
    query: Query,
    keyBytes = new Uint8Array(32).fill(7),
    options: Partial<SecureSiteApiOptions> = {},
  ): Promise<SecureSiteWorld> {
    const world = new SecureSiteWorld(query, await OutsideKey.import(keyBytes), options);
    for (const app of [APP, OTHER_APP]) await world.api.origins.add(app);
    return world;
  }

  /** Another instance of the API. */
  instance(options: Partial<SecureSiteApiOptions> = {}): SecureSiteApi {
    return createSecureSiteApi({
      query: (text, parameters) => {
        this.statements.push(text);
        return this.query(text, parameters);
      },
      key: this.#key,
      mailer: {
        send: async (mail) => {
          if (this.mailFails) throw new Error(`No mailbox ${mail.to}`);
          this.mails.push(mail);
        },
      },
      verify: verifyStatement,
      siteOrigin: SITE,
      apiOrigin: API,
      now: () => this.now,
      onError: (error) => this.errors.push(error),
      ...options,
    });
  }

  /** Sends a request as the site's document does. */
  send(request: Request, { handle }: SecureSiteApi = this.api): Promise<Response> {
    const headers = new Headers(request.headers);
    headers.set('origin', SITE);
    return handle(new Request(request, { headers }));
  }

  /** A registered frame. @param api instance that it calls */
  async frame({ app = APP, api = this.api } = {}): Promise<FrameClient> {
    const frame = await this.unregisteredFrame(api);
    await frame.register(app);
    return frame;
  }

  unregisteredFrame(api = this.api, now = () => this.now): Promise<FrameClient> {
    return FrameClient.create({ apiOrigin: API, now, send: (request) => this.send(request, api) });
  }

  /** The code of the latest mail. */
  get code(): string {
    return /^\d{6}/.exec(this.mails.at(-1)?.text ?? '')?.[0] ?? '';
  }

  /** A code that is not the one of the latest mail. */
  get wrongCode(): string {
    return String((Number(this.code) + 1) % 1_000_000).padStart(6, '0');
  }

  /** Logs in with a code. */
  async login(frame: FrameClient, email = ALICE): Promise<void> {
    await frame.call('POST', '/codes', { email, purpose: 'login' });
    await this.check(frame, this.code, email);
  }

  /** Enters a code. */
  async check(frame: FrameClient, code: string, email = ALICE): Promise<void> {
    // The test fails if the API returns something else.
    const { token } = (await frame.call('POST', '/codes/check', { email, purpose: 'login', code })) as { readonly token: string };
    frame.token = token;
  }

  async rows(table: string): Promise<readonly unknown[]> {
    return (await this.query(`SELECT * FROM secure_site_${table}`, [])).rows;
  }

  /** All rows of all tables. */
  async dump(): Promise<string> {
    const tables = SECURE_SITE_SCHEMA.flatMap((text) => /CREATE TABLE IF NOT EXISTS secure_site_(\w+)/.exec(text)?.[1] ?? []);
    return JSON.stringify(await Promise.all(tables.map((table) => this.rows(table))), (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
  }
}

/** What {@link createWallet} leaves at the device. */
export interface TestDevice {
  readonly key: CryptoKeyPair;
  readonly wallet: string;
  readonly device: string;
  /** The server's secrets. */
  readonly secret: string;
  readonly recoverySecret: string;
  readonly managementSeed: Uint8Array;
  readonly recoverySeed: Uint8Array;
}

export const VAULT = '{"version":1,"ciphertext":"vault"}';
export const DEVICE_WRAPS = '[{"pair":"ds"},{"pair":"dr"}]';
export const RECOVERY_WRAPS = '[{"pair":"sr"}]';

/** Requests a nonce. */
export const nonceOf = async (frame: FrameClient): Promise<string> =>
  // The test fails if the API returns something else.
  ((await frame.call('POST', '/nonces')) as { readonly nonce: string }).nonce;

/** Signs a statement of a device in a frame. */
export const signAsDevice = (key: CryptoKeyPair, statement: DeviceStatement): Promise<string> =>
  signBytes(key.privateKey, deviceStatementBytes(statement));

interface Begun {
  readonly wallet: string;
  readonly device: string;
  readonly deviceSecret: SealedMessage;
  readonly recoverySecret: SealedMessage;
}

/** A wallet that is begun, and the body of the request that stores it. */
export const beginWallet = async (frame: FrameClient) => {
  const key = await createSigningKey();
  const agreement = await createAgreementKey();
  const begun = (await frame.call('POST', '/wallets/begin', {
    deviceKey: await exportPoint(key.publicKey),
    agreementKey: await exportPoint(agreement.publicKey),
    // The test fails if the API returns something else.
  })) as Begun;
  const { wallet, device } = begun;
  const context = (purpose: string, of: string) => [purpose, wallet, of, frame.id, ''];
  const managementSeed = ed25519.utils.randomSecretKey();
  const recoverySeed = ed25519.utils.randomSecretKey();
  const [managementKey, recoveryKey] = [managementSeed, recoverySeed].map((seed) => toBase64Url(ed25519.getPublicKey(seed)));
  const nonce = await nonceOf(frame);
  const digests = await Promise.all([VAULT, DEVICE_WRAPS, RECOVERY_WRAPS].map((text) => digestOf(toUtf8(text))));
  const parameters = [device, managementKey!, recoveryKey!, ...digests];
  const statement = { action: 'register-device', device, nonce, frame: frame.id, origin: APP.origin, parameters: [wallet] } as const;
  const body = {
    wallet,
    vault: VAULT,
    deviceWraps: DEVICE_WRAPS,
    recoveryWraps: RECOVERY_WRAPS,
    managementKey,
    recoveryKey,
    label: 'Chrome on Linux',
    nonce,
    deviceSignature: await signAsDevice(key, statement),
    managementSignature: signStatement({ action: 'create-wallet', wallet, nonce, parameters }, managementSeed),
  };
  const created: TestDevice = {
    key,
    wallet,
    device,
    secret: toBase64Url(await openMessage(agreement, context('device-secret', device), begun.deviceSecret)),
    recoverySecret: toBase64Url(await openMessage(agreement, context('recovery-secret', ''), begun.recoverySecret)),
    managementSeed,
    recoverySeed,
  };
  return { body, created };
};

/** Creates the wallet of a session's account. */
export const createWallet = async (frame: FrameClient): Promise<TestDevice> => {
  const { body, created } = await beginWallet(frame);
  await frame.call('POST', '/wallets', body);
  return created;
};

/** What differs in a {@link releaseSecret}. */
export interface ReleaseChanges {
  readonly key?: CryptoKeyPair;
  readonly device?: string;
  readonly nonce?: string;
  /** Frame and origin that the device's statement names. */
  readonly signedFrame?: string;
  readonly signedOrigin?: string;
  readonly signedAgreementKey?: string;
}

/** Requests the secret of a device, and decrypts it. */
export const releaseSecret = async (frame: FrameClient, owner: TestDevice, changes: ReleaseChanges = {}) => {
  const agreement = await createAgreementKey();
  const agreementKey = await exportPoint(agreement.publicKey);
  const nonce = changes.nonce ?? (await nonceOf(frame));
  const device = changes.device ?? owner.device;
  const signature = await signAsDevice(changes.key ?? owner.key, {
    action: 'release-secret',
    device,
    nonce,
    frame: changes.signedFrame ?? frame.id,
    origin: changes.signedOrigin ?? APP.origin,
    parameters: [changes.signedAgreementKey ?? agreementKey],
  });
  // The test fails if the API returns something else.
  const released = (await frame.call('POST', '/devices/secret', { device, agreementKey, nonce, signature })) as {
    readonly vault: string;
    readonly deviceWraps: string;
    readonly secret: SealedMessage;
  };
  const context = ['device-secret', owner.wallet, device, frame.id, nonce];
  return { ...released, agreement, context, secret: toBase64Url(await openMessage(agreement, context, released.secret)) };
};

/** Moves a session to a frame. */
export const resumeSession = async (
  frame: FrameClient,
  { key, device }: Pick<TestDevice, 'key' | 'device'>,
  token: string,
  signedFrame = frame.id,
): Promise<void> => {
  const nonce = await nonceOf(frame);
  const parameters = [await digestOf(toUtf8(token))];
  const statement = { action: 'resume-session', device, nonce, frame: signedFrame, origin: APP.origin, parameters } as const;
  const body = { token, device, nonce, signature: await signAsDevice(key, statement) };
  // The test fails if the API returns something else.
  frame.token = ((await frame.call('POST', '/session/resume', body)) as { readonly token: string }).token;
};
