import type { AccountRecord } from '../../domain/account/account-record.js';
import type { Messages } from '../messages/en.js';

/** Label of the account type, if the namespace has several types. */
export const accountTypeLabel = ({ namespace, type }: Pick<AccountRecord, 'namespace' | 'type'>, m: Messages): string | undefined => {
  switch (type) {
    case 'smartAccount':
      return m.typeSmartAccount;
    case 'payment':
      return m.typePayment;
    case 'ordinal':
      return m.typeOrdinal;
    case 'stx':
      return m.typeStacks;
    default:
      return namespace === 'eip155' ? m.typeStandard : undefined;
  }
};
