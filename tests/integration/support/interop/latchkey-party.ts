import type { AuthTypes, SignClientTypes } from '@walletconnect/types';
import { FakeBrowser } from '../../../../application/ports/browser.fake.js';
import type { Clock } from '../../../../application/ports/clock.port.js';
import { FakeLogger } from '../../../../application/ports/logger.fake.js';
import { createCacao } from '../../../../domain/sign-in/cacao.js';
import { populateAuthPayload } from '../../../../domain/wallet-protocol/authentication/populate-auth-payload.js';
import type { Client, Party } from './party.js';

/** Our client and its lazy modules, imported on use, so that official clients can be tested without it. */
const MODULE_PATHS = ['composition/sign-client', 'composition/start-sign-client', 'adapters/walletconnect/core/core-keys'];

interface LoadedModules {
  readonly SignClient: Pick<Party, 'init'> & (new (parts: unknown) => Client);
  readonly startSignClient: (start: object, make: (parts: unknown) => Client) => Promise<Client>;
}

const load = async (): Promise<LoadedModules> => {
  const urls = MODULE_PATHS.map((path) => new URL(`../../../../${path}.ts`, import.meta.url).href);
  const modules = await Promise.all(urls.map((url) => import(/* @vite-ignore */ url)));
  // The parts that the suite uses are compatible with the types of the official clients.
  return Object.assign({}, ...modules) as LoadedModules;
};

/**
 * Our client with the API of the official ones.
 * @param clockOf creates the clock of each client; default: the system clock
 */
export const latchkeyParty = (clockOf?: () => Clock): Party => ({
  name: 'latchkey',
  isOfficial: false,
  hasScopedProperties: true,
  announcesSessions: true,
  signIn: {
    // Our types are read-only.
    populateAuthPayload: ({ authPayload, chains, methods }) =>
      populateAuthPayload(authPayload as never, { chains, methods }) as AuthTypes.PayloadParams,
    buildAuthObject: (payload, signature, iss) => createCacao(payload as never, iss, signature) as AuthTypes.Cacao,
  },
  load,
  init: async (options: SignClientTypes.Options) => {
    const { SignClient, startSignClient } = await load();
    if (clockOf === undefined) return SignClient.init(options);
    const start = { options, browser: new FakeBrowser(), clock: clockOf(), logger: new FakeLogger(), page: undefined };
    return startSignClient(start, (parts) => new SignClient(parts));
  },
  // `dispose` is not part of the official API; it closes the connection, timers and listeners.
  stopDialing: (client) => Reflect.get(client, 'dispose').call(client),
});
