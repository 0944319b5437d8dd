import type { SignClientOptions } from 'latchkey/walletconnect';
import { readSandbox } from './sandbox.js';

/** Project id that every relay of the sandbox lets in. */
const PROJECT_ID = 'any-project';

/** What the clients of these pages are made with. The query string may name a service that attests origins as `verify`. */
export const signOptions = (name: string): SignClientOptions & { readonly relayUrl: string } => {
  const verifyUrl = new URLSearchParams(location.search).get('verify');
  const attested = verifyUrl === null ? {} : { verifyUrl };
  return {
    projectId: PROJECT_ID,
    relayUrl: readSandbox().relay,
    metadata: { name, description: 'A page of the tests', url: location.origin, icons: [], ...attested },
  };
};
