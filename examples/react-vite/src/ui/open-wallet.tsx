import { usePairing } from 'latchkey/react';
import type { ReactElement } from 'react';

/** The way to a wallet on this device that is being asked: browsers open an app only in the moment of a tap. Elsewhere nothing. */
export const OpenWallet = (): ReactElement | null => {
  const { asked } = usePairing();
  return asked === undefined ? null : (
    <a className="quiet" href={asked.href} target={asked.target} rel="noopener noreferrer" data-testid="demo-open-wallet">
      Open {asked.name === '' ? 'your wallet' : asked.name}
    </a>
  );
};
