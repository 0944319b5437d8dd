import type { ReactElement } from 'react';
import { useMessages } from '../hooks/use-messages.js';
import { useOptions } from '../hooks/use-options.js';
import { useTrack } from '../hooks/use-track.js';
import { ExternalLink } from './external-link.js';

/** A list of wallets that no vendor keeps. */
const WALLET_GUIDE = 'https://ethereum.org/en/wallets/find-wallet/';

/** The way to a first wallet, unless the host has its own. */
export const WalletGuide = (): ReactElement | null => {
  const m = useMessages();
  const { enableWalletGuide } = useOptions();
  const track = useTrack();
  if (!enableWalletGuide) return null;
  return (
    <ExternalLink className="btn main" href={WALLET_GUIDE} onClick={() => track('CLICK_GET_WALLET')}>
      {m.getWallet}
    </ExternalLink>
  );
};
