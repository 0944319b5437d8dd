import type { ReactElement } from 'react';
import { useAccount } from '../hooks/use-account.js';
import { useMessages } from '../hooks/use-messages.js';
import { useSwitchAccount } from '../hooks/use-switch-account.js';
import { accountTypeLabel } from './account-type-label.js';
import { Tabs } from './tabs.js';

/** Switches between the kinds of account that a Bitcoin wallet shares: what pays, and what holds ordinals. */
export const AccountTypeTabs = ({ controls }: { readonly controls: string }): ReactElement | null => {
  const m = useMessages();
  const { namespace, allAccounts, preferredAccountType } = useAccount();
  const { switchAccount } = useSwitchAccount();
  const kinds = [...new Set(allAccounts.map(({ type }) => type))].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
  if (namespace !== 'bip122' || kinds.length < 2) return null;
  return (
    <Tabs
      label={m.accountKinds}
      tabs={kinds.map((type) => ({ id: type, label: accountTypeLabel({ namespace, type }, m) ?? type }))}
      selected={preferredAccountType}
      controls={controls}
      onPick={(type) => {
        const account = allAccounts.find((each) => each.type === type);
        if (account !== undefined) switchAccount({ namespace, address: account.address, type });
      }}
    />
  );
};

/** Whatever the order of the wallet, and whichever is in use. */
const ORDER: readonly string[] = ['payment', 'ordinal', 'stx'];
