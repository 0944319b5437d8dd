import type { ReactElement, ReactNode } from 'react';
import { ADDRESS_LONG, NAME_SHORT, truncate } from '../../domain/account/display-address.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { AccountState } from '../../domain/connection/connection-state.js';
import { formatBalance } from '../../domain/money/format-amount.js';
import { useAccount } from '../hooks/use-account.js';
import { useBalance } from '../hooks/use-balance.js';
import { useModal } from '../hooks/use-modal.js';
import { usePageMessages } from '../hooks/use-page-messages.js';
import { Address } from './address.js';
import { Avatar } from './avatar.js';
import { openFromPage } from './open-from-page.js';
import { PageButton, type PageButtonProps } from './page-button.js';

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
 * Shows who is connected and opens the account view. Nothing while nobody is connected.
 * @example <AccountButton balance />
 */
export const AccountButton = ({ balance = false, namespace, children, ...button }: AccountButtonProps): ReactElement | null => {
  const modal = useModal();
  const scope = namespace === undefined ? {} : { namespace };
  const account = useAccount(scope);
  const { address, addressLabel, profileName, profileImage } = account;
  const name = addressLabel ?? profileName;
  if (address === undefined) return null;
  const open = (): void => openFromPage(modal.open({ view: 'Account', ...scope }));
  if (children !== undefined) return <>{children({ account, open })}</>;
  return (
    <PageButton {...button} kind="chip" testId="lk-account-button" onPress={open}>
      <Avatar address={address} src={profileImage} size={28} />
      {balance ? <Balance scope={scope} /> : null}
      {name === undefined ? <Address value={address} cut={ADDRESS_LONG} /> : <bdi title={address}>{truncate(name, NAME_SHORT)}</bdi>}
    </PageButton>
  );
};

/** The balance, in a component of its own: only where it is shown is it read. */
const Balance = ({ scope }: { readonly scope: { readonly namespace?: Namespace } }): ReactElement | null => {
  const m = usePageMessages();
  const { balance } = useBalance(scope);
  if (balance === null) return null;
  return (
    <bdi dir="ltr" className="dim">
      {formatBalance(balance, { locale: m.locale })} {balance.symbol}
    </bdi>
  );
};
