import type { ReactElement } from 'react';
import { formatShare } from '../../../domain/money/format-amount.js';
import { useMessages } from '../../hooks/use-messages.js';

/** Change of a price within 24 hours. The sign tells the direction, too. */
export const PriceChange = ({ change }: { readonly change: number }): ReactElement => {
  const m = useMessages();
  const text = formatShare(change, { locale: m.locale, signed: true });
  return (
    <span className={change > 0 ? 'item plus' : change < 0 ? 'item minus' : 'item'}>
      <span aria-hidden="true" dir="ltr">
        {text}
      </span>
      <span className="sr">{m.changeToday(text)}</span>
    </span>
  );
};
