import type { ReactElement } from 'react';
import { useLatchkey } from '../hooks/use-latchkey.js';
import { useMessages } from '../hooks/use-messages.js';
import { useSnackbar } from '../hooks/use-snackbar.js';
import { IconTile } from './icon-tile.js';

/** Disconnects every wallet. The modal closes by itself once nothing is connected; when the wallet fails to forget the site, a message says so. */
export const DisconnectRow = (): ReactElement => {
  const m = useMessages();
  const { disconnectWallet } = useLatchkey().useCases;
  const { show } = useSnackbar();
  // Not the hook's run, which ends with the component: this row is gone before the wallet has answered.
  const disconnect = (): void =>
    void disconnectWallet.execute().subscribe(({ status }) => {
      if (status === 'error') show(m.disconnectFailed, 'error');
    });
  return (
    <button type="button" className="row" part="row disconnect" data-testid="lk-disconnect" onClick={disconnect}>
      <IconTile name="leave" />
      <span>{m.disconnect}</span>
    </button>
  );
};
