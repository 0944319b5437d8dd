import { type ReactElement, useContext } from 'react';
import { ActionButton } from '../../components/action-button.js';
import { ModalRootContext } from '../../components/modal-root-context.js';
import { SkeletonRows } from '../../components/skeleton-rows.js';
import { EMAIL_CHUNK } from '../../features/email-chunk.js';
import { useAccount } from '../../hooks/use-account.js';
import { useModalMessages } from '../../hooks/use-modal-messages.js';
import { useViewChunk } from '../../modal/use-view-chunk.js';

/** The embedded wallet's part of the settings, if that wallet is connected. */
export const WalletSettings = (): ReactElement | null => {
  const root = useContext(ModalRootContext);
  return useAccount().embeddedWalletInfo === undefined || root === null ? null : <LoadedSettings root={root} />;
};

/** Fetches the part together with the other views of the embedded wallet. */
const LoadedSettings = ({ root }: { readonly root: ShadowRoot }): ReactElement => {
  const m = useModalMessages();
  const { failed, retry } = useViewChunk(root, 'now', EMAIL_CHUNK);
  const Settings = EMAIL_CHUNK.loaded()?.Settings;
  if (Settings !== undefined) return <Settings />;
  if (!failed) return <SkeletonRows count={2} label={m.loading} />;
  return (
    <div className="stack" role="alert">
      <p className="hint">{m.viewFailed}</p>
      <ActionButton onClick={retry}>{m.tryAgain}</ActionButton>
    </div>
  );
};
