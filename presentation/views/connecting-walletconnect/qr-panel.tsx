import { type ReactElement, useState } from 'react';
import type { DirectoryWallet } from '../../../domain/directory/directory-wallet.js';
import { ActionButton } from '../../components/action-button.js';
import { CopyLabel, CopyStatus } from '../../components/copy-label.js';
import { GetWalletAction } from '../../components/get-wallet-action.js';
import { Notice } from '../../components/notice.js';
import { Picture } from '../../components/picture.js';
import { QrCode } from '../../components/qr-code.js';
import { useCopyWithFeedback } from '../../components/use-copy-with-feedback.js';
import { useMessages } from '../../hooks/use-messages.js';
import { usePairing } from '../../hooks/use-pairing.js';
import { useWalletImage } from '../../hooks/use-wallet-image.js';
import { PairingCountdown } from './pairing-countdown.js';

/** QR code for a wallet on another device, with its remaining validity and a link to copy. */
export const QrPanel = ({ wallet }: { readonly wallet: DirectoryWallet | null }): ReactElement => {
  const m = useMessages();
  const { wcUri, wcPairingExpiry } = usePairing();
  const image = useWalletImage(wallet);
  const { copied, copy } = useCopyWithFeedback();
  const [failed, setFailed] = useState(false);
  if (failed) {
    return (
      <Notice icon="warning" title={m.connectLoadFailed} hint={m.walletsFailedHint}>
        <ActionButton main onClick={() => setFailed(false)}>
          {m.tryAgain}
        </ActionButton>
      </Notice>
    );
  }
  const name = wallet?.name;
  return (
    <div className="stack">
      <QrCode
        // Without a URI there is the placeholder; a renewed one is drawn over the one before.
        key={wcUri === undefined ? 'none' : 'code'}
        text={wcUri}
        label={name === undefined ? m.qrOfAny : m.qrOf(name)}
        picture={wallet === null ? null : <Picture src={image} name={wallet.name} size={64} />}
        onError={() => setFailed(true)}
      />
      <div className="scan" aria-live="polite">
        <h2>{wcUri === undefined ? m.preparingCode : name === undefined ? m.scanWithAny : m.scanWith(name)}</h2>
        <p>{name === undefined ? m.scanWithAnyHint : m.scanWithHint(name)}</p>
      </div>
      <PairingCountdown expiry={wcPairingExpiry} />
      <div className="pair">
        <ActionButton busy={wcUri === undefined} testId="lk-copy-link" onClick={() => copy(wcUri ?? '')}>
          <CopyLabel copied={copied}>{m.copyLink}</CopyLabel>
        </ActionButton>
        <CopyStatus copied={copied} message={m.linkCopied} />
        {wallet === null ? null : <GetWalletAction wallet={wallet} />}
      </div>
    </div>
  );
};
