import type { ReactElement } from 'react';
import type { SocialProvider } from '../../../domain/options/options.js';
import { availableSocials, SOCIAL_NAMES } from '../../../domain/options/socials.js';
import { view } from '../../../domain/router/views.js';
import { Icon } from '../../components/icon.js';
import { SocialIcon } from '../../components/social-icon.js';
import { useStartSocial } from '../../components/social-scope.js';
import type { ConnectGroupProps } from '../../features/feature.js';
import { useLatchkey } from '../../hooks/use-latchkey.js';
import { useModalMessages } from '../../hooks/use-modal-messages.js';
import { useOnline } from '../../hooks/use-online.js';
import { useOptions } from '../../hooks/use-options.js';
import { useRouter } from '../../hooks/use-router.js';

/** Most logins that the Connect view shows; beyond, the last place opens all. */
const MAX_SHOWN = 6;

/** How the Connect view shows the social logins. */
interface SocialLayout {
  /** As a wide button with its name. */
  readonly first: SocialProvider | null;
  /** As buttons with their marks. */
  readonly marks: readonly SocialProvider[];
  /** There are more. */
  readonly hasMore: boolean;
}

/** Returns how the Connect view shows the social logins: the first one with its name, unless there are two. */
const socialLayoutOf = (socials: readonly SocialProvider[]): SocialLayout => {
  const [first = null, ...others] = socials;
  if (socials.length === 2) return { first: null, marks: socials, hasMore: false };
  const hasMore = socials.length > MAX_SHOWN;
  return { first, marks: hasMore ? others.slice(0, MAX_SHOWN - 2) : others, hasMore };
};

/** The social logins: the first one with its name, others as marks. */
export const SocialGroup = ({ disabled }: ConnectGroupProps): ReactElement => {
  const m = useModalMessages();
  const { features } = useOptions();
  const { platform } = useLatchkey().browser;
  const { push } = useRouter();
  const online = useOnline();
  const start = useStartSocial();
  const { first, marks, hasMore } = socialLayoutOf(availableSocials(features.socials, platform));
  const isDisabled = disabled || !online;
  return (
    <div className="socials">
      {first === null ? null : (
        <button
          type="button"
          className="btn"
          part="button"
          data-key={`social-${first}`}
          data-testid={`lk-social-${first}`}
          disabled={isDisabled}
          onClick={() => start(first)}
        >
          <SocialIcon provider={first} />
          {m.continueWith(SOCIAL_NAMES[first])}
        </button>
      )}
      {marks.length === 0 ? null : (
        <div>
          {marks.map((provider) => (
            <button
              key={provider}
              type="button"
              className="btn"
              part="button"
              aria-label={m.continueWith(SOCIAL_NAMES[provider])}
              title={SOCIAL_NAMES[provider]}
              data-key={`social-${provider}`}
              data-testid={`lk-social-${provider}`}
              disabled={isDisabled}
              onClick={() => start(provider)}
            >
              <SocialIcon provider={provider} />
            </button>
          ))}
          {hasMore ? (
            <button
              type="button"
              className="btn"
              part="button"
              aria-label={m.moreSocials}
              title={m.moreSocials}
              data-key="more-socials"
              data-testid="lk-more-socials"
              disabled={disabled}
              onClick={() => push(view('ConnectSocials'))}
            >
              <Icon name="grid" />
            </button>
          ) : null}
        </div>
      )}
    </div>
  );
};
