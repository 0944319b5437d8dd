import type { ReactElement } from 'react';
import type { AccountState } from '../../../domain/connection/connection-state.js';
import { view } from '../../../domain/router/views.js';
import { accountTypesOf } from '../../components/account-types-of.js';
import { canRequestAccounts } from '../../components/can-request-accounts.js';
import { IconTile } from '../../components/icon-tile.js';
import { Row } from '../../components/row.js';
import { useAccount } from '../../hooks/use-account.js';
import { useAccounts } from '../../hooks/use-accounts.js';
import { useModalMessages } from '../../hooks/use-modal-messages.js';
import { useRouter } from '../../hooks/use-router.js';

const canSwitch = (account: AccountState): boolean =>
  account.allAccounts.length > accountTypesOf(account).length || canRequestAccounts(account);

const hasAlternatives = (account: AccountState): boolean => canSwitch(account) || accountTypesOf(account).length > 1;

/**
 * Opens the other accounts that the wallet shares or can share. Chains without them show it disabled, unless they have the tabs of account
 * types instead, so that the view keeps its height between chains.
 */
export const SwitchAddressAction = (): ReactElement | null => {
  const m = useModalMessages();
  const account = useAccount();
  const accounts = useAccounts();
  const { push } = useRouter();
  const isSwitchable = canSwitch(account);
  // The embedded wallet's accounts are switched in its settings, which explain them.
  if (account.embeddedWalletInfo !== undefined) return null;
  if (!isSwitchable && (accountTypesOf(account).length > 1 || !accounts.some(hasAlternatives))) return null;
  return (
    <Row
      start={<IconTile name="switch" />}
      title={m.switchAddress}
      detail={m.accountsShared(account.allAccounts.length)}
      end={isSwitchable ? undefined : null}
      disabled={!isSwitchable}
      focusKey="accounts"
      testId="lk-switch-address"
      onClick={() => push(view('SwitchAddress'))}
    />
  );
};

/** Opens the accounts of all namespaces. */
export const ProfileAction = (): ReactElement | null => {
  const m = useModalMessages();
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
