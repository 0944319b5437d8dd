import { comparableAsset } from './token-address.js';
import type { TokenBalance } from './token-balance.js';

/** Finds tokens by a part of their name or symbol, or by their whole address. */
export const searchTokens = (tokens: readonly TokenBalance[], text: string): readonly TokenBalance[] => {
  const search = text.trim().toLowerCase();
  if (search === '') return tokens;
  return tokens.filter(
    ({ asset, name, symbol }) =>
      name.toLowerCase().includes(search) ||
      symbol.toLowerCase().includes(search) ||
      (asset !== null && comparableAsset(asset).toLowerCase().endsWith(`:${search}`)),
  );
};
