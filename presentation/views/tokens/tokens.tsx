import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactElement, useRef, useState } from 'react';
import type { HiddenBalance } from '../../../domain/tokens/hidden-tokens.js';
import { searchTokens } from '../../../domain/tokens/search-tokens.js';
import type { TokenBalance } from '../../../domain/tokens/token-balance.js';
import { Notice } from '../../components/notice.js';
import { SearchField } from '../../components/search-field.js';
import { SkeletonRows } from '../../components/skeleton-rows.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useTokens } from '../../hooks/use-tokens.js';
import { TokenRow } from './token-row.js';

const ROW_PX = 64;
const OVERSCAN_ROWS = 6;
/** Minimum number of tokens for a search field. */
const SEARCH_FROM = 8;
const SKELETON_COUNT = 4;

/** All tokens of the account, with those that the user has hidden at the end. */
export const Tokens = (): ReactElement => {
  const m = useMessages();
  const { network } = useNetwork();
  const { items, hidden, pending, totalUsd } = useTokens();
  const [text, setText] = useState('');
  if (items === null && pending) return <SkeletonRows count={SKELETON_COUNT} label={m.loadingTokens} />;
  const all = items ?? [];
  if (all.length === 0 && hidden.length === 0)
    return <Notice icon="wallet" title={m.noTokens} hint={m.noTokensHint(network?.name ?? m.network)} />;
  const found = searchTokens(all, text);
  return (
    <div className="stack">
      {all.length < SEARCH_FROM ? null : (
        <div className="pinned">
          <SearchField value={text} label={m.searchTokens} onValueChange={setText} />
        </div>
      )}
      <p className="sr" role="status">
        {text === '' ? '' : m.tokensInAll(found.length)}
      </p>
      {found.length === 0 && text !== '' ? <p className="hint">{m.noTokensFound(text)}</p> : null}
      <TokenList key={text} tokens={found} totalUsd={totalUsd} />
      {hidden.length === 0 ? null : <HiddenTokenList hidden={hidden} />}
    </div>
  );
};

/** Virtualized list. */
const TokenList = ({ tokens, totalUsd }: { readonly tokens: readonly TokenBalance[]; readonly totalUsd: number | null }): ReactElement => {
  const m = useMessages();
  const scrollRef = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: tokens.length,
    getScrollElement: () => scrollRef.current,
    getItemKey: (index) => tokens[index]?.asset ?? 'coin',
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN_ROWS,
  });
  return (
    <section className="token-list scroll" ref={scrollRef} aria-label={m.tokenList} data-testid="lk-tokens">
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

const HiddenTokenList = ({ hidden }: { readonly hidden: readonly HiddenBalance[] }): ReactElement => {
  const m = useMessages();
  return (
    <details className="hidden-tokens" data-testid="lk-hidden-tokens">
      <summary>{m.hiddenTokens(hidden.length)}</summary>
      <div className="list">
        {hidden.map((token) => (
          <TokenRow key={token.asset ?? 'coin'} token={token} totalUsd={null} />
        ))}
      </div>
    </details>
  );
};
