import type { AssetBalance } from 'latchkey';

/** How much of the token's own address tells it apart. */
const SHOWN = 4;

/** What a token is called: its symbol, and where it says none the ends of its address. */
export const tokenName = ({ asset, symbol }: Pick<AssetBalance, 'asset' | 'symbol'>): string => {
  if (symbol !== null) return symbol;
  const address = asset.slice(asset.lastIndexOf(':') + 1);
  return `${address.slice(0, SHOWN)}…${address.slice(-SHOWN)}`;
};
