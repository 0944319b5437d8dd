import type { ReactElement } from 'react';
import { view } from '../../../domain/router/views.js';
import type { SwapToken } from '../../../domain/swap/parse-swap.js';
import { isSwapNetwork } from '../../../domain/swap/swap-networks.js';
import { ActionButton } from '../../components/action-button.js';
import { Notice } from '../../components/notice.js';
import { SkeletonRows } from '../../components/skeleton-rows.js';
import { useRetryWhenOnline } from '../../components/use-retry-when-online.js';
import { useAccount } from '../../hooks/use-account.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useRouter } from '../../hooks/use-router.js';
import { useSwap } from '../../hooks/use-swap.js';
import { NotConnected } from '../account/not-connected.js';

const SKELETON_COUNT = 3;

/** Props of {@link SwapReady}. */
export interface SwapReadyProps {
  /** Renders the tokens that can be swapped: at least two. */
  readonly children: (tokens: readonly SwapToken[]) => ReactElement;
}

/** The tokens that can be swapped, once they are known; a notice or a skeleton until then. */
export const SwapReady = ({ children }: SwapReadyProps): ReactElement => {
  const m = useMessages();
  const { address } = useAccount();
  const { network } = useNetwork();
  const { replace } = useRouter();
  const { tokens, tokensError, edit } = useSwap();
  const retry = (): void => edit('refresh');
  useRetryWhenOnline(tokensError !== null, retry);
  const networkName = network?.name ?? m.network;
  if (address === undefined) return <NotConnected />;
  if (network === undefined || !isSwapNetwork(network.caipNetworkId))
    return (
      <Notice icon="warning" title={m.swapUnsupported} hint={m.swapUnsupportedHint(networkName)}>
        <ActionButton testId="lk-swap-networks" onClick={() => replace(view('UnsupportedChain', { swap: true }))}>
          {m.swapOtherNetwork}
        </ActionButton>
      </Notice>
    );
  // The app's developer has to act: trying again does not help.
  if (tokensError?.recovery === 'reconfigure') return <Notice icon="switch" title={m.swapUnavailable} hint={m.swapUnavailableHint} />;
  if (tokensError !== null)
    return (
      <Notice icon="warning" title={m.swapFailed} hint={m.swapFailedHint}>
        <ActionButton testId="lk-try-again" onClick={retry}>
          {m.tryAgain}
        </ActionButton>
      </Notice>
    );
  if (tokens === null) return <SkeletonRows count={SKELETON_COUNT} label={m.loadingTokens} />;
  if (tokens.length < 2) return <Notice icon="switch" title={m.swapNoTokens} hint={m.swapNoTokensHint(networkName)} />;
  return children(tokens);
};
