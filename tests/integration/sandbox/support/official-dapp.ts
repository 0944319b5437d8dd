import { MemoryStore } from '@latchkey/sandbox';
import { SignClient } from '@walletconnect/sign-client';

/** The official client in the part of an app. */
export type OfficialDapp = InstanceType<typeof SignClient>;

/** What the app of these tests says of itself. */
export const DAPP = { name: 'Official Dapp', description: 'An app of the tests', url: 'https://dapp.example', icons: [] };

/** What it asks for unless a test says otherwise. */
export const NAMESPACES = {
  eip155: {
    chains: ['eip155:1', 'eip155:137'],
    methods: ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', 'wallet_switchEthereumChain'],
    events: ['accountsChanged', 'chainChanged'],
  },
};

/** Starts an app on the official client. */
export const startDapp = async (relayUrl: string, projectId = 'any-project'): Promise<{ client: OfficialDapp; stop(): Promise<void> }> => {
  const storage = new MemoryStore();
  const client = await SignClient.init({
    projectId,
    relayUrl,
    metadata: DAPP,
    logger: 'silent',
    telemetryEnabled: false,
    storage,
    customStoragePrefix: storage.prefix,
  });
  const stop = async (): Promise<void> => {
    client.core.heartbeat.stop();
    await client.core.relayer.transportClose();
  };
  return { client, stop };
};

/** The next event of a kind. */
export const once = <E extends Parameters<OfficialDapp['once']>[0]>(client: OfficialDapp, event: E): Promise<unknown> =>
  new Promise((resolve) => {
    client.once(event, resolve);
  });
