import type { ReactElement } from 'react';
import { view } from '../../domain/router/views.js';
import { useModalMessages } from '../hooks/use-modal-messages.js';
import { useRouter } from '../hooks/use-router.js';
import { useTrack } from '../hooks/use-track.js';
import { Icon } from './icon.js';

/** Header button that explains what a wallet is. */
export const HelpButton = (): ReactElement => {
  const m = useModalMessages();
  const { push } = useRouter();
  const track = useTrack();
  return (
    <button
      type="button"
      className="tap"
      part="help"
      data-key="help"
      data-testid="lk-help"
      aria-label={m.titleWhatIsWallet}
      onClick={() => {
        track('CLICK_WALLET_HELP');
        push(view('WhatIsAWallet'));
      }}
    >
      <Icon name="help" />
    </button>
  );
};
