import type { AuthTypes } from '@walletconnect/types';
import { makeCacao } from '../../../../domain/wallet-protocol/authentication/cacao.js';
import { populateAuthPayload } from '../../../../domain/wallet-protocol/authentication/populate-auth-payload.js';
import type { Party } from './party.js';

/** Where our client is. Loaded when it is used: the official clients are tried with each other without it. */
const SOURCE = new URL('../../../../composition/sign-client.ts', import.meta.url).href;

/** Our own client, by the surface of the official ones. */
export const latchkeyParty = (): Party => ({
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
  init: async (options) => {
    // Drop-in: what the suite uses of it has the shapes of the official clients' types.
    const { SignClient } = (await import(/* @vite-ignore */ SOURCE)) as { readonly SignClient: Pick<Party, 'init'> };
    return SignClient.init(options);
  },
  // Beside what the official clients have: it ends line, timers and listeners.
  silence: (client) => Reflect.get(client, 'dispose').call(client),
});
