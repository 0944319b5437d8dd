import { isSameAddress } from '../account/same-address.js';
import type { AccountTypes } from '../caip/account-types.js';
import type { FrameUser } from './frame-actions.js';

/** Type of an account of the embedded wallet. */
export type FrameAccountType = AccountTypes['eip155'];

/** Reads the name of an account type, which sites write in any case; `null` for other names and without one. */
export const toFrameAccountType = (name: string | undefined): FrameAccountType | null => {
  switch (name?.toLowerCase()) {
    case 'eoa':
      return 'eoa';
    case 'smartaccount':
      return 'smartAccount';
    default:
      return null;
  }
};

type UserAccounts = Pick<FrameUser, 'address' | 'accounts' | 'preferredAccountType'>;

/** Returns the type of one of the user's accounts. The account in use has the preferred type if the site does not list it. */
export const frameAccountTypeOf = ({ address, accounts = [], preferredAccountType }: UserAccounts, account: string): FrameAccountType => {
  const listed = accounts.find((each) => isSameAddress('eip155', each.address, account));
  if (listed !== undefined) return listed.type;
  return (isSameAddress('eip155', address, account) ? toFrameAccountType(preferredAccountType) : null) ?? 'eoa';
};

/** Returns the type of the account that the site uses: the preferred one, also if the site names only the account. */
export const typeInUse = (user: UserAccounts): FrameAccountType =>
  toFrameAccountType(user.preferredAccountType) ?? frameAccountTypeOf(user, user.address);

/** Returns whether the user has a smart account. */
export const hasSmartAccount = (user: UserAccounts): boolean =>
  [user, ...(user.accounts ?? [])].some(({ address }) => frameAccountTypeOf(user, address) === 'smartAccount');
