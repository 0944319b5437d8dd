import type { ContainerModule } from 'inversify';
import type { LocalSignInOptions } from '../../adapters/sign-in/local-sign-in.js';
import type { ServerSignInOptions } from '../../adapters/sign-in/server-sign-in.js';
import { CONNECTION_STORE } from '../../application/connect/connection.store.js';
import { BROWSER } from '../../application/ports/browser.port.js';
import { CHAINS } from '../../application/ports/chain.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { SIGN_IN_SERVICE } from '../../application/ports/sign-in.port.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { allNetworksOf } from '../../domain/connection/connection-views.js';
import { findNetworkById } from '../../domain/network/find-network.js';
import { list, numberBetween, object, picklist, text } from '../../domain/options/schema-builders.js';
import { lazySignIn, type SignInPolicy } from '../lazy-sign-in.js';
import { defineModule } from '../wire.js';

/** Options of {@link serverSignIn}. */
export type ServerSignIn = ServerSignInOptions & SignInPolicy;

/** Options of {@link localSignIn}. */
export type LocalSignIn = LocalSignInOptions & SignInPolicy;

/**
 * Sign-in that the app's server verifies, with the endpoints of `createSignInHandler` of `latchkey/server`. A connected account is prompted to
 * sign in. Guide: [Sign-in](../guides/sign-in.md).
 * @throws LatchkeyError `config/invalid-option`
 * @example createLatchkey({ networks: [mainnet], modules: [eip155(), serverSignIn({ statement: 'Sign in to Example' })] })
 */
export const serverSignIn = (options: ServerSignIn = {}): ContainerModule => {
  const { url, statement, resources, sessionMs, ...policy } = readServerOptions(options, 'serverSignIn');
  return defineModule((wire) =>
    wire(SIGN_IN_SERVICE, [BROWSER, CLOCK, STORAGE], (browser, clock, storage) =>
      lazySignIn(policy, async () => {
        const { ServerSignIn } = await import('../../adapters/sign-in/server-sign-in.js');
        return new ServerSignIn({ options: { url, statement, resources, sessionMs }, browser, clock, storage });
      }),
    ),
  );
};

/**
 * Sign-in of an app without a server. It shows to the page that the user controls the account, and proves nothing to a server.
 * @throws LatchkeyError `config/invalid-option`
 * @example createLatchkey({ networks: [mainnet], modules: [eip155(), localSignIn({ sessionMs: 86_400_000 })] })
 */
export const localSignIn = (options: LocalSignIn = {}): ContainerModule => {
  const { statement, resources, sessionMs, ...policy } = readLocalOptions(options, 'localSignIn');
  return defineModule((wire) =>
    wire(SIGN_IN_SERVICE, [BROWSER, CLOCK, STORAGE, CHAINS, CONNECTION_STORE], (browser, clock, storage, chains, connections) =>
      lazySignIn(policy, async () => {
        const { LocalSignIn } = await import('../../adapters/sign-in/local-sign-in.js');
        return new LocalSignIn({
          ...{ options: { statement, resources, sessionMs }, browser, clock, storage, chains },
          networkOf: (chainId) => findNetworkById(allNetworksOf(connections.state), chainId),
        });
      }),
    ),
  );
};

const flag = picklist(true, false);

const localEntries = {
  statement: text(/^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;= ]+$/, 'one line of ASCII letters, digits, spaces and URI characters'),
  resources: list(text(/^[a-z][a-z\d+.-]*:\S+$/i, 'a URI')),
  sessionMs: numberBetween(1, Number.MAX_SAFE_INTEGER),
  required: flag,
  signOutOnDisconnect: flag,
  signOutOnNetworkChange: flag,
  signOutOnAccountChange: flag,
};

const readLocalOptions = object({}, localEntries);
const readServerOptions = object({}, { ...localEntries, url: text(/^\/[^/]\S*$/, 'a path that starts with /, on the origin of the page') });
