import type { ReactElement, ReactNode } from 'react';
import { NAME_SHORT, truncate } from '../../domain/account/display-address.js';
import type { AccountState } from '../../domain/connection/connection-state.js';
import { Address } from './address.js';
import { Avatar } from './avatar.js';

/** Props of {@link AccountIdentity}. */
export interface AccountIdentityProps {
  readonly account: AccountState;
  readonly address: string;
  /** Rendered between avatar and name. */
  readonly children?: ReactNode;
}

/** Avatar and name of an account in a button. */
export const AccountIdentity = ({
  account: { addressLabel, profileName, profileImage },
  address,
  children,
}: AccountIdentityProps): ReactElement => {
  const name = addressLabel ?? profileName;
  return (
    <>
      <Avatar address={address} image={profileImage} size={28} />
      {children}
      {name === undefined ? <Address value={address} /> : <bdi title={address}>{truncate(name, NAME_SHORT)}</bdi>}
    </>
  );
};
