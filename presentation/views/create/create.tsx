import type { ReactElement } from 'react';
import { view } from '../../../domain/router/views.js';
import { ActionButton } from '../../components/action-button.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useRouter } from '../../hooks/use-router.js';
import { useTrack } from '../../hooks/use-track.js';
import { WalletPicks } from '../get-wallet/get-wallet.js';

/** Helps to get a first wallet: some wallets, an introduction, and a way back for users who have one. */
export const Create = (): ReactElement => {
  const m = useMessages();
  const { push, reset } = useRouter();
  const track = useTrack();
  return (
    <div className="stack">
      <WalletPicks hint={m.createHint} />
      <ActionButton
        focusKey="what"
        onClick={() => {
          track('CLICK_WALLET_HELP');
          push(view('WhatIsAWallet'));
        }}
      >
        {m.titleWhatIsWallet}
      </ActionButton>
      <ActionButton testId="lk-have-wallet" onClick={() => reset(view('Connect'))}>
        {m.haveWallet}
      </ActionButton>
    </div>
  );
};
