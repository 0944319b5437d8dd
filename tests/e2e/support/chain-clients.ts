import {
  createTestClient,
  defineChain,
  type HttpTransport,
  http,
  type PublicActions,
  publicActions,
  type TestClient,
  type TransactionReceipt,
} from 'viem';

/** A viem client of a chain that can also set its time and balances. */
export type ChainClient = TestClient<'anvil', HttpTransport> & PublicActions<HttpTransport>;

/** Clients by CAIP-2 chain id. */
export interface ChainClients {
  /** @throws Error when the sandbox does not run the chain */
  of(chainId: `eip155:${number}`): ChainClient;
  /** Waits until the transaction is mined and returns its receipt. */
  receipt(chainId: `eip155:${number}`, hash: string): Promise<TransactionReceipt>;
  /** All chains. */
  readonly all: readonly ChainClient[];
}

const POLL_MS = 50;

const connect = (caip2: string, url: string): ChainClient =>
  createTestClient({
    mode: 'anvil',
    pollingInterval: POLL_MS,
    transport: http(url, { retryCount: 0 }),
    chain: defineChain({
      id: Number(caip2.replace('eip155:', '')),
      name: caip2,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [url] } },
    }),
  }).extend(publicActions);

/** Creates clients for the EVM chains of a sandbox. @param rpc RPC URL by CAIP-2 chain id */
export const chainClients = (rpc: Readonly<Record<string, string>>): ChainClients => {
  const evm = Object.entries(rpc).filter(([caip2]) => caip2.startsWith('eip155:'));
  const clients = new Map(evm.map(([caip2, url]) => [caip2, connect(caip2, url)]));
  const of = (chainId: string): ChainClient => {
    const client = clients.get(chainId);
    if (client === undefined) throw new Error(`The sandbox does not run chain ${chainId}.`);
    return client;
  };
  return {
    of,
    // A transaction hash is hex; the caller read it from the page.
    receipt: (chainId, hash) => of(chainId).waitForTransactionReceipt({ hash: hash as `0x${string}` }),
    all: [...clients.values()],
  };
};
