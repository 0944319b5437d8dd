import { standIn } from '../../application/ports/stand-in.fake.js';
import type { Eip155TestSigner } from './eip155-signer.js';

/** Asks a node of a chain, e.g. one started with anvil. */
export type TestNode = (chainId: number, method: string, params: readonly unknown[]) => Promise<unknown>;

/** Signs and broadcasts what `eth_sendTransaction` got; gives its hash. Without a signer and a node the hash stands for nothing; `ordinal` makes it unique. */
export const signTestTransaction = async (
  request: unknown,
  signerOf: (address: unknown) => Eip155TestSigner,
  chainId: number,
  node: TestNode | undefined,
  ordinal: number,
): Promise<unknown> => {
  // The provider's caller promises this shape; a wrong one fails in the node.
  const { from, to, value = '0x0', data = '0x', chainId: wanted } = request as Readonly<Record<string, `0x${string}` | undefined>>;
  if (wanted !== undefined && Number(wanted) !== chainId) throw Object.assign(new Error('Wrong chain'), { code: -32602 });
  const signer = signerOf(from);
  if (node === undefined || signer.signTransaction === undefined) return standIn(`${JSON.stringify(request)} ${ordinal}`, 64);
  const ask = async (method: string, params: readonly unknown[]): Promise<bigint> =>
    BigInt((await node(chainId, method, params)) as string);
  const asked = request as { readonly gas?: string; readonly gasPrice?: string; readonly maxFeePerGas?: string };
  const gas = asked.gas ?? (await ask('eth_estimateGas', [{ from, to, value, data }]));
  const raw = await signer.signTransaction({
    type: 'legacy',
    chainId,
    nonce: Number(await ask('eth_getTransactionCount', [from, 'pending'])),
    to: to ?? '0x',
    value: BigInt(value),
    data,
    gas: BigInt(gas),
    // A legacy transaction pays all that it may.
    gasPrice: BigInt(asked.gasPrice ?? asked.maxFeePerGas ?? (await ask('eth_gasPrice', []))),
  });
  return node(chainId, 'eth_sendRawTransaction', [raw]);
};
