import { encodeFunctionData, type Hex, namehash } from 'viem';
import type { OpenCall } from './call-all.js';
import { CONTRACTS } from './contracts.data.js';
import type { ChainContracts } from './deploy-contracts.js';

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

/** The calls that write a name. What is not given is not changed. */
export const nameWrites = (
  { nameRegistry, nameResolver }: ChainContracts,
  { name, address, texts = {}, primaryOf }: NameRecord,
): readonly OpenCall[] => {
  const { abi: registry } = CONTRACTS.NameRegistry;
  const { abi: resolver } = CONTRACTS.NameResolver;
  const claim = (node: Hex): OpenCall => ({
    to: nameRegistry,
    data: encodeFunctionData({ abi: registry, functionName: 'setResolver', args: [node, nameResolver] }),
  });
  const answer = (data: Hex): OpenCall => ({ to: nameResolver, data });
  const node = namehash(name);
  const reverse = primaryOf === undefined ? null : namehash(`${primaryOf.slice(2).toLowerCase()}.addr.reverse`);
  return [
    claim(node),
    ...(address === undefined ? [] : [answer(encodeFunctionData({ abi: resolver, functionName: 'setAddr', args: [node, address] }))]),
    ...Object.entries(texts).map(([key, value]) =>
      answer(encodeFunctionData({ abi: resolver, functionName: 'setText', args: [node, key, value] })),
    ),
    ...(reverse === null
      ? []
      : [claim(reverse), answer(encodeFunctionData({ abi: resolver, functionName: 'setName', args: [reverse, name] }))]),
  ];
};
