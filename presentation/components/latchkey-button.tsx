import type { ReactElement } from 'react';
import { useAccount } from '../hooks/use-account.js';
import { AccountButton, type AccountButtonProps } from './account-button.js';
import { ConnectButton, type ConnectButtonProps } from './connect-button.js';

/** Props of {@link LatchkeyButton}. */
export type LatchkeyButtonProps = Omit<ConnectButtonProps, 'children'> & Pick<AccountButtonProps, 'balance'>;

/**
 * Button to connect a wallet, which becomes the account button once a wallet is connected.
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
