import type { ReactElement } from 'react';
import { view } from '../../../domain/router/views.js';
import { EmailField } from '../../components/email-field.js';
import { EMAIL_CHUNK } from '../../features/email-chunk.js';
import type { ConnectGroupProps } from '../../features/feature.js';
import { useOnline } from '../../hooks/use-online.js';
import { useRouter } from '../../hooks/use-router.js';
import { useTrack } from '../../hooks/use-track.js';

/** The field that starts a login by email. Everything else of the embedded wallet is loaded once the user is in the field. */
export const EmailGroup = ({ disabled }: ConnectGroupProps): ReactElement => {
  const { push } = useRouter();
  const track = useTrack();
  const online = useOnline();
  return (
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
  );
};
