import type { Eip1193Provider } from '../../../adapters/eip155/eip1193.js';
import type { EvmWorld } from './evm-world.js';

/** A batch as the standard has it, as far as it is read here. @see https://eips.ethereum.org/EIPS/eip-5792#wallet_sendcalls */
interface Batch {
  readonly from: string;
  readonly chainId: string;
  readonly calls: readonly Readonly<Record<string, string>>[];
}

/** Batches outlive the page, as in a wallet: by their id. */
const batches = new WeakMap<EvmWorld, Map<string, { readonly batch: Batch; readonly hashes: readonly string[] }>>();

/**
 * The test wallet of a world, which takes batches of calls too: it carries them out one after the other, on the real chain, and tells of
 * them by their receipts.
 */
export const withBatches = (world: EvmWorld): Eip1193Provider => {
  const { provider } = world.wallet;
  const known = batches.get(world) ?? new Map();
  batches.set(world, known);
  const send = async (batch: Batch): Promise<{ readonly id: string }> => {
    const hashes: string[] = [];
    for (const call of batch.calls)
      hashes.push(String(await provider.request({ method: 'eth_sendTransaction', params: [{ from: batch.from, ...call }] })));
    const id = `0xba7c4${known.size}`;
    known.set(id, { batch, hashes });
    return { id };
  };
  const statusOf = async (id: string): Promise<object> => {
    const { batch, hashes } = known.get(id) ?? { batch: null, hashes: [] };
    if (batch === null) throw Object.assign(new Error('unknown bundle id'), { code: 5730 });
    // The client's types know the methods of its mode only.
    const read = (hash: string): Promise<unknown> => world.client.request({ method: 'eth_getTransactionReceipt', params: [hash] } as never);
    const receipts = (await Promise.all(hashes.map(read))).filter((receipt) => receipt !== null);
    const isDone = receipts.length === hashes.length;
    return { version: '2.0.0', id, chainId: batch.chainId, atomic: false, status: isDone ? 200 : 100, ...(isDone ? { receipts } : {}) };
  };
  return {
    ...provider,
    request: ({ method, params = [] }) => {
      const [first] = Array.isArray(params) ? params : [];
      if (method === 'wallet_sendCalls') return send(first);
      if (method === 'wallet_getCallsStatus') return statusOf(String(first));
      return provider.request({ method, params });
    },
  };
};
