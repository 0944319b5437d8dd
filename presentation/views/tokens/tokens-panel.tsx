import type { ReactElement } from 'react';
import { view } from '../../../domain/router/views.js';
import { IconTile } from '../../components/icon-tile.js';
import { Row } from '../../components/row.js';
import { SkeletonRows } from '../../components/skeleton-rows.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useRouter } from '../../hooks/use-router.js';
import { useTokens } from '../../hooks/use-tokens.js';
import { TokenRow } from './token-row.js';
import { TokensStatus } from './tokens-status.js';

/** Tokens that the panel shows; the others are in the list of all. */
const SHOWN_COUNT = 5;
/** The list may be as short as this: if it got shorter, the row to disconnect would move below the pointer. */
const SKELETON_COUNT = 1;

/** The first tokens of the account. */
export const TokensPanel = (): ReactElement => {
  const m = useMessages();
  const { network } = useNetwork();
  const { push } = useRouter();
  const { items, hidden, pending, error, totalUsd, isListed } = useTokens();
  if (items === null && pending) return <SkeletonRows count={SKELETON_COUNT} label={m.loadingTokens} />;
  const all = items ?? [];
  const isMore = all.length > SHOWN_COUNT || hidden.length > 0;
  return (
    <div className="list">
      {all.slice(0, SHOWN_COUNT).map((token) => (
        <TokenRow key={token.asset ?? 'coin'} token={token} totalUsd={totalUsd} />
      ))}
      {isMore ? (
        <Row
          start={<IconTile name="grid" />}
          title={m.allTokens}
          detail={m.tokensInAll(all.length)}
          focusKey="all-tokens"
          testId="lk-all-tokens"
          onClick={() => push(view('Tokens'))}
        />
      ) : null}
      {items?.length === 0 && !isMore && error === null && isListed ? (
        <div className="more">
          <h2>{m.noTokens}</h2>
          <p>{m.noTokensHint(network?.name ?? m.network)}</p>
        </div>
      ) : (
        <TokensStatus />
      )}
    </div>
  );
};
