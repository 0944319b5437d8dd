import type { SignClientOptions } from 'latchkey/walletconnect';
import { readSandbox } from './sandbox.js';

/** Project id that every relay of the sandbox lets in, unless a test says otherwise. */
const PROJECT_ID = 'any-project';

/** What the clients of these pages are made with. The query string may name another `projectId`. */
export const signOptions = (name: string): SignClientOptions & { readonly relayUrl: string } => ({
  projectId: new URLSearchParams(location.search).get('projectId') ?? PROJECT_ID,
  relayUrl: readSandbox().relay,
  metadata: { name, description: 'A page of the tests', url: location.origin, icons: [] },
});
