import type { ReactElement } from 'react';
import { useAccount } from '../hooks/use-account.js';
import { useMessages } from '../hooks/use-messages.js';
import { useSwitchAccount } from '../hooks/use-switch-account.js';
import { accountKindsOf } from './account-kinds.js';
import { accountTypeLabel } from './account-type-label.js';
import { Tabs } from './tabs.js';

/** Switches between the kinds of account that a Bitcoin wallet shares: what pays, and what holds ordinals. */
export const AccountTypeTabs = ({ controls }: { readonly controls: string }): ReactElement | null => {
  const m = useMessages();
  const account = useAccount();
  const { namespace, allAccounts, preferredAccountType } = account;
  const { switchAccount } = useSwitchAccount();
  const kinds = accountKindsOf(account);
  if (kinds.length < 2) return null;
  return (
    <Tabs
      label={m.accountKinds}
      tabs={kinds.map((type) => ({ id: type, label: accountTypeLabel({ namespace, type }, m) ?? type }))}
      selected={preferredAccountType}
      controls={controls}
      onPick={(type) => {
        const next = allAccounts.find((each) => each.type === type);
        if (next !== undefined) switchAccount({ namespace, address: next.address, type });
      }}
    />
  );
};
