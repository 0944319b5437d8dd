import { measureElement, useVirtualizer } from '@tanstack/react-virtual';
import { type ReactElement, useCallback, useRef } from 'react';
import type { TokenBalance } from '../../../domain/tokens/token-balance.js';
import { useScrollPace } from '../../components/use-scroll-pace.js';
import { VisibilityContext } from '../../hooks/visibility-context.js';
import { TokenRow } from './token-row.js';

/** Before the first row is measured. */
const ROW_PX = 62;
const OVERSCAN_ROWS = 6;

/** Props of {@link TokenList}. */
export interface TokenListProps {
  readonly tokens: readonly TokenBalance[];
  /** Value of all tokens, of which the rows tell the share; `null` for none. */
  readonly totalUsd: number | null;
  /** Names the list. */
  readonly label: string;
  /** Keep its identity. Default: the details of a token are shown. */
  readonly onChoose?: (token: TokenBalance) => void;
}

/** Virtualized list of tokens. */
export const TokenList = ({ tokens, totalUsd, label, onChoose }: TokenListProps): ReactElement => {
  const scrollRef = useRef<HTMLElement>(null);
  const visibility = useScrollPace(scrollRef);
  // Another function makes the virtualizer measure all rows again.
  const getItemKey = useCallback((index: number) => tokens[index]?.asset ?? 'coin', [tokens]);
  /** Most rows have the height of the first: with another estimate, each new row would move all that follow. */
  const rowPx = useRef<number | null>(null);
  const virtual = useVirtualizer<HTMLElement, HTMLLIElement>({
    count: tokens.length,
    getScrollElement: () => scrollRef.current,
    getItemKey,
    estimateSize: () => rowPx.current ?? ROW_PX,
    measureElement: (...measured) => {
      const px = measureElement(...measured);
      rowPx.current ??= px;
      return px;
    },
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
                <TokenRow token={token} totalUsd={totalUsd} onChoose={onChoose} />
              </li>
            );
          })}
        </ul>
      </VisibilityContext.Provider>
    </section>
  );
};
