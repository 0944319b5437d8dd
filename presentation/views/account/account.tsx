import type { ReactElement } from 'react';
import { NAME_LONG, truncate } from '../../../domain/account/display-address.js';
import { addressExplorerUrl } from '../../../domain/network/explorer-url.js';
import { accountTypeLabel } from '../../components/account-type-label.js';
import { accountTypesOf } from '../../components/account-types-of.js';
import { Address } from '../../components/address.js';
import { Avatar } from '../../components/avatar.js';
import { CopyLabel, CopyStatus } from '../../components/copy-label.js';
import { DisconnectRow } from '../../components/disconnect-row.js';
import { ExternalLink } from '../../components/external-link.js';
import { Icon } from '../../components/icon.js';
import { LookAlike, useConnectedLookAlike } from '../../components/look-alike.js';
import { Picture } from '../../components/picture.js';
import { Tabs, tabId } from '../../components/tabs.js';
import { useCopyWithFeedback } from '../../components/use-copy-with-feedback.js';
import { useWalletIcon } from '../../components/use-wallet-icon.js';
import { useFeatures } from '../../features/features-context.js';
import { useAccount } from '../../hooks/use-account.js';
import { useAccounts } from '../../hooks/use-accounts.js';
import { useConnectionStatus } from '../../hooks/use-connection-status.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useOptions } from '../../hooks/use-options.js';
import { useSetActiveAccount } from '../../hooks/use-set-active-account.js';
import { useSwitchNamespace } from '../../hooks/use-switch-namespace.js';
import { AccountTabs } from './account-tabs.js';
import { Balance } from './balance.js';
import { MissingPermissionsNotice } from './missing-permissions-notice.js';
import { NotConnected } from './not-connected.js';
import { TotalValue } from './total-value.js';
import { WalletFeatures } from './wallet-features.js';

/** Id of the tab panel. */
const PANEL = 'lk-account';

/** The connected account: identity, balance and the features' actions. */
export const Account = (): ReactElement => {
  const m = useMessages();
  const { accountActions } = useFeatures();
  const account = useAccount();
  const { address, addressLabel, profileName, profileImage } = account;
  const accounts = useAccounts();
  const name = addressLabel ?? profileName;
  const { copied, copy } = useCopyWithFeedback();

  if (address === undefined) return <NotConnected />;
  const types = accountTypesOf(account);
  const tabs = [
    ...(accounts.length > 1 ? [tabId(account.namespace)] : []),
    ...(types.length > 1 && account.allAccounts.length === types.length && account.preferredAccountType !== undefined
      ? [tabId(account.preferredAccountType)]
      : []),
  ];
  return (
    <>
      <div className="switches">
        <NamespaceTabs controls={PANEL} />
        <AccountTypeTabs controls={PANEL} />
      </div>
      <div id={PANEL} {...(tabs.length === 0 ? {} : { role: 'tabpanel', 'aria-labelledby': tabs.join(' ') })}>
        <div className="who">
          <Avatar address={address} image={profileImage} size={72} />
          <div className="ident">
            <button type="button" className="addr" part="address" data-testid="lk-address" onClick={() => copy(address)}>
              <span className="sr">{m.copyAddress}</span>
              <CopyLabel copied={copied}>
                {name === undefined ? <Address value={address} /> : <bdi title={address}>{truncate(name, NAME_LONG)}</bdi>}
              </CopyLabel>
            </button>
            <ExplorerLink address={address} />
          </div>
          <CopyStatus copied={copied} message={m.addressCopied} />
          <Balance />
          <TotalValue />
          <ConnectedWallet />
        </div>
        <WalletFeatures />
        <AccountTabs />
        <div className="list">
          {Object.entries(accountActions).map(([id, Action]) => (
            <Action key={id} />
          ))}
          <MissingPermissionsNotice />
          <DisconnectRow />
        </div>
      </div>
    </>
  );
};

/** Link to the account in the network's explorer. */
const ExplorerLink = ({ address }: { readonly address: string }): ReactElement | null => {
  const m = useMessages();
  const { network } = useNetwork();
  const href = network === undefined ? undefined : addressExplorerUrl(network, address);
  if (href === undefined) return null;
  return (
    <ExternalLink className="tap" href={href}>
      <span className="sr">{m.explorer(network?.blockExplorers?.default.name ?? '')}</span>
      <Icon name="external" />
    </ExternalLink>
  );
};

/**
 * The wallet of the account, the account's type if the wallet has smart accounts, its network if the header does not show it, and a warning
 * if another wallet imitates it.
 */
const ConnectedWallet = (): ReactElement | null => {
  const m = useMessages();
  const { enableNetworkSwitch } = useOptions();
  const { namespace, connectorId, connectedWalletInfo, allAccounts } = useAccount();
  const { network } = useNetwork();
  const [current] = allAccounts;
  const hasSmartAccounts = allAccounts.some(({ type }) => type === 'smartAccount');
  const kind = current !== undefined && hasSmartAccounts ? accountTypeLabel(current, m) : undefined;
  const suspicious = useConnectedLookAlike();
  const picture = useWalletIcon({ namespace, connectorId, icon: connectedWalletInfo?.icon });
  if (connectedWalletInfo === undefined) return null;
  const { name } = connectedWalletInfo;
  return (
    <>
      <div className="via" data-testid="lk-connected-wallet">
        <Picture src={picture} name={name} size={20} />
        <small>
          <bdi className="item">{name}</bdi>
          {kind === undefined ? null : (
            <span className="item" data-testid="lk-account-type">
              {kind}
            </span>
          )}
          {enableNetworkSwitch || network === undefined ? null : (
            <span className="item">{network.unknown ? m.unknownNetwork : network.name}</span>
          )}
        </small>
        {suspicious ? <LookAlike /> : null}
      </div>
      {suspicious ? <p className="hint">{m.lookAlikeHint}</p> : null}
    </>
  );
};

/** Switches between the account types that a Bitcoin wallet shares, such as payment and ordinals. */
const AccountTypeTabs = ({ controls }: { readonly controls: string }): ReactElement | null => {
  const m = useMessages();
  const account = useAccount();
  const { namespace, allAccounts, preferredAccountType, embeddedWalletInfo } = account;
  const { setActiveAccount } = useSetActiveAccount();
  const types = accountTypesOf(account);
  // More accounts than types are switched in their own view.
  if (types.length < 2 || allAccounts.length > types.length || embeddedWalletInfo !== undefined) return null;
  return (
    <Tabs
      label={m.accountTypes}
      tabs={types.map((type) => ({ id: type, label: accountTypeLabel({ namespace, type }, m) ?? type }))}
      selected={preferredAccountType}
      controls={controls}
      onPick={(type) => {
        const next = allAccounts.find((each) => each.type === type);
        if (next !== undefined) setActiveAccount({ namespace, address: next.address, type });
      }}
    />
  );
};

/** Switches between connected namespaces. Renders nothing if there is only one. */
const NamespaceTabs = ({ controls }: { readonly controls: string }): ReactElement | null => {
  const m = useMessages();
  const accounts = useAccounts();
  const { activeNamespace } = useConnectionStatus();
  const { switchNamespace } = useSwitchNamespace();
  if (accounts.length < 2) return null;
  return (
    <Tabs
      label={m.chains}
      tabs={accounts.map(({ namespace: id }) => ({ id, label: m.chainName(id) }))}
      selected={activeNamespace}
      controls={controls}
      onPick={(namespace) => switchNamespace({ namespace })}
    />
  );
};
