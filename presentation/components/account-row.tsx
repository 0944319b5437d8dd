import type { ReactElement, ReactNode } from 'react';
import type { AccountRecord } from '../../domain/account/account-record.js';
import { type AddressLabels, addressLabelOf } from '../../domain/account/address-label.js';
import { ADDRESS_LONG, NAME_LONG, truncate } from '../../domain/account/display-address.js';
import { useMessages } from '../hooks/use-messages.js';
import { accountTypeLabel } from './account-type-label.js';
import { Address } from './address.js';
import { Avatar } from './avatar.js';
import { Row } from './row.js';

/** An account in a list. */
export interface AccountRowProps {
  readonly account: AccountRecord;
  /** The host's names of addresses. */
  readonly labels: AddressLabels;
  /** A profile's picture and name, where they are this account's. */
  readonly profile?: { readonly image: string | undefined; readonly name: string | undefined };
  /** What else is known of it. */
  readonly detail?: ReactNode;
  readonly current: boolean;
  readonly end: ReactNode;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

/** One of the accounts that a wallet shares: its name, its address, its kind. */
export const AccountRow = ({ account, labels, profile, detail, current, end, disabled, onClick }: AccountRowProps): ReactElement => {
  const m = useMessages();
  const { namespace, address, type } = account;
  const name = addressLabelOf(labels, namespace, address) ?? profile?.name ?? account.name;
  const kind = accountTypeLabel(account, m);
  const short = <Address value={address} cut={ADDRESS_LONG} />;
  const parts = Object.entries({ short: name === undefined ? null : short, kind, detail }).filter(([, part]) => part != null);
  return (
    <Row
      start={<Avatar address={address} src={profile?.image} />}
      title={name === undefined ? short : <bdi title={address}>{truncate(name, NAME_LONG)}</bdi>}
      detail={
        parts.length === 0
          ? undefined
          : parts.map(([key, part]) => (
              <span className="part" key={key}>
                {part}
              </span>
            ))
      }
      end={end}
      focusKey={`${namespace} ${type} ${address}`}
      testId={`lk-account-${address}${type === 'ordinal' ? '-ordinal' : ''}`}
      current={current}
      disabled={disabled === true}
      onClick={onClick}
    />
  );
};
