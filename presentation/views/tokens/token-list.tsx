import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactElement, useRef } from 'react';
import type { TokenBalance } from '../../../domain/tokens/token-balance.js';
import { TokenRow } from './token-row.js';

const ROW_PX = 64;
const OVERSCAN_ROWS = 6;

/** Props of {@link TokenList}. */
export interface TokenListProps {
  readonly tokens: readonly TokenBalance[];
  /** Value of all tokens, of which the rows tell the share; `null` for none. */
  readonly totalUsd: number | null;
  /** Names the list. */
  readonly label: string;
}

/** Virtualized list of tokens. */
export const TokenList = ({ tokens, totalUsd, label }: TokenListProps): ReactElement => {
  const scrollRef = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: tokens.length,
    getScrollElement: () => scrollRef.current,
    getItemKey: (index) => tokens[index]?.asset ?? 'coin',
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN_ROWS,
  });
  return (
    <section className="token-list scroll" ref={scrollRef} aria-label={label} data-testid="lk-tokens">
      <ul style={{ blockSize: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const token = tokens[index];
          return token === undefined ? null : (
            <li key={key} data-index={index} ref={virtual.measureElement} style={{ transform: `translateY(${String(start)}px)` }}>
              <TokenRow token={token} totalUsd={totalUsd} />
            </li>
          );
        })}
      </ul>
    </section>
  );
};
