import type { ReactElement } from 'react';
import { availableSocials, SOCIAL_NAMES } from '../../../domain/options/socials.js';
import { Notice } from '../../components/notice.js';
import { Row } from '../../components/row.js';
import { SocialIcon } from '../../components/social-icon.js';
import { useStartSocial } from '../../components/social-scope.js';
import { useConnectors } from '../../hooks/use-connectors.js';
import { useLatchkey } from '../../hooks/use-latchkey.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useOnline } from '../../hooks/use-online.js';
import { useOptions } from '../../hooks/use-options.js';

/** All social logins. */
export const ConnectSocials = (): ReactElement => {
  const m = useMessages();
  const { features } = useOptions();
  const { platform } = useLatchkey().browser;
  const online = useOnline();
  const start = useStartSocial();
  const isOffered = useConnectors().some(({ type }) => type === 'AUTH');
  const socials = isOffered ? availableSocials(features.socials, platform) : [];
  if (socials.length === 0) return <Notice icon="people" title={m.socialsNone} hint={m.socialsNoneHint} />;
  return (
    <div className="list">
      {socials.map((provider) => (
        <Row
          key={provider}
          start={
            <span className="pic" aria-hidden="true">
              <SocialIcon provider={provider} />
            </span>
          }
          title={SOCIAL_NAMES[provider]}
          focusKey={`social-${provider}`}
          testId={`lk-social-${provider}`}
          disabled={!online}
          onClick={() => start(provider)}
        />
      ))}
      {online ? null : (
        <p className="hint" role="status">
          {m.offline}
        </p>
      )}
    </div>
  );
};
