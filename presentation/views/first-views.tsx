import { memo, type ReactElement } from 'react';
import type { View } from '../../domain/router/views.js';
import { Connect } from './connect/connect.js';
import type { LegalConsent } from './connect/legal.js';
import { ConnectWallets } from './connect-wallets/connect-wallets.js';

/** The views that come with the modal: what a visitor sees first. One that is not built yet shows Connect. */
export const FirstViews = memo(
  ({ view, consent }: { readonly view: View; readonly consent: LegalConsent }): ReactElement =>
    view.name === 'ConnectWallets' ? <ConnectWallets consent={consent} /> : <Connect consent={consent} />,
);
