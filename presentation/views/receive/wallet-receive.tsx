import type { ReactElement } from 'react';
import { NAME_SHORT, truncate } from '../../../domain/account/display-address.js';
import { view } from '../../../domain/router/views.js';
import { ActionButton } from '../../components/action-button.js';
import { CopyLabel, CopyStatus } from '../../components/copy-label.js';
import { NetworkPicture } from '../../components/network-picture.js';
import { QrCode } from '../../components/qr-code.js';
import { Row } from '../../components/row.js';
import { useCopyWithFeedback } from '../../components/use-copy-with-feedback.js';
import { useAccount } from '../../hooks/use-account.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useRouter } from '../../hooks/use-router.js';
import { NotConnected } from '../account/not-connected.js';
import { useCompatibleNetworks } from './use-compatible-networks.js';

/** The account's address as text and as a QR code, in full: a sender compares all of it. */
export const WalletReceive = (): ReactElement => {
  const m = useMessages();
  const { address, addressLabel, profileName } = useAccount();
  const { network } = useNetwork();
  const networks = useCompatibleNetworks();
  const { push } = useRouter();
  const { copied, copy } = useCopyWithFeedback();
  if (address === undefined) return <NotConnected />;
  const name = addressLabel ?? profileName;
  return (
    <div className="stack">
      <QrCode text={address} label={m.receiveCode} picture={<NetworkPicture network={network} size={64} />} />
      <div className="receive-address">
        <h2>{name === undefined ? m.yourAddress : <bdi>{truncate(name, NAME_SHORT)}</bdi>}</h2>
        <code dir="ltr" data-testid="lk-receive-address">
          {address}
        </code>
        <p>{m.receiveHint}</p>
      </div>
      <ActionButton main testId="lk-copy-address" onClick={() => copy(address)}>
        <CopyLabel copied={copied}>{m.copyAddress}</CopyLabel>
      </ActionButton>
      <CopyStatus copied={copied} message={m.addressCopied} />
      <Row
        start={<NetworkPicture network={network} />}
        title={m.titleCompatibleNetworks}
        detail={networks.map((each) => each.name).join(', ')}
        focusKey="networks"
        testId="lk-compatible-networks"
        onClick={() => push(view('WalletCompatibleNetworks'))}
      />
    </div>
  );
};
