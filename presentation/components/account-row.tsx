import type { ReactElement, ReactNode } from 'react';
import type { AccountRecord } from '../../domain/account/account-record.js';
import { type AddressLabels, addressLabelOf } from '../../domain/account/address-label.js';
import { NAME_LONG, truncate } from '../../domain/account/display-address.js';
import { useMessages } from '../hooks/use-messages.js';
import { accountTypeLabel } from './account-type-label.js';
import { Address } from './address.js';
import { Avatar } from './avatar.js';
import { Row } from './row.js';

/** Props of {@link AccountRow}. */
export interface AccountRowProps {
  readonly account: AccountRecord;
  /** The app's labels of addresses. */
  readonly labels: AddressLabels;
  /** Profile of this account, if known. */
  readonly profile?: { readonly image: string | undefined; readonly name: string | undefined };
  /** Additional text, such as the balance. */
  readonly detail?: ReactNode;
  readonly current: boolean;
  readonly end: ReactNode;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

/** Row of an account: name, address and type. */
export const AccountRow = ({ account, labels, profile, detail, current, end, disabled, onClick }: AccountRowProps): ReactElement => {
  const m = useMessages();
  const { namespace, address, type } = account;
  const name = addressLabelOf(labels, namespace, address) ?? profile?.name ?? account.name;
  const kind = accountTypeLabel(account, m);
  const short = <Address value={address} />;
  const details = Object.entries({ short: name === undefined ? null : short, kind, detail }).filter(([, content]) => content != null);
  return (
    <Row
      start={<Avatar address={address} image={profile?.image} />}
      title={name === undefined ? short : <bdi title={address}>{truncate(name, NAME_LONG)}</bdi>}
      detail={
        details.length === 0
          ? undefined
          : details.map(([key, content]) => (
              <span className="item" key={key}>
                {content}
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
