import type { ReactElement, ReactNode } from 'react';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { AccountState } from '../../domain/connection/connection-state.js';
import { formatBalance } from '../../domain/money/format-amount.js';
import { useAccount } from '../hooks/use-account.js';
import { useBalance } from '../hooks/use-balance.js';
import { useModal } from '../hooks/use-modal.js';
import { usePageMessages } from '../hooks/use-page-messages.js';
import { openFromPage } from './open-from-page.js';
import { PageButton, type PageButtonProps } from './page-button.js';
import { Who } from './who.js';

/** What a custom account button gets to work with. */
export interface AccountButtonState {
  readonly account: AccountState;
  readonly open: () => void;
}

/** An account button. */
export interface AccountButtonProps extends PageButtonProps {
  /** Shows the native balance, and keeps it fresh. Default `false`: nothing is read. */
  readonly balance?: boolean;
  /** The namespace whose account is shown. Default: the active one. */
  readonly namespace?: Namespace;
  /** Draws a button of your own. */
  readonly children?: (state: AccountButtonState) => ReactNode;
}

/**
 * Shows who is connected and opens the account view. Nothing while nobody is connected. After a reload it shows the account of a
 * wallet elsewhere from its first paint on, while the session is taken up.
 * @example <AccountButton balance />
 */
export const AccountButton = ({ balance = false, namespace, children, ...button }: AccountButtonProps): ReactElement | null => {
  const modal = useModal();
  const scope = namespace === undefined ? {} : { namespace };
  const account = useAccount(scope);
  const { address } = account;
  if (address === undefined) return null;
  const open = (): void => openFromPage(modal.open({ view: 'Account', ...scope }));
  if (children !== undefined) return <>{children({ account, open })}</>;
  return (
    <PageButton {...button} kind="chip" testId="lk-account-button" onPress={open}>
      <Who account={account} address={address}>
        {balance ? <Balance scope={scope} /> : null}
      </Who>
    </PageButton>
  );
};

/** The balance, in a component of its own: only where it is shown is it read. */
const Balance = ({ scope }: { readonly scope: { readonly namespace?: Namespace } }): ReactElement | null => {
  const m = usePageMessages();
  const { data: balance } = useBalance(scope);
  if (balance === undefined) return null;
  return (
    <bdi dir="ltr" className="dim">
      {formatBalance(balance, { locale: m.locale })} {balance.symbol}
    </bdi>
  );
};
