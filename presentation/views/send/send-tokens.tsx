import type { ReactElement } from 'react';
import type { TokenBalance } from '../../../domain/tokens/token-balance.js';
import { ActionButton } from '../../components/action-button.js';
import { Notice } from '../../components/notice.js';
import { SkeletonRows } from '../../components/skeleton-rows.js';
import { useRetryWhenOnline } from '../../components/use-retry-when-online.js';
import { useAccount } from '../../hooks/use-account.js';
import { useBalance } from '../../hooks/use-balance.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useSend } from '../../hooks/use-send.js';
import { useTokens } from '../../hooks/use-tokens.js';
import { NotConnected } from '../account/not-connected.js';

const SKELETON_COUNT = 3;

/** Props of {@link SendTokens}. */
export interface SendTokensProps {
  /** Renders the tokens that can be sent: at least one. */
  readonly children: (tokens: readonly TokenBalance[]) => ReactElement;
}

/** What the account can send, once it is known; what is missing until then. */
export const SendTokens = ({ children }: SendTokensProps): ReactElement => {
  const m = useMessages();
  const { address } = useAccount();
  const { network, isUnsupported } = useNetwork();
  const { items, pending, refetch } = useTokens();
  const { tokens: sendable } = useSend();
  const { error: coinError, refetch: refetchCoin } = useBalance();
  const hasFailed = items === null && !pending;
  const retry = (): void => {
    refetch();
    refetchCoin();
  };
  useRetryWhenOnline(hasFailed || coinError !== null, retry);
  const networkName = network?.name ?? m.network;
  if (address === undefined) return <NotConnected />;
  if (isUnsupported) return <Notice icon="warning" title={m.sendUnsupported} hint={m.sendUnsupportedHint(networkName)} />;
  if (hasFailed)
    return (
      <Notice icon="warning" title={m.sendTokensFailed} hint={m.sendTokensFailedHint}>
        <ActionButton testId="lk-try-again" onClick={retry}>
          {m.tryAgain}
        </ActionButton>
      </Notice>
    );
  // Until the code of transfers is loaded, nothing can be entered.
  if (sendable === null) return <SkeletonRows count={SKELETON_COUNT} label={m.loadingTokens} />;
  const tokens = sendable.filter(({ value }) => value > 0n);
  if (tokens.length === 0) return <Notice icon="wallet" title={m.sendNoTokens} hint={m.sendNoTokensHint(networkName)} />;
  return children(tokens);
};
