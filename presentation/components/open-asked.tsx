import type { ReactElement } from 'react';
import { useMessages } from '../hooks/use-messages.js';
import { usePairing } from '../hooks/use-pairing.js';

/** The link to the wallet on this device while it is asked for something: browsers open an app only in the moment of a tap. Else nothing. */
export const OpenAsked = (): ReactElement | null => {
  const m = useMessages();
  const { asked } = usePairing();
  if (asked === undefined) return null;
  return (
    <a className="btn main asked" href={asked.href} target={asked.target} rel="noopener noreferrer" data-testid="lk-open-asked">
      {m.openName(asked.name === '' ? m.wallet : asked.name)}
      {asked.target === '_blank' ? <span className="sr">{` ${m.newTab}`}</span> : null}
    </a>
  );
};
