import { type ReactElement, useState } from 'react';
import { searchTokens } from '../../../domain/tokens/search-tokens.js';
import { Notice } from '../../components/notice.js';
import { SearchField } from '../../components/search-field.js';
import { SkeletonRows } from '../../components/skeleton-rows.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useTokens } from '../../hooks/use-tokens.js';
import { HiddenTokensRow } from './hidden-tokens-row.js';
import { TokenList } from './token-list.js';
import { TokensStatus } from './tokens-status.js';

/** Minimum number of tokens for a search field. */
const SEARCH_FROM = 8;
const SKELETON_COUNT = 4;

/** All tokens of the account, and the way to those that the user has hidden. */
export const Tokens = (): ReactElement => {
  const m = useMessages();
  const { network } = useNetwork();
  const { items, hidden, pending, error, totalUsd, isListed } = useTokens();
  const [text, setText] = useState('');
  if (items === null && pending) return <SkeletonRows count={SKELETON_COUNT} label={m.loadingTokens} />;
  const all = items ?? [];
  if (items?.length === 0 && hidden.length === 0 && error === null && isListed)
    return <Notice icon="wallet" title={m.noTokens} hint={m.noTokensHint(network?.name ?? m.network)} />;
  const found = searchTokens(all, text);
  return (
    <div className="stack">
      {all.length < SEARCH_FROM && text === '' ? null : (
        <div className="pinned">
          <SearchField value={text} label={m.searchTokens} onValueChange={setText} />
        </div>
      )}
      <p className="sr" role="status">
        {text === '' ? '' : m.tokensInAll(found.length)}
      </p>
      {found.length === 0 && text !== '' ? <p className="hint">{m.noTokensFound(text)}</p> : null}
      <TokenList key={text} tokens={found} totalUsd={totalUsd} label={m.tokenList} />
      <TokensStatus />
      <HiddenTokensRow />
    </div>
  );
};
