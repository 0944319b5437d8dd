import type { ReactElement } from 'react';
import { addressGroups } from '../../domain/account/address-groups.js';

/** Props of {@link FullAddress}. */
export interface FullAddressProps {
  readonly value: string;
  /** Positions of characters to mark: those that differ from another address. */
  readonly marked?: readonly number[];
  readonly testId?: string;
}

/** An address in full, in groups, so that it can be compared. Copied without gaps. */
export const FullAddress = ({ value, marked = [], testId }: FullAddressProps): ReactElement => (
  <code className="full-address" dir="ltr" data-testid={testId}>
    {addressGroups(value).map(({ text, start }) => (
      <span key={start}>
        {marked.length === 0
          ? text
          : Array.from(text, (character, index) => {
              const position = start + index;
              return marked.includes(position) ? <mark key={position}>{character}</mark> : character;
            })}
      </span>
    ))}
  </code>
);
