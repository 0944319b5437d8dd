import { type Address, createPublicClient, type Hex, type HttpTransport, http, type PublicClient } from 'viem';
import { RequestError } from './route.js';

/** Requests are not repeated, and their connections not reused: a node may close an idle one just then. */
export const nodeTransport = (rpcUrl: string): HttpTransport =>
  http(rpcUrl, { retryCount: 0, fetchOptions: { headers: { connection: 'close' } } });

/** Awaits a node. @throws RequestError 502 if it fails */
export const fromNode = async <Result>(chainId: number, pending: Promise<Result>): Promise<Result> => {
  try {
    return await pending;
  } catch (error) {
    if (error instanceof RequestError) throw error;
    throw new RequestError(502, `eip155:${chainId}`, `The node of eip155:${chainId} failed.`, error);
  }
};

/** A signed text. */
export interface SignedMessage {
  readonly address: Address;
  readonly message: string;
  readonly signature: Hex;
}

/** The eip155 chains that the service verifies signatures on. */
export class EvmChains {
  readonly #clients: ReadonlyMap<number, PublicClient>;

  /** @param rpcUrls by EIP-155 chain id */
  constructor(rpcUrls: ReadonlyMap<number, string>) {
    this.#clients = new Map(
      [...rpcUrls].map(([chainId, rpcUrl]) => [chainId, createPublicClient({ transport: nodeTransport(rpcUrl), ccipRead: false })]),
    );
  }

  has(chainId: number): boolean {
    return this.#clients.has(chainId);
  }

  /**
   * Verifies a signature of an address on a chain: a key's, or that of a contract, deployed or not.
   * @throws RequestError if there is no such chain, or its node fails
   * @see ERC-191, ERC-1271, ERC-6492
   */
  async isSigned(chainId: number, signed: SignedMessage): Promise<boolean> {
    const client = this.#clients.get(chainId);
    if (client === undefined) throw new RequestError(400, 'chainId', `The chain eip155:${chainId} is not supported.`);
    return fromNode(chainId, client.verifyMessage(signed));
  }
}
