import type { ReactElement } from 'react';
import { resolveConnectMethods } from '../../../domain/options/connect-order.js';
import { view } from '../../../domain/router/views.js';
import { EmailField } from '../../components/email-field.js';
import { EMAIL_CHUNK } from '../../features/email-chunk.js';
import type { ConnectGroupProps } from '../../features/feature.js';
import { useConnectors } from '../../hooks/use-connectors.js';
import { useModalMessages } from '../../hooks/use-modal-messages.js';
import { useOnline } from '../../hooks/use-online.js';
import { useOptions } from '../../hooks/use-options.js';
import { useRouter } from '../../hooks/use-router.js';
import { useTrack } from '../../hooks/use-track.js';

/** The field that starts a login by email. Everything else of the embedded wallet is loaded once the user is in the field. */
export const EmailGroup = ({ disabled }: ConnectGroupProps): ReactElement | null => {
  const m = useModalMessages();
  const { features } = useOptions();
  const { push } = useRouter();
  const track = useTrack();
  const connectors = useConnectors();
  const online = useOnline();
  if (!features.email || !connectors.some(({ type }) => type === 'AUTH')) return null;
  const methods = resolveConnectMethods(features.connectMethodsOrder, connectors);
  const isBelowWallets = methods.indexOf('wallet') < methods.indexOf('email');
  const separator = methods.includes('wallet') ? <p className="or">{m.or}</p> : null;
  return (
    <>
      {isBelowWallets ? separator : null}
      <EmailField
        disabled={disabled}
        readOnly={!online}
        onFocus={() => {
          track('EMAIL_LOGIN_SELECTED');
          // A failed load is repeated, and reported, when the view is shown.
          EMAIL_CHUNK.load().catch(() => undefined);
        }}
        onSubmit={(email) => push(view('EmailLogin', { email }))}
      />
      {isBelowWallets ? null : separator}
    </>
  );
};
