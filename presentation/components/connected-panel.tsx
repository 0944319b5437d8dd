import type { ReactElement } from 'react';
import { useMessages } from '../hooks/use-messages.js';
import { StepPanel } from './step-panel.js';
import { useIsSignInNext } from './use-is-sign-in-next.js';

/** Props of {@link ConnectedPanel}. */
export interface ConnectedPanelProps {
  readonly picture: ReactElement;
  /** Name of the wallet. */
  readonly name: string;
}

/** The last step of connecting. Pending while sign-in is next: the user is not done then. */
export const ConnectedPanel = ({ picture, name }: ConnectedPanelProps): ReactElement => {
  const m = useMessages();
  return useIsSignInNext() ? (
    <StepPanel picture={picture} state="pending" title={m.oneMoment} hint={m.connected(name)} />
  ) : (
    <StepPanel picture={picture} state="success" title={m.connected(name)} hint={m.connectedHint} />
  );
};
