import type { ReactElement, ReactNode } from 'react';
import { ADDRESS_LONG, NAME_SHORT, truncate } from '../../domain/account/display-address.js';
import type { AccountState } from '../../domain/connection/connection-state.js';
import { Address } from './address.js';
import { Avatar } from './avatar.js';

/** Whose account a button in the page shows. */
export interface WhoProps {
  readonly account: AccountState;
  readonly address: string;
  /** Stands between face and name. */
  readonly children?: ReactNode;
}

/** The face and the name of an account, as a button in the page shows them. */
export const Who = ({ account: { addressLabel, profileName, profileImage }, address, children }: WhoProps): ReactElement => {
  const name = addressLabel ?? profileName;
  return (
    <>
      <Avatar address={address} src={profileImage} size={28} />
      {children}
      {name === undefined ? <Address value={address} cut={ADDRESS_LONG} /> : <bdi title={address}>{truncate(name, NAME_SHORT)}</bdi>}
    </>
  );
};
