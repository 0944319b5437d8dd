import { fakeHex } from '../../application/ports/hex.fake.js';
import type { Eip155TestSigner } from './eip155-signer.js';

/** Sends a JSON-RPC request to a node, e.g. one started with anvil. */
export type TestNode = (chainId: number, method: string, params: readonly unknown[]) => Promise<unknown>;

/** Signs and broadcasts an `eth_sendTransaction` request and returns the hash. Without a signer and a node the hash is fake; `ordinal` makes it unique. */
export const signTestTransaction = async (
  request: unknown,
  signerOf: (address: unknown) => Eip155TestSigner,
  chainId: number,
  node: TestNode | undefined,
  ordinal: number,
): Promise<unknown> => {
  // The node rejects a request of another shape.
  const {
    from,
    to,
    value = '0x0',
    data = '0x',
    chainId: requestedChainId,
  } = request as Readonly<Record<string, `0x${string}` | undefined>>;
  if (requestedChainId !== undefined && Number(requestedChainId) !== chainId)
    throw Object.assign(new Error('Wrong chain'), { code: -32602 });
  const signer = signerOf(from);
  if (node === undefined || signer.signTransaction === undefined) return fakeHex(`${JSON.stringify(request)} ${ordinal}`, 64);
  const rpc = async (method: string, params: readonly unknown[]): Promise<bigint> =>
    BigInt((await node(chainId, method, params)) as string);
  const fees = request as { readonly gas?: string; readonly nonce?: string; readonly gasPrice?: string; readonly maxFeePerGas?: string };
  const gas = fees.gas ?? (await rpc('eth_estimateGas', [{ from, to, value, data }]));
  const raw = await signer.signTransaction({
    type: 'legacy',
    chainId,
    nonce: Number(fees.nonce ?? (await rpc('eth_getTransactionCount', [from, 'pending']))),
    to: to ?? '0x',
    value: BigInt(value),
    data,
    gas: BigInt(gas),
    // A legacy transaction has one gas price, so the maximum fee is used.
    gasPrice: BigInt(fees.gasPrice ?? fees.maxFeePerGas ?? (await rpc('eth_gasPrice', []))),
  });
  return node(chainId, 'eth_sendRawTransaction', [raw]);
};
