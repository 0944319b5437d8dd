import type { ReactElement } from 'react';
import { addressExplorerUrl } from '../../../domain/network/explorer-url.js';
import { view } from '../../../domain/router/views.js';
import { accountTypesOf } from '../../components/account-types-of.js';
import { canRequestAccounts } from '../../components/can-request-accounts.js';
import { ExternalLink } from '../../components/external-link.js';
import { Icon } from '../../components/icon.js';
import { IconTile } from '../../components/icon-tile.js';
import { LookAlike, useConnectedLookAlike } from '../../components/look-alike.js';
import { Row } from '../../components/row.js';
import { useAccount } from '../../hooks/use-account.js';
import { useAccounts } from '../../hooks/use-accounts.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useRouter } from '../../hooks/use-router.js';

/** Links to the account in the network's explorer. */
export const ExplorerAction = (): ReactElement | null => {
  const m = useMessages();
  const { address } = useAccount();
  const { network } = useNetwork();
  const href = network === undefined || address === undefined ? undefined : addressExplorerUrl(network, address);
  if (href === undefined) return null;
  return (
    <ExternalLink className="row" href={href}>
      <IconTile name="globe" />
      <span>{m.explorer(network?.blockExplorers?.default.name ?? '')}</span>
      <Icon name="external" />
    </ExternalLink>
  );
};

/** Opens the other accounts that the wallet shares or can share. */
export const SwitchAddressAction = (): ReactElement | null => {
  const m = useMessages();
  const account = useAccount();
  const { push } = useRouter();
  if (account.allAccounts.length <= accountTypesOf(account).length && !canRequestAccounts(account)) return null;
  return (
    <Row
      start={<IconTile name="switch" />}
      title={m.switchAddress}
      detail={m.accountsShared(account.allAccounts.length)}
      focusKey="accounts"
      testId="lk-switch-address"
      onClick={() => push(view('SwitchAddress'))}
    />
  );
};

/** Opens the accounts of all namespaces. */
export const ProfileAction = (): ReactElement | null => {
  const m = useMessages();
  const { push } = useRouter();
  const count = useAccounts().reduce((sum, each) => sum + each.allAccounts.length, 0);
  if (count < 2) return null;
  return (
    <Row
      start={<IconTile name="people" />}
      title={m.titleProfile}
      detail={m.accountsShared(count)}
      focusKey="profile"
      testId="lk-profile"
      onClick={() => push(view('Profile'))}
    />
  );
};

/** Opens the connection settings, and warns if another wallet imitates the connected one. */
export const SettingsAction = (): ReactElement => {
  const m = useMessages();
  const { connectedWalletInfo } = useAccount();
  const { push } = useRouter();
  const suspicious = useConnectedLookAlike();
  return (
    <>
      <Row
        start={<IconTile name="settings" />}
        title={m.titleSettings}
        detail={connectedWalletInfo === undefined ? undefined : <bdi>{connectedWalletInfo.name}</bdi>}
        describedBy={suspicious ? 'lk-look-alike' : undefined}
        end={suspicious ? <LookAlike /> : undefined}
        focusKey="settings"
        testId="lk-settings"
        onClick={() => push(view('AccountSettings'))}
      />
      {suspicious ? (
        <p className="hint" id="lk-look-alike">
          {m.lookAlikeHint}
        </p>
      ) : null}
    </>
  );
};
