import type { ReactElement, ReactNode } from 'react';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { AccountState } from '../../domain/connection/connection-state.js';
import { formatBalance } from '../../domain/money/format-amount.js';
import { useAccount } from '../hooks/use-account.js';
import { useBalance } from '../hooks/use-balance.js';
import { useButtonMessages } from '../hooks/use-button-messages.js';
import { useModal } from '../hooks/use-modal.js';
import { AccountIdentity } from './account-identity.js';
import { ignoreDisposed } from './ignore-disposed.js';
import { ModalTrigger, type ModalTriggerProps } from './modal-trigger.js';

/** Arguments of a custom account button's render function. */
export interface AccountButtonState {
  readonly account: AccountState;
  readonly open: () => void;
}

/** Props of {@link AccountButton}. */
export interface AccountButtonProps extends ModalTriggerProps {
  /** Shows and polls the native balance. Default `false`: no balance is read. */
  readonly balance?: boolean;
  /** Namespace whose account is shown. Default: the active one. */
  readonly namespace?: Namespace;
  /** Renders a custom button. */
  readonly children?: (state: AccountButtonState) => ReactNode;
}

/**
 * Shows the connected account and opens the account view. Renders nothing while no wallet is connected. After a reload it shows the stored
 * account from the first paint, while the session of a remote wallet is restored.
 * @example <AccountButton balance />
 */
export const AccountButton = ({ balance = false, namespace, children, ...button }: AccountButtonProps): ReactElement | null => {
  const modal = useModal();
  const scope = namespace === undefined ? {} : { namespace };
  const account = useAccount(scope);
  const { address } = account;
  if (address === undefined) return null;
  const open = (): void => ignoreDisposed(modal.open({ view: 'Account', ...scope }));
  if (children !== undefined) return <>{children({ account, open })}</>;
  return (
    <ModalTrigger {...button} kind="chip" testId="lk-account-button" onPress={open}>
      <AccountIdentity account={account} address={address}>
        {balance ? <Balance scope={scope} /> : null}
      </AccountIdentity>
    </ModalTrigger>
  );
};

/** A separate component, so that the balance is read only if it is shown. */
const Balance = ({ scope }: { readonly scope: { readonly namespace?: Namespace } }): ReactElement | null => {
  const m = useButtonMessages();
  const { data: balance } = useBalance(scope);
  if (balance === undefined) return null;
  return (
    <bdi dir="ltr" className="dim">
      {formatBalance(balance, { locale: m.locale })} {balance.symbol}
    </bdi>
  );
};
