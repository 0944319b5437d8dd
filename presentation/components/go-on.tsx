import type { ReactElement } from 'react';
import { useConnection } from '../hooks/use-connection.js';
import { useMessages } from '../hooks/use-messages.js';
import { useSwitchNamespace } from '../hooks/use-switch-namespace.js';
import { ActionButton } from './action-button.js';

/** The way on with what is connected, where the active namespace is not: nobody has to connect it. */
export const GoOn = (): ReactElement | null => {
  const m = useMessages();
  const { activeNamespace, connectedNamespaces } = useConnection();
  const { switchNamespace } = useSwitchNamespace();
  const [first] = connectedNamespaces;
  if (first === undefined || connectedNamespaces.includes(activeNamespace)) return null;
  return (
    <ActionButton focusKey="go on" testId="lk-go-on" onClick={() => switchNamespace({ namespace: first })}>
      {m.goOnWith(m.chainName(first))}
    </ActionButton>
  );
};
