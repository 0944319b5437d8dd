import type { ReactElement } from 'react';
import { hasDirectory } from '../../domain/directory/has-directory.js';
import { view } from '../../domain/router/views.js';
import { useModalMessages } from '../hooks/use-modal-messages.js';
import { useOptions } from '../hooks/use-options.js';
import { useRouter } from '../hooks/use-router.js';
import { useTrack } from '../hooks/use-track.js';
import { ActionButton } from './action-button.js';
import { ExternalLink } from './external-link.js';

/** Vendor-neutral list of wallets. */
export const WALLET_GUIDE = 'https://ethereum.org/en/wallets/find-wallet/';

/** Link to get a first wallet, unless the app has its own guide. */
export const WalletGuide = ({ main = true }: { readonly main?: boolean }): ReactElement | null => {
  const m = useModalMessages();
  const options = useOptions();
  const track = useTrack();
  const { push } = useRouter();
  if (!options.enableWalletGuide) return null;
  if (hasDirectory(options)) {
    const onClick = (): void => {
      track('CLICK_GET_WALLET');
      push(view('GetWallet'));
    };
    return (
      <ActionButton main={main} focusKey="get" onClick={onClick}>
        {m.getWallet}
      </ActionButton>
    );
  }
  return (
    <ExternalLink className={main ? 'btn main' : 'btn'} href={WALLET_GUIDE} onClick={() => track('CLICK_GET_WALLET')}>
      {m.getWallet}
    </ExternalLink>
  );
};
