import type { ReactElement } from 'react';
import { type Truncation, truncate } from '../../domain/account/display-address.js';

/** A truncated address, left-to-right even in RTL text. Hovering shows the full address. */
export const Address = ({ value, truncation }: { readonly value: string; readonly truncation: Truncation }): ReactElement => (
  <bdi dir="ltr" title={value}>
    {truncate(value, truncation)}
  </bdi>
);
