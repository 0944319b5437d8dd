import type { ReactElement } from 'react';
import { ActionButton } from '../../components/action-button.js';
import { useRetryWhenOnline } from '../../components/use-retry-when-online.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useTokens } from '../../hooks/use-tokens.js';

/** Says why tokens are missing from the list; `null` if none is. */
export const TokensStatus = (): ReactElement | null => {
  const m = useMessages();
  const { network } = useNetwork();
  const { items, pending, error, isListed, refetch } = useTokens();
  // The app's developer has to act, not the user: what the chain tells is listed.
  const isMisconfigured = error?.recovery === 'reconfigure';
  const hasFailed = error !== null && !isMisconfigured;
  useRetryWhenOnline(hasFailed, refetch);
  if (hasFailed)
    return (
      <div className="more" role="alert">
        <p>{items === null || items.length === 0 ? m.tokensFailed : m.tokensOutdated}</p>
        <ActionButton testId="lk-try-again" busy={pending} onClick={refetch}>
          {m.tryAgain}
        </ActionButton>
      </div>
    );
  if (items === null) return <p className="hint">{m.tokensUnavailable}</p>;
  return isListed && !isMisconfigured ? null : <p className="hint">{m.tokensNotListed(network?.name ?? m.network)}</p>;
};
