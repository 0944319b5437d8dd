import type { ReactElement } from 'react';
import { namespaceOfAddress } from '../../../domain/account/address-namespace.js';
import { formatAddress } from '../../../domain/account/display-address.js';
import type { TokenBalance } from '../../../domain/tokens/token-balance.js';
import { withLookAlikes } from '../../../domain/tokens/token-look-alikes.js';
import { ActionButton } from '../../components/action-button.js';
import { FullAddress } from '../../components/full-address.js';
import { Notice } from '../../components/notice.js';
import { SkeletonRows } from '../../components/skeleton-rows.js';
import { useRetryWhenOnline } from '../../components/use-retry-when-online.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useToken } from '../../hooks/use-token.js';
import { TokenRow } from '../tokens/token-row.js';

/** Props of {@link TokenAt}. */
export interface TokenAtProps {
  /** Text that was searched for in vain: an address, or a name. */
  readonly text: string;
  /** The tokens that the account holds. */
  readonly tokens: readonly TokenBalance[];
  readonly onChoose: (token: TokenBalance) => void;
}

/** The token at a pasted address, which no list has. */
export const TokenAt = ({ text, tokens, onChoose }: TokenAtProps): ReactElement | null => {
  const m = useMessages();
  const { network } = useNetwork();
  const address = text.trim();
  const isAddress = namespaceOfAddress(address) !== null;
  const { data, error, refetch } = useToken(isAddress ? { address } : null);
  useRetryWhenOnline(error !== null, refetch);
  if (network === undefined) return null;
  if (!isAddress) return <p className="hint">{m.noTokensFound(text)}</p>;
  if (error !== null)
    return (
      <Notice icon="warning" title={m.sendTokenFailed} hint={m.sendTokensFailedHint}>
        <ActionButton testId="lk-try-again" onClick={refetch}>
          {m.tryAgain}
        </ActionButton>
      </Notice>
    );
  if (data === undefined) return <SkeletonRows count={1} label={m.loadingTokens} />;
  if (data === null) return <p className="hint">{m.noTokensFound(text)}</p>;
  const { asset, decimals, value } = data;
  const symbol = data.symbol ?? formatAddress(address);
  const found: TokenBalance = {
    ...{ chainId: network.caipNetworkId, asset, name: data.name ?? symbol, symbol, decimals, value },
    ...{ priceUsd: null, valueUsd: null, change24h: null, iconUrl: null },
  };
  const [token = found] = withLookAlikes([found], { coin: network.nativeCurrency, configured: [] }, tokens);
  if (value === 0n) return <p className="hint">{m.sendTokenNotHeld(token.symbol)}</p>;
  return (
    <section className="stack" aria-label={m.sendTokenAt}>
      <ul className="list">
        <li>
          <TokenRow token={token} totalUsd={null} onChoose={onChoose} />
        </li>
      </ul>
      <div className="send-found">
        <FullAddress value={address} />
      </div>
      <p className="hint" role="status">
        {m.sendTokenUnlisted}
      </p>
    </section>
  );
};
