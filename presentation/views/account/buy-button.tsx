import type { ReactElement } from 'react';
import { ActionButton } from '../../components/action-button.js';
import { Icon } from '../../components/icon.js';
import { useBuy } from '../../components/use-buy.js';
import { useModalMessages } from '../../hooks/use-modal-messages.js';

/** Opens the providers that sell coins and tokens, where there are any. */
export const BuyButton = (): ReactElement | null => {
  const { buy } = useModalMessages();
  const open = useBuy();
  if (open === null) return null;
  return (
    <ActionButton focusKey="buy" testId="lk-buy" onClick={open}>
      <Icon name="card" />
      {buy}
    </ActionButton>
  );
};
