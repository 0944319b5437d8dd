import { type LoopbackServer, startLoopbackServer } from '../../process/loopback-server.js';
import { openDatabase } from '../../process/open-database.js';
import { handleWebRequest } from '../../process/web-handler.js';
import { fromBase64Url } from '../protocol/encoding.js';
import { SITE_PROJECT } from '../protocol/site-project.js';
import type { FarcasterSettings } from './farcaster-logins.js';
import { migrate } from './migrate.js';
import type { NewOrigin, Origins } from './origins.js';
import { OutsideKey } from './outside-key.js';
import { createSecureSiteApi, MAX_BODY_BYTES, type SecureSiteApi } from './secure-site-api.js';
import { smtpMailer } from './smtp-mailer.js';
import type { SocialSettings } from './social-logins.js';
import type { VerifyStatement } from './wallets.js';

/** Options of {@link startSecureSiteApi}. Defaults are environment variables: see `sandbox/secure-site/README.md`. */
export interface SecureSiteServerOptions {
  /** Origin of the site's documents. */
  readonly siteOrigin: string;
  /** Verifies statements of management and recovery keys. */
  readonly verify: VerifyStatement;
  /** Apps that may embed the frame, besides those in the database. */
  readonly apps?: readonly NewOrigin[];
  /** Default 0: any free port. */
  readonly port?: number;
  /** Origin of the API behind a proxy. Default: `SECURE_SITE_API_ORIGIN`, else `http://localhost:<port>`. */
  readonly apiOrigin?: string;
  /** URL of a Postgres. Default: `DATABASE_URL`, else an in-memory one. */
  readonly databaseUrl?: string;
  /** Key outside of the database: 32 random bytes in base64url. Default: `SECURE_SITE_KEY`; random for an in-memory database. */
  readonly key?: string;
  /** URL of the mail server. Default: `SMTP_URL`. */
  readonly smtpUrl?: string;
  /** Sender of mails. Default: `MAIL_FROM`, else `login@localhost`. */
  readonly mailFrom?: string;
  /** Social logins. Default: none. */
  readonly socials?: readonly SocialSettings[];
  /** Login with Farcaster. Default `null`: none. */
  readonly farcaster?: FarcasterSettings | null;
}

/** A running API of a secure site. */
export interface SecureSiteServer {
  /** Origin that frames call. */
  readonly origin: string;
  /** Where it listens; differs from the origin behind a proxy. */
  readonly address: string;
  readonly origins: Origins;
  stop(): Promise<void>;
}

/** @throws Error if a stored secret would be lost with the process */
const readKey = (key: string | undefined, databaseUrl: string | undefined): Uint8Array<ArrayBuffer> => {
  if (key !== undefined) return fromBase64Url(key);
  if (databaseUrl !== undefined) throw new Error('Set SECURE_SITE_KEY to 32 random bytes in base64url: the database has secrets under it.');
  return crypto.getRandomValues(new Uint8Array(32));
};

/** Errors of the database may contain addresses. */
const report = (error: unknown): void => console.error('secure site:', error instanceof Error ? error.name : 'error');

/**
 * Starts the API of a secure site on loopback.
 * @throws Error if a setting is missing, the port is in use, or the database is of a later version
 */
export const startSecureSiteApi = async (options: SecureSiteServerOptions): Promise<SecureSiteServer> => {
  const { siteOrigin, verify, apps = [], port = 0, socials = [], farcaster = null } = options;
  const { env } = process;
  const databaseUrl = options.databaseUrl ?? env['DATABASE_URL'];
  const smtpUrl = options.smtpUrl ?? env['SMTP_URL'];
  if (smtpUrl === undefined) throw new Error('Set SMTP_URL to the URL of a mail server, such as smtp://127.0.0.1:1025.');
  const key = await OutsideKey.import(readKey(options.key ?? env['SECURE_SITE_KEY'], databaseUrl));
  const database = await openDatabase(databaseUrl ?? null);
  const mailer = smtpMailer({ url: smtpUrl, from: options.mailFrom ?? env['MAIL_FROM'] ?? 'login@localhost' });
  let handle: SecureSiteApi['handle'] | null = null;
  let origin = options.apiOrigin ?? env['SECURE_SITE_API_ORIGIN'] ?? '';
  let server: LoopbackServer | null = null;
  const stop = async (): Promise<void> => {
    await server?.stop();
    mailer.stop();
    await database.stop();
  };
  try {
    await migrate(database.query);
    server = await startLoopbackServer(port, async (request, response) => {
      if (handle === null) response.writeHead(503).end();
      else await handleWebRequest(handle, { origin, maxBytes: MAX_BODY_BYTES }, request, response);
    });
    const address = `http://localhost:${server.port}`;
    if (origin === '') origin = address;
    const api = createSecureSiteApi({
      query: database.query,
      key,
      mailer,
      verify,
      siteOrigin,
      apiOrigin: origin,
      socials,
      farcaster,
      onError: report,
    });
    for (const app of [{ project: SITE_PROJECT, origin: siteOrigin }, ...apps]) await api.origins.add(app);
    handle = api.handle;
    return { origin, address, origins: api.origins, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
