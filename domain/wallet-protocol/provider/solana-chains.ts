/** Current and former chain references, which some wallets still use. @see https://namespaces.chainagnostic.org/solana/caip2 */
const FORMER_REFERENCES: readonly (readonly [current: string, former: string])[] = [
  ['5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'],
  ['EtWTRABZaYq6iMfeYKouRu166VU2xqa1', '8E9rvCKLFQia2Y35HXjjpWzj8weVo44K'],
];

/** Returns the current and former reference of a Solana chain, the given one first: a wallet may use either. */
export const solanaReferences = (reference: string): readonly string[] => {
  const pair = FORMER_REFERENCES.find((each) => each.includes(reference)) ?? [];
  return [reference, ...pair.filter((each) => each !== reference)];
};
