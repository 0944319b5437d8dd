import type { ReactElement } from 'react';
import { useAccounts } from '../hooks/use-accounts.js';
import { useConnection } from '../hooks/use-connection.js';
import { useMessages } from '../hooks/use-messages.js';
import { useSwitchNamespace } from '../hooks/use-switch-namespace.js';
import { Tabs } from './tabs.js';

/** Switches between the connected namespaces; nothing where one is connected. */
export const NamespaceTabs = ({ controls }: { readonly controls: string }): ReactElement | null => {
  const m = useMessages();
  const accounts = useAccounts();
  const { activeNamespace } = useConnection();
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
