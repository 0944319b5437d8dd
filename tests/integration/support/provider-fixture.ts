import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Relay, type RunningChain, type RunningSolana, startChain, startRelay, startSolana } from '@latchkey/sandbox';
import { SignClient } from '@walletconnect/sign-client';
import { FakeKeyValueStorage } from '../../../application/ports/key-value-storage.fake.js';

/** The first two funded accounts of the development mnemonic. */
export const FIRST = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
export const SECOND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
/** An account on Solana. */
export const SOLANA_ACCOUNT = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';

const METADATA = { description: 'A party of the tests', icons: [] };

/** Opens an official client on a relay. */
export const openOfficial = (relayUrl: string, name: string, storage = new FakeKeyValueStorage()) =>
  SignClient.init({
    projectId: 'any-project',
    relayUrl,
    metadata: { ...METADATA, name, url: `https://${name}.example` },
    logger: 'silent',
    telemetryEnabled: false,
    customStoragePrefix: name,
    storage,
  });

/** An official client. */
export type OfficialClient = Awaited<ReturnType<typeof openOfficial>>;

/** Disconnects from the relay and keeps the stored records. */
export const stopOfficial = async ({ core }: OfficialClient): Promise<void> => {
  core.heartbeat.stop();
  await core.relayer.transportClose();
};

/** The RPC service for all chains, on loopback: forwards requests by `chainId` and `projectId` to the real node of the chain. */
export class RpcService {
  /** Received requests, oldest first. */
  readonly requests: { readonly chainId: string | null; readonly projectId: string | null; readonly method: string }[] = [];
  readonly #server: Server;

  private constructor(nodes: Readonly<Record<string, string>>) {
    this.#server = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
      const [chainId, projectId] = [searchParams.get('chainId'), searchParams.get('projectId')];
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        this.requests.push({ chainId, projectId, method: JSON.parse(body).method });
        const node = nodes[chainId ?? ''];
        if (node === undefined) return void response.writeHead(404).end();
        fetch(node, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
          .then((response) => response.text())
          .then((text) => response.writeHead(200, { 'content-type': 'application/json' }).end(text))
          .catch(() => response.writeHead(502).end());
      });
    });
  }

  static async start(nodes: Readonly<Record<string, string>>): Promise<RpcService> {
    const service = new RpcService(nodes);
    service.#server.listen(0, '127.0.0.1');
    await once(service.#server, 'listening');
    return service;
  }

  get url(): string {
    // A listening TCP server has an address.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1/`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** Real nodes of two EVM chains and of Solana, the RPC service, a relay, and a wallet on the official client. */
export interface ProviderNodes {
  readonly relay: Relay;
  readonly mainnet: RunningChain;
  readonly polygon: RunningChain;
  readonly solana: RunningSolana;
  readonly service: RpcService;
  readonly wallet: OfficialClient;
  stop(): Promise<void>;
}

/**
 * Starts everything on free ports. The wallet approves every proposal with accounts on 1, 137 and Solana, and responds to signing requests
 * with the chain and the method. It supports no other methods.
 */
export const startProviderNodes = async (): Promise<ProviderNodes> => {
  const [relay, mainnet, polygon, solana] = await Promise.all([
    startRelay(),
    startChain({ chainId: 1 }),
    startChain({ chainId: 137 }),
    startSolana(),
  ]);
  const service = await RpcService.start({ 'eip155:1': mainnet.rpcUrl, 'eip155:137': polygon.rpcUrl, [solana.chainId]: solana.rpcUrl });
  const wallet = await openOfficial(relay.url, 'wallet');
  const namespaces = {
    eip155: {
      accounts: [`eip155:1:${FIRST}`, `eip155:137:${SECOND}`],
      methods: ['personal_sign', 'wallet_getCapabilities'],
      events: ['chainChanged', 'accountsChanged'],
    },
    solana: { accounts: [`${solana.chainId}:${SOLANA_ACCOUNT}`], methods: ['solana_signMessage'], events: [] },
  };
  wallet.on('session_proposal', ({ id }) => void wallet.approve({ id, namespaces }));
  wallet.on('session_request', ({ id, topic, params: { request, chainId } }) => {
    const capabilities = { '0x1': { atomic: { status: 'supported' } } };
    const result = request.method === 'wallet_getCapabilities' ? capabilities : `${chainId} ${request.method}`;
    void wallet.respond({ topic, response: { id, jsonrpc: '2.0', result } });
  });
  return {
    ...{ relay, mainnet, polygon, solana, service, wallet },
    stop: async () => {
      await stopOfficial(wallet);
      await Promise.all([service.stop(), mainnet.stop(), polygon.stop(), solana.stop()]);
      await relay.stop();
    },
  };
};
