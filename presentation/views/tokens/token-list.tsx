import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactElement, useCallback, useRef } from 'react';
import type { TokenBalance } from '../../../domain/tokens/token-balance.js';
import { useScrollPace } from '../../components/use-scroll-pace.js';
import { VisibilityContext } from '../../hooks/visibility-context.js';
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
  const visibility = useScrollPace(scrollRef);
  // Another function makes the virtualizer measure all rows again.
  const getItemKey = useCallback((index: number) => tokens[index]?.asset ?? 'coin', [tokens]);
  const virtual = useVirtualizer({
    count: tokens.length,
    getScrollElement: () => scrollRef.current,
    getItemKey,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN_ROWS,
    // The overscan gives React time to render the next rows without blocking the scroll.
    useFlushSync: false,
  });
  return (
    <section className="token-list scroll" ref={scrollRef} aria-label={label} data-testid="lk-tokens">
      <VisibilityContext.Provider value={visibility}>
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
      </VisibilityContext.Provider>
    </section>
  );
};
