import type { ReactElement } from 'react';
import { type Truncation, truncate } from '../../domain/account/display-address.js';

/** An address, cut for display and left to right also in right-to-left text; the whole one shows on hover. */
export const Address = ({ value, cut }: { readonly value: string; readonly cut: Truncation }): ReactElement => (
  <bdi dir="ltr" title={value}>
    {truncate(value, cut)}
  </bdi>
);
