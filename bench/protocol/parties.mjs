import { MemoryStorage } from './memory-storage.mjs';

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const REQUESTED = { chains: ['eip155:1'], methods: ['personal_sign', 'eth_sendTransaction'], events: ['chainChanged', 'accountsChanged'] };
const metadataOf = (name) => ({ name, description: `${name} of the benchmark`, url: `https://${name}.example`, icons: [] });

/** The measured clients by name. */
export const CLIENTS = {
  official: async () => (await import('@walletconnect/sign-client')).SignClient,
  latchkey: async () => (await import('latchkey/walletconnect')).SignClient,
};

/** Starts a client with in-memory storage. */
export const startClient = async (client, relayUrl, name, storage = new MemoryStorage()) => {
  const SignClient = await CLIENTS[client]();
  return SignClient.init({
    projectId: 'benchmark',
    relayUrl,
    metadata: metadataOf(name),
    logger: 'silent',
    telemetryEnabled: false,
    // Official clients with the same prefix share one core.
    customStoragePrefix: name,
    // Without the one-second delay between two requests to the user.
    signConfig: { disableRequestQueue: true },
    storage,
  });
};

/** Makes a wallet approve every proposal and respond to every request immediately. */
export const approveAll = (wallet) => {
  wallet.on('session_proposal', async ({ id }) => {
    await wallet.approve({ id, namespaces: { eip155: { ...REQUESTED, accounts: [`eip155:1:${ADDRESS}`] } } });
  });
  wallet.on('session_request', async ({ id, topic }) => {
    await wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: '0x00' } });
  });
};

/** Pairs; resolves to the session and the milliseconds from the call to the approval. */
export const pairOnce = async (app, wallet) => {
  const begin = performance.now();
  const { uri, approval } = await app.connect({ optionalNamespaces: { eip155: REQUESTED } });
  await wallet.core.pairing.pair({ uri });
  const session = await approval();
  return { session, ms: performance.now() - begin };
};

/** Requests a signature; resolves to the milliseconds until the response. */
export const requestOnce = async (app, topic) => {
  const begin = performance.now();
  await app.request({ topic, chainId: 'eip155:1', request: { method: 'personal_sign', params: ['0x00', ADDRESS] } });
  return performance.now() - begin;
};
