/** Levenshtein distance: how many characters must be added, removed or replaced to turn one text into the other. */
const distance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let line = 1; line <= from.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (row[column - 1] as number) + (from[line - 1] === to[column - 1] ? 0 : 1);
      next.push(Math.min((row[column] as number) + 1, (next[column - 1] as number) + 1, replaced));
    }
    row = next;
  }
  return row[to.length] as number;
};

/**
 * The known name that a mistyped one most likely means, or `null` when none is near: at most a third of its characters
 * may differ. Letter case does not count.
 * @example nearestName('chainImage', ['chainImages', 'tokens']) // 'chainImages'
 */
export const nearestName = (mistyped: string, known: readonly string[]): string | null => {
  // A name longer than any of ours cannot be near one of them, and the table below grows with its length.
  if (mistyped.length > 40) return null;
  let nearest: string | null = null;
  let best = Math.max(2, mistyped.length / 3);
  for (const name of known) {
    const steps = distance(mistyped.toLowerCase(), name.toLowerCase());
    if (steps > best || (steps === best && nearest !== null)) continue;
    best = steps;
    nearest = name;
  }
  return nearest;
};
