import { MemoryStorage } from './memory-storage.mjs';

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const ASKED = { chains: ['eip155:1'], methods: ['personal_sign', 'eth_sendTransaction'], events: ['chainChanged', 'accountsChanged'] };
const metadataOf = (name) => ({ name, description: `${name} of the benchmark`, url: `https://${name}.example`, icons: [] });

/** The clients that are measured, by name. */
export const CLIENTS = {
  official: async () => (await import('@walletconnect/sign-client')).SignClient,
  latchkey: async () => (await import('latchkey/walletconnect')).SignClient,
};

/** Starts a client whose storage is in memory. */
export const startClient = async (client, relayUrl, name, storage = new MemoryStorage()) => {
  const SignClient = await CLIENTS[client]();
  return SignClient.init({
    projectId: 'benchmark',
    relayUrl,
    metadata: metadataOf(name),
    logger: 'silent',
    telemetryEnabled: false,
    // Two official clients of one prefix share one core.
    customStoragePrefix: name,
    // One request after the other, without the second that a wallet's owner is given between two.
    signConfig: { disableRequestQueue: true },
    storage,
  });
};

/** Lets a wallet approve whatever is proposed and answer whatever is asked, at once. */
export const answerAll = (wallet) => {
  wallet.on('session_proposal', async ({ id }) => {
    await wallet.approve({ id, namespaces: { eip155: { ...ASKED, accounts: [`eip155:1:${ADDRESS}`] } } });
  });
  wallet.on('session_request', async ({ id, topic }) => {
    await wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: '0x00' } });
  });
};

/** Pairs; resolves with the session and how long it took from the call to the approval, in milliseconds. */
export const pairOnce = async (app, wallet) => {
  const begin = performance.now();
  const { uri, approval } = await app.connect({ optionalNamespaces: { eip155: ASKED } });
  await wallet.core.pairing.pair({ uri });
  const session = await approval();
  return { session, ms: performance.now() - begin };
};

/** Asks the wallet for a signature; resolves with how long the answer took, in milliseconds. */
export const askOnce = async (app, topic) => {
  const begin = performance.now();
  await app.request({ topic, chainId: 'eip155:1', request: { method: 'personal_sign', params: ['0x00', ADDRESS] } });
  return performance.now() - begin;
};
