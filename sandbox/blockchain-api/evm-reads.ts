import { type Abi, decodeFunctionResult, encodeFunctionData, type Hex, hexToString, parseAbi, trim } from 'viem';
import { MULTICALL3_ADDRESS } from '../chains/start-chain.js';
import { RequestError } from './route.js';
import type { RpcNode } from './rpc-node.js';

const MULTICALL_ABI = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) view returns (Result[] results)',
]);

/** Calls in one request. */
const CHUNK = 100;

/** A read of a contract. */
export interface EvmRead {
  readonly to: string;
  readonly abi: Abi;
  readonly functionName: string;
  readonly args?: readonly unknown[];
}

const encodeRead = ({ abi, functionName, args = [] }: EvmRead): Hex => encodeFunctionData({ abi, functionName, args });

/** An address of the index or of the node. */
const toHex = (text: string): Hex => text as Hex;

const readChunk = async (node: RpcNode, reads: readonly EvmRead[]): Promise<readonly (Hex | null)[]> => {
  const calls = reads.map((read) => ({ target: toHex(read.to), allowFailure: true, callData: encodeRead(read) }));
  const data = encodeFunctionData({ abi: MULTICALL_ABI, functionName: 'aggregate3', args: [calls] });
  const reply = await node.call('eth_call', [{ to: MULTICALL3_ADDRESS, data }, 'latest']);
  const results = decodeFunctionResult({ abi: MULTICALL_ABI, functionName: 'aggregate3', data: toHex(String(reply)) });
  return results.map(({ success, returnData }) => (success ? returnData : null));
};

/** One contract may use up the gas of all reads: then each is read alone. */
const readEach = (node: RpcNode, reads: readonly EvmRead[]): Promise<readonly (Hex | null)[]> =>
  Promise.all(
    reads.map((read) =>
      node.call('eth_call', [{ to: read.to, data: encodeRead(read) }, 'latest']).then(
        (data) => toHex(String(data)),
        (error: unknown) => {
          // The node responds, so the call itself reverts.
          if (error instanceof RequestError && error.cause instanceof Error && error.cause.name === 'NodeError') return null;
          throw error;
        },
      ),
    ),
  );

/** Reads contracts in one request per 100 reads. A read that fails is `null`. @throws RequestError if the node fails */
export const readContracts = async (node: RpcNode, reads: readonly EvmRead[]): Promise<readonly (Hex | null)[]> => {
  const results: (Hex | null)[] = [];
  for (let at = 0; at < reads.length; at += CHUNK) {
    const chunk = reads.slice(at, at + CHUNK);
    const read = await readChunk(node, chunk).catch((error: unknown) => {
      if (chunk.length > 1 && error instanceof RequestError && error.status === 502) return readEach(node, chunk);
      throw error;
    });
    results.push(...read);
  }
  return results;
};

/** Decodes a result; `null` if the read failed or has another type. */
export const decodeRead = ({ abi, functionName }: EvmRead, data: Hex | null): unknown => {
  if (data === null) return null;
  try {
    return decodeFunctionResult({ abi, functionName, data });
  } catch {
    return null;
  }
};

/** Decodes a text, or one of 32 bytes as tokens before ERC-20 have. */
export const decodeText = (read: EvmRead, data: Hex | null): string => {
  const text = decodeRead(read, data);
  if (typeof text === 'string') return text;
  if (data === null || data.length !== 66) return '';
  return hexToString(trim(data, { dir: 'right' }));
};
