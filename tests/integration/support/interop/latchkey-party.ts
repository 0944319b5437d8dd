import type { AuthTypes, SignClientTypes } from '@walletconnect/types';
import { FakeBrowser } from '../../../../application/ports/browser.fake.js';
import type { Clock } from '../../../../application/ports/clock.port.js';
import { FakeLogger } from '../../../../application/ports/logger.fake.js';
import { makeCacao } from '../../../../domain/wallet-protocol/authentication/cacao.js';
import { populateAuthPayload } from '../../../../domain/wallet-protocol/authentication/populate-auth-payload.js';
import type { Client, Party } from './party.js';

/** Where our client is, and what it loads by itself. Loaded when it is used: the official clients are tried with each other without it. */
const PARTS = ['composition/sign-client', 'composition/start-sign-client', 'adapters/walletconnect/core/core-keys'];

interface Loaded {
  readonly SignClient: Pick<Party, 'init'> & (new (parts: unknown) => Client);
  readonly startSignClient: (start: object, make: (parts: unknown) => Client) => Promise<Client>;
}

const load = async (): Promise<Loaded> => {
  const urls = PARTS.map((path) => new URL(`../../../../${path}.ts`, import.meta.url).href);
  const modules = await Promise.all(urls.map((url) => import(/* @vite-ignore */ url)));
  // Drop-in: what the suite uses of it has the shapes of the official clients' types.
  return Object.assign({}, ...modules) as Loaded;
};

/**
 * Our own client, by the surface of the official ones.
 * @param clockOf makes the clock of each client; default: that of the machine
 */
export const latchkeyParty = (clockOf?: () => Clock): Party => ({
  name: 'latchkey',
  isOfficial: false,
  hasScopedProperties: true,
  announcesSessions: true,
  signIn: {
    // Ours are read-only; they are not changed on their way to the peer.
    populateAuthPayload: ({ authPayload, chains, methods }) =>
      populateAuthPayload(authPayload as never, { chains, methods }) as AuthTypes.PayloadParams,
    buildAuthObject: (payload, signature, iss) => makeCacao(payload as never, iss, signature) as AuthTypes.Cacao,
  },
  load,
  init: async (options: SignClientTypes.Options) => {
    const { SignClient, startSignClient } = await load();
    if (clockOf === undefined) return SignClient.init(options);
    const start = { options, browser: new FakeBrowser(), clock: clockOf(), logger: new FakeLogger(), page: undefined };
    return startSignClient(start, (parts) => new SignClient(parts));
  },
  // Beside what the official clients have: it ends line, timers and listeners.
  silence: (client) => Reflect.get(client, 'dispose').call(client),
});
