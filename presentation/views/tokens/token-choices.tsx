import { type ReactElement, useMemo, useState } from 'react';
import type { AssetId } from '../../../domain/caip/caip-19.js';
import type { TokenBalance } from '../../../domain/tokens/token-balance.js';
import { TokenList, type TokenListProps } from './token-list.js';

/**
 * A list of tokens to choose from. While it is shown, no row moves when a balance arrives, so that a press hits the row that was seen: new rows
 * follow the others.
 */
export const TokenChoices = (props: TokenListProps & Required<Pick<TokenListProps, 'onChoose'>>): ReactElement => (
  <TokenList {...props} tokens={useFixedOrder(props.tokens)} />
);

const useFixedOrder = (tokens: readonly TokenBalance[]): readonly TokenBalance[] => {
  const [seen, setSeen] = useState<readonly (AssetId | null)[]>([]);
  const order = useMemo(() => {
    const known = new Set(seen);
    const added = tokens.map(({ asset }) => asset).filter((asset) => !known.has(asset));
    return added.length === 0 ? seen : [...seen, ...added];
  }, [seen, tokens]);
  // While rendering, as React advises for state that follows props: the next render has the same order.
  if (order !== seen) setSeen(order);
  return useMemo(() => {
    const positions = new Map(order.map((asset, position) => [asset, position]));
    const positionOf = ({ asset }: TokenBalance): number => positions.get(asset) ?? order.length;
    return tokens.toSorted((one, other) => positionOf(one) - positionOf(other));
  }, [order, tokens]);
};
