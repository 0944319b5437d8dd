/** Each letter with the one after it, in lower case. */
const pairsOf = (name: string): ReadonlySet<string> =>
  new Set(Array.from(name.toLowerCase(), (letter, index) => letter + name.charAt(index + 1).toLowerCase()));

/** Less alike than this, a name is another name. */
const ALIKE = 0.5;

/**
 * The known name that a mistyped one most likely means, `null` when none is alike: measured by the letter pairs that
 * both have (Sørensen–Dice coefficient), without regard to letter case.
 * @example nearestName('chainImage', ['chainImages', 'tokens']) // 'chainImages'
 */
export const nearestName = (mistyped: string, known: readonly string[]): string | null => {
  const wanted = pairsOf(mistyped);
  const likeness = (name: string): number => {
    const pairs = pairsOf(name);
    return (2 * [...pairs].filter((pair) => wanted.has(pair)).length) / (pairs.size + wanted.size);
  };
  const [nearest] = known.filter((name) => likeness(name) >= ALIKE).sort((a, b) => likeness(b) - likeness(a));
  return nearest ?? null;
};
