/**
 * CAIP-2 ids that the RPC service answers for, without their namespace. NEAR is served too, but Latchkey does not speak it.
 * `4sgjmw1…` is the former id of Solana as that service spells it.
 */
const ROUTED: Readonly<Record<string, string>> = {
  eip155:
    '1 10 56 97 100 137 300 324 1101 1301 1329 5000 5003 8217 8453 17000 42161 42220 43113 43114 59144 80002 80084 84532 421614 7777777 11155111 11155420 999999999 1313161554 1313161555',
  solana:
    '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp EtWTRABZaYq6iMfeYKouRu166VU2xqa1 4sgjmw1sunhzsxgspuhpqldx6wiyjntz 4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  bip122: '000000000019d6689c085ae165831e93 000000000933ea01ad0ee984209779ba',
  near: 'mainnet',
};

/** CAIP-2 ids of the networks whose reads the RPC service answers. */
export const ROUTED_NETWORKS: readonly string[] = Object.entries(ROUTED).flatMap(([namespace, references]) =>
  references.split(' ').map((reference) => `${namespace}:${reference}`),
);

/** Whether the RPC service answers for a network. */
export const isRouted = (chainId: string): boolean => ROUTED_NETWORKS.includes(chainId);
