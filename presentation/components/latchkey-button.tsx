import type { ReactElement } from 'react';
import { useAccount } from '../hooks/use-account.js';
import { AccountButton, type AccountButtonProps } from './account-button.js';
import { ConnectButton, type ConnectButtonProps } from './connect-button.js';

/** A connect button, and the account's once a wallet is connected. */
export type LatchkeyButtonProps = Omit<ConnectButtonProps, 'children'> & Pick<AccountButtonProps, 'balance'>;

/**
 * Opens the modal: to connect a wallet, then with the account.
 * @example <LatchkeyButton />
 */
export const LatchkeyButton = ({ label, loadingLabel, balance, ...button }: LatchkeyButtonProps): ReactElement => {
  const { namespace } = button;
  const { isConnected } = useAccount(namespace === undefined ? {} : { namespace });
  if (isConnected) return <AccountButton {...button} {...(balance === undefined ? {} : { balance })} />;
  return (
    <ConnectButton {...button} {...(label === undefined ? {} : { label })} {...(loadingLabel === undefined ? {} : { loadingLabel })} />
  );
};
