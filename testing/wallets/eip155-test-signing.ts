import type { Eip155TestSigner } from './eip155-signer.js';

/** Asks a node of a chain, e.g. one started with anvil. */
export type TestNode = (chainId: number, method: string, params: readonly unknown[]) => Promise<unknown>;

/** A text of `digits` hex digits that is the same for the same input. It proves nothing. */
export const standIn = (input: string, digits: number): string => {
  let state = 0x811c9dc5;
  for (const character of input) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  let text = '';
  while (text.length < digits) {
    state = (Math.imul(state, 0x0019660d) + 0x3c6ef35f) >>> 0;
    text += state.toString(16).padStart(8, '0');
  }
  return `0x${text.slice(0, digits)}`;
};

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
  const gas = (request as { readonly gas?: string }).gas ?? (await ask('eth_estimateGas', [{ from, to, value, data }]));
  const raw = await signer.signTransaction({
    type: 'legacy',
    chainId,
    nonce: Number(await ask('eth_getTransactionCount', [from, 'pending'])),
    to: to ?? '0x',
    value: BigInt(value),
    data,
    gas: BigInt(gas),
    gasPrice: await ask('eth_gasPrice', []),
  });
  return node(chainId, 'eth_sendRawTransaction', [raw]);
};
