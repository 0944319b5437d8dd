import { encodeFunctionData, type Hex, namehash } from 'viem';
import { callNode } from './call-node.js';
import { CONTRACTS } from './contracts.data.js';
import type { ChainContracts, DeployTarget } from './deploy-contracts.js';

/** Pays for what is written; anvil signs for it. It is no dev account, whose nonces belong to the tests. */
const WRITER = '0x00000000000000000000000000000000005a4d81';
const WRITER_BALANCE = '0x3635c9adc5dea00000';

/** What a name of the sandbox's name service says. */
export interface NameRecord {
  /** In normal form, such as `alice.eth`. */
  readonly name: string;
  readonly address?: Hex;
  /** Texts by key, such as `avatar`. @see https://docs.ens.domains/ensip/5 */
  readonly texts?: Readonly<Record<string, string>>;
  /** The address goes by this name: its reverse record says so, true or not. @see https://docs.ens.domains/ensip/3 */
  readonly primaryOf?: Hex;
}

/**
 * Writes a name into the name service that `deployContracts` put on a chain. What is not given is not changed.
 * @throws NodeError when the chain refuses
 */
export const registerName = async (
  { rpcUrl }: DeployTarget,
  { nameRegistry, nameResolver }: ChainContracts,
  { name, address, texts = {}, primaryOf }: NameRecord,
): Promise<void> => {
  await callNode(rpcUrl, 'anvil_setBalance', [WRITER, WRITER_BALANCE]);
  await callNode(rpcUrl, 'anvil_impersonateAccount', [WRITER]);
  const write = async (to: Hex, data: Hex): Promise<void> => {
    await callNode(rpcUrl, 'eth_sendTransaction', [{ from: WRITER, to, data }]);
  };
  const { abi: registry } = CONTRACTS.NameRegistry;
  const { abi: resolver } = CONTRACTS.NameResolver;
  const claim = (node: Hex): Promise<void> =>
    write(nameRegistry, encodeFunctionData({ abi: registry, functionName: 'setResolver', args: [node, nameResolver] }));
  const node = namehash(name);
  await claim(node);
  if (address !== undefined)
    await write(nameResolver, encodeFunctionData({ abi: resolver, functionName: 'setAddr', args: [node, address] }));
  for (const [key, value] of Object.entries(texts))
    await write(nameResolver, encodeFunctionData({ abi: resolver, functionName: 'setText', args: [node, key, value] }));
  if (primaryOf !== undefined) {
    const reverse = namehash(`${primaryOf.slice(2).toLowerCase()}.addr.reverse`);
    await claim(reverse);
    await write(nameResolver, encodeFunctionData({ abi: resolver, functionName: 'setName', args: [reverse, name] }));
  }
  await callNode(rpcUrl, 'anvil_stopImpersonatingAccount', [WRITER]);
};
