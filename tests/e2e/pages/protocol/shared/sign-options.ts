import type { SignClientOptions } from 'latchkey/walletconnect';
import { readSandbox } from './sandbox.js';

/** Any project id: the sandbox's relay accepts all of them. */
const PROJECT_ID = 'any-project';

/** Options of the clients of these pages. The `verify` query parameter sets a Verify API service. */
export const signOptions = (name: string): SignClientOptions & { readonly relayUrl: string } => {
  const verifyUrl = new URLSearchParams(location.search).get('verify');
  const attested = verifyUrl === null ? {} : { verifyUrl };
  return {
    projectId: PROJECT_ID,
    relayUrl: readSandbox().relay,
    metadata: { name, description: 'A page of the tests', url: location.origin, icons: [], ...attested },
  };
};
