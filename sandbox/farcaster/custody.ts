import { decodeFunctionResult, encodeFunctionData, type Hex, keccak256, toHex } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { callAll } from '../chains/call-all.js';
import { callNode } from '../chains/call-node.js';
import { CONTRACTS } from '../chains/contracts.data.js';

const { abi } = CONTRACTS.IdRegistry;

/** The registry of ids on a chain of the sandbox. */
export interface IdRegistry {
  readonly rpcUrl: string;
  readonly registry: Hex;
}

/** A user of the app. */
export interface FarcasterUser {
  readonly name: string;
  readonly fid: bigint;
  /** Has the custody of the id. */
  readonly custody: PrivateKeyAccount;
}

/** The key of a name. Anyone can derive it. */
export const custodyOf = (name: string): PrivateKeyAccount => privateKeyToAccount(keccak256(toHex(`sandbox custody of ${name}`)));

/** Reads the id of an address; 0 if it has none. */
const readId = async ({ rpcUrl, registry }: IdRegistry, custody: Hex): Promise<bigint> => {
  const data = encodeFunctionData({ abi, functionName: 'idOf', args: [custody] });
  // `eth_call` returns hex.
  const result = (await callNode(rpcUrl, 'eth_call', [{ to: registry, data }, 'latest'])) as Hex;
  return decodeFunctionResult({ abi, functionName: 'idOf', data: result });
};

/** Returns the user with a name, who is registered if need be. */
export const openUser = async (registry: IdRegistry, name: string): Promise<FarcasterUser> => {
  const custody = custodyOf(name);
  const known = await readId(registry, custody.address);
  if (known !== 0n) return { name, custody, fid: known };
  const data = encodeFunctionData({ abi, functionName: 'register', args: [custody.address, name] });
  await callAll(registry.rpcUrl, [{ to: registry.registry, data }]);
  return { name, custody, fid: await readId(registry, custody.address) };
};

/** Gives an id to another address. */
export const moveId = async ({ rpcUrl, registry }: IdRegistry, { fid, name }: FarcasterUser): Promise<void> => {
  const to = custodyOf(`the thief of ${name}`).address;
  await callAll(rpcUrl, [{ to: registry, data: encodeFunctionData({ abi, functionName: 'transfer', args: [fid, to] }) }]);
};
