import type { AssetBalance } from 'latchkey';

/** Number of address characters shown at each end. */
const SHOWN = 4;

/** Returns the token's symbol, or its shortened address if it has none. */
export const tokenName = ({ asset, symbol }: Pick<AssetBalance, 'asset' | 'symbol'>): string => {
  if (symbol !== null) return symbol;
  const address = asset.slice(asset.lastIndexOf(':') + 1);
  return `${address.slice(0, SHOWN)}…${address.slice(-SHOWN)}`;
};
