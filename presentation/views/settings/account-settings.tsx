import { type ReactElement, useId } from 'react';
import { NAME_LONG, truncate } from '../../../domain/account/display-address.js';
import { canChooseNetwork } from '../../../domain/network/network-list.js';
import { view } from '../../../domain/router/views.js';
import { Address } from '../../components/address.js';
import { Avatar } from '../../components/avatar.js';
import { CopyLabel, CopyStatus } from '../../components/copy-label.js';
import { DisconnectRow } from '../../components/disconnect-row.js';
import { NetworkPicture } from '../../components/network-picture.js';
import { Row } from '../../components/row.js';
import { useCopyWithFeedback } from '../../components/use-copy-with-feedback.js';
import { useFeatures } from '../../features/features-context.js';
import { useAccount } from '../../hooks/use-account.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useOptions } from '../../hooks/use-options.js';
import { useRouter } from '../../hooks/use-router.js';
import { useTheme } from '../../hooks/use-theme.js';
import { useTrack } from '../../hooks/use-track.js';
import { NotConnected } from '../account/not-connected.js';
import { FrameStage } from '../email/frame-stage.js';
import { EventLog } from './event-log.js';

/** Settings of the connected account and of the modal. */
export const AccountSettings = (): ReactElement => {
  const { address, embeddedWalletInfo } = useAccount();
  if (address === undefined) return <NotConnected />;
  const content = <Settings address={address} />;
  // The site of the embedded wallet may ask something while the account type is switched.
  return embeddedWalletInfo === undefined ? content : <FrameStage>{content}</FrameStage>;
};

const Settings = ({ address }: { readonly address: string }): ReactElement => {
  const { settings } = useFeatures();
  return (
    <div className="stack">
      <div className="list">
        <AddressRow address={address} />
        <NetworkSetting />
      </div>
      {Object.entries(settings).map(([id, Part]) => (
        <Part key={id} />
      ))}
      <ThemeChoice />
      <EventLog />
      <DisconnectRow />
    </div>
  );
};

/** The account; a click copies its address. */
const AddressRow = ({ address }: { readonly address: string }): ReactElement => {
  const m = useMessages();
  const { addressLabel, profileName, profileImage } = useAccount();
  const { copied, copy } = useCopyWithFeedback();
  const name = addressLabel ?? profileName;
  const short = <Address value={address} />;
  return (
    <>
      <Row
        start={<Avatar address={address} image={profileImage} />}
        title={name === undefined ? short : <bdi title={address}>{truncate(name, NAME_LONG)}</bdi>}
        detail={name === undefined ? undefined : short}
        end={
          <span className="ends">
            <CopyLabel copied={copied}>
              <span className="sr">{m.copyAddress}</span>
            </CopyLabel>
          </span>
        }
        focusKey="address"
        testId="lk-settings-address"
        onClick={() => copy(address)}
      />
      <CopyStatus copied={copied} message={m.addressCopied} />
    </>
  );
};

/** The network in use; opens the list of networks if there is a choice. */
const NetworkSetting = (): ReactElement | null => {
  const m = useMessages();
  const { network, networks } = useNetwork();
  const { enableNetworkSwitch } = useOptions();
  const { push } = useRouter();
  const track = useTrack();
  if (network === undefined) return null;
  const name = network.unknown ? m.unknownNetwork : network.name;
  const picture = <NetworkPicture network={network} name={name} />;
  if (!enableNetworkSwitch || !canChooseNetwork(networks, network))
    return (
      <div className="row" part="row" data-testid="lk-settings-network">
        {picture}
        <span>
          {m.network}
          <small>{name}</small>
        </span>
      </div>
    );
  return (
    <Row
      start={picture}
      title={m.network}
      detail={name}
      focusKey="network"
      testId="lk-settings-network"
      onClick={() => {
        track('CLICK_NETWORKS');
        push(view('Networks'));
      }}
    />
  );
};

/** Chooses the theme, for this user in this browser. */
const ThemeChoice = (): ReactElement => {
  const m = useMessages();
  const name = useId();
  const { mode, chooseMode } = useTheme();
  const modes = [
    ['auto', m.themeSystem],
    ['light', m.themeLight],
    ['dark', m.themeDark],
  ] as const;
  return (
    <fieldset className="choices in-line">
      <legend>{m.theme}</legend>
      {modes.map(([each, label]) => (
        <label key={each} className="choice">
          <input
            type="radio"
            name={name}
            value={each}
            checked={mode === each}
            data-testid={`lk-theme-${each}`}
            onChange={() => chooseMode(each)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
};
