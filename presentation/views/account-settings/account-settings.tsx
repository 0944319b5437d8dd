import type { ReactElement } from 'react';
import { NAME_LONG, truncate } from '../../../domain/account/display-address.js';
import { canChooseNetwork } from '../../../domain/network/network-list.js';
import { view } from '../../../domain/router/views.js';
import { accountTypeLabel } from '../../components/account-type-label.js';
import { Address } from '../../components/address.js';
import { Avatar } from '../../components/avatar.js';
import { DisconnectRow } from '../../components/disconnect-row.js';
import { Icon } from '../../components/icon.js';
import { LookAlike, useConnectedLookAlike } from '../../components/look-alike.js';
import { Picture } from '../../components/picture.js';
import { Row } from '../../components/row.js';
import { useCopyAddress } from '../../components/use-copy-address.js';
import { useWalletIcon } from '../../components/use-wallet-icon.js';
import { useAccount } from '../../hooks/use-account.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useOptions } from '../../hooks/use-options.js';
import { useRouter } from '../../hooks/use-router.js';
import { useTrack } from '../../hooks/use-track.js';

/** Settings of the connection: address, network, wallet and the disconnect button. */
export const AccountSettings = (): ReactElement => {
  const m = useMessages();
  const { enableNetworkSwitch } = useOptions();
  const { namespace, address, addressLabel, profileImage, connectedWalletInfo, connectorId, allAccounts } = useAccount();
  const accountType = allAccounts[0] === undefined ? undefined : accountTypeLabel({ namespace, type: allAccounts[0].type }, m);
  const { network, networks } = useNetwork();
  const { push } = useRouter();
  const { copied, copy } = useCopyAddress();
  const track = useTrack();
  const suspicious = useConnectedLookAlike();
  const picture = useWalletIcon({ namespace, connectorId, icon: connectedWalletInfo?.icon });
  const networkName = network === undefined || network.unknown ? m.unknownNetwork : network.name;
  return (
    <div className="list">
      {address === undefined ? null : (
        <Row
          start={<Avatar address={address} src={profileImage} />}
          title={addressLabel === undefined ? <Address value={address} /> : <bdi>{truncate(addressLabel, NAME_LONG)}</bdi>}
          detail={
            <>
              {addressLabel === undefined ? null : (
                <>
                  <Address value={address} />{' '}
                </>
              )}
              {accountType === undefined ? null : <span className="item">{accountType}</span>}
              <span className="item">{m.copyAddress}</span>
            </>
          }
          end={<Icon name={copied ? 'check' : 'copy'} />}
          focusKey="address"
          testId="lk-address"
          onClick={() => copy(address)}
        />
      )}
      {network === undefined ? null : (
        <Row
          start={<Picture src={network.assets.imageUrl} name={networkName} round />}
          title={networkName}
          detail={m.network}
          focusKey="network"
          testId="lk-network-row"
          disabled={!enableNetworkSwitch || !canChooseNetwork(networks, network)}
          onClick={() => {
            track('CLICK_NETWORKS');
            push(view('Networks'));
          }}
        />
      )}
      {connectedWalletInfo === undefined ? null : (
        <div className="row" part="row">
          <Picture src={picture} name={connectedWalletInfo.name} />
          <span>
            <bdi>{connectedWalletInfo.name}</bdi>
            <small>{m.wallet}</small>
          </span>
          {suspicious ? <LookAlike /> : null}
        </div>
      )}
      {suspicious ? <p className="hint">{m.lookAlikeHint}</p> : null}
      <DisconnectRow />
    </div>
  );
};
