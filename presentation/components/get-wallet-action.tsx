import type { ReactElement } from 'react';
import type { DirectoryWallet } from '../../domain/directory/directory-wallet.js';
import { downloadChoice } from '../../domain/directory/wallet-downloads.js';
import { view } from '../../domain/router/views.js';
import { useLatchkey } from '../hooks/use-latchkey.js';
import { useModalMessages } from '../hooks/use-modal-messages.js';
import { useRouter } from '../hooks/use-router.js';
import { useTrack } from '../hooks/use-track.js';
import { ActionButton } from './action-button.js';
import { ExternalLink } from './external-link.js';

/** Button to install a wallet on this device: a link to the fitting store, or the list of all. Renders nothing if there is none. */
export const GetWalletAction = ({
  wallet,
  main = false,
}: {
  readonly wallet: DirectoryWallet;
  readonly main?: boolean;
}): ReactElement | null => {
  const m = useModalMessages();
  const { platform } = useLatchkey().browser;
  const { push } = useRouter();
  const track = useTrack();
  const choice = downloadChoice(wallet, platform);
  if (choice === null) return null;
  const text = m.titleDownload(wallet.name);
  if (choice !== 'all') {
    return (
      <ExternalLink className={main ? 'btn main' : 'btn'} href={choice.href} onClick={() => track('CLICK_GET_WALLET')}>
        {text}
      </ExternalLink>
    );
  }
  return (
    <ActionButton
      main={main}
      focusKey="get"
      testId="lk-get"
      onClick={() => {
        track('CLICK_GET_WALLET');
        push(view('Downloads', { walletId: wallet.id, wallet }));
      }}
    >
      {text}
    </ActionButton>
  );
};
