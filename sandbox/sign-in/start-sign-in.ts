import { randomBytes } from 'node:crypto';
import { createSignInHandler, POSTGRES_SCHEMA, postgresStore } from 'latchkey/server';
import { openDatabase } from '../process/open-database.js';

/** Path of the endpoints. */
const PATH = '/api/sign-in';

/** Sign-in endpoints of a site. */
export interface SignInApi {
  /** The response to a request below the path of the endpoints; `null` for any other one. */
  handle(request: Request): Promise<Response | null>;
  stop(): Promise<void>;
}

/** Options of {@link startSignIn}. */
export interface SignInOptions {
  /** Origin of the site. */
  readonly origin: string;
  /** RPC URLs by CAIP-2 id, for the signatures of contract accounts. */
  readonly rpc: Readonly<Record<string, string>>;
}

/** Starts the sign-in endpoints of a site, with the handler of `latchkey/server` on a Postgres. */
export const startSignIn = async ({ origin, rpc }: SignInOptions): Promise<SignInApi> => {
  const { query, stop } = await openDatabase(process.env['DATABASE_URL'] ?? null);
  for (const statement of POSTGRES_SCHEMA) await query(statement, []);
  const ethCall = Object.fromEntries(Object.entries(rpc).filter(([chainId]) => chainId.startsWith('eip155:')));
  const handler = createSignInHandler({
    origins: [origin],
    secret: randomBytes(32).toString('hex'),
    store: postgresStore(query),
    basePath: PATH,
    ethCall,
  });
  return {
    handle: async (request) => (new URL(request.url).pathname.startsWith(`${PATH}/`) ? handler(request) : null),
    stop,
  };
};
