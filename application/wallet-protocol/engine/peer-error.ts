import type { RpcErrorObject } from '../../../domain/wallet-protocol/json-rpc.js';

/** What a peer answered instead of a result: its own code and words, as an EIP-1193 provider would throw them. */
export class PeerError extends Error {
  override readonly name = 'PeerError';
  readonly code: number;
  readonly data: unknown;

  constructor({ code, message, data }: RpcErrorObject) {
    super(message);
    this.code = code;
    this.data = data;
  }
}
