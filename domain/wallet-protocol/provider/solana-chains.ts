/** Ids of Solana chains that wallets still use, each beside the one it stood for before. @see https://namespaces.chainagnostic.org/solana/caip2 */
const FORMER: readonly (readonly [current: string, former: string])[] = [
  ['5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'],
  ['EtWTRABZaYq6iMfeYKouRu166VU2xqa1', '8E9rvCKLFQia2Y35HXjjpWzj8weVo44K'],
];

/** All references of a Solana chain, the given one first: a wallet may know it by its former one only. */
export const solanaReferences = (reference: string): readonly string[] => {
  const pair = FORMER.find((each) => each.includes(reference)) ?? [];
  return [reference, ...pair.filter((each) => each !== reference)];
};
