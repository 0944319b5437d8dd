import type { ReactElement } from 'react';
import { formatAddress } from '../../domain/account/display-address.js';

/** A shortened address, left-to-right even in RTL text. Hovering shows the full address. */
export const Address = ({ value }: { readonly value: string }): ReactElement => (
  <bdi dir="ltr" title={value}>
    {formatAddress(value)}
  </bdi>
);
