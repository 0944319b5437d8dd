import type { ReactElement } from 'react';
import { view } from '../../../domain/router/views.js';
import { ActionButton } from '../../components/action-button.js';
import { Notice } from '../../components/notice.js';
import { WalletGuide } from '../../components/wallet-guide.js';
import { useLatchkey } from '../../hooks/use-latchkey.js';
import { useModalMessages } from '../../hooks/use-modal-messages.js';
import { useOptions } from '../../hooks/use-options.js';
import { useRouter } from '../../hooks/use-router.js';
import { useTrack } from '../../hooks/use-track.js';
import { CustomWalletRow, useCustomWallets } from './custom-wallets.js';

/** Shown if no wallet is installed, with ways to get one. */
export const NoWallet = (): ReactElement => {
  const m = useModalMessages();
  const { enableWallets } = useOptions();
  const customWallets = useCustomWallets();
  const { mobile } = useLatchkey().browser.platform;
  const { push } = useRouter();
  const track = useTrack();
  if (!enableWallets) return <Notice icon="wallet" title={m.walletsDisabled} hint={m.walletsDisabledHint} />;
  return (
    <>
      <Notice icon="wallet" title={m.noWallet} hint={mobile ? m.noWalletHintMobile : m.noWalletHint} />
      {customWallets.map((link) => (
        <CustomWalletRow key={link.wallet.id} {...link} />
      ))}
      <WalletGuide />
      <ActionButton
        focusKey="what"
        onClick={() => {
          track('CLICK_WALLET_HELP');
          push(view('WhatIsAWallet'));
        }}
      >
        {m.titleWhatIsWallet}
      </ActionButton>
    </>
  );
};
