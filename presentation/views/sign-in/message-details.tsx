import type { ReactElement, SyntheticEvent } from 'react';
import type { SignInMessageRequest } from '../../../application/ports/sign-in.port.js';
import type { AccountState } from '../../../domain/connection/connection-state.js';
import type { Network } from '../../../domain/network/network.js';
import { resourceLines } from '../../../domain/sign-in/recap.js';
import { Address } from '../../components/address.js';
import { Icon } from '../../components/icon.js';
import { useMessages } from '../../hooks/use-messages.js';

/** Props of {@link MessageDetails}. */
export interface MessageDetailsProps {
  /** Absent while it is created. */
  readonly message: SignInMessageRequest | undefined;
  /** Host and port of this page. */
  readonly site: string;
  readonly account: Pick<AccountState, 'address'>;
  readonly network: Network | undefined;
}

/** True if the URI of a message only repeats the site of this page. */
const isUriOf = ({ uri, domain }: SignInMessageRequest, site: string): boolean =>
  domain === site && uri.replace(/^https?:\/\//, '').replace(/\/$/, '') === site;

/** Shows in words what is signed: this site, the site that the message is for, the account, the statement and the resources. */
export const MessageDetails = ({ message, site, account: { address = '' }, network }: MessageDetailsProps): ReactElement => {
  const m = useMessages();
  const resources = resourceLines(message?.resources ?? []);
  const isOtherSite = message !== undefined && message.domain !== site;
  return (
    <div className="message-details" aria-busy={message === undefined}>
      {isOtherSite ? (
        <div className="caution" role="alert">
          <Icon name="warning" />
          <p>{m.signInOtherSite(message.domain)}</p>
        </div>
      ) : null}
      <dl className="term-list">
        <Detail term={m.signInSite}>
          <bdi dir="ltr">{site}</bdi>
        </Detail>
        {message === undefined || isUriOf(message, site) ? null : (
          <Detail term={m.signInFor}>
            <bdi dir="ltr">{message.uri}</bdi>
          </Detail>
        )}
        <Detail term={m.signInAccount}>
          <Address value={address} />
        </Detail>
        {network === undefined ? null : <Detail term={m.signInNetwork}>{network.name}</Detail>}
        {message?.expirationTime === undefined ? null : (
          <Detail term={m.signInExpires}>
            <time dateTime={message.expirationTime}>{new Date(message.expirationTime).toLocaleString(m.locale)}</time>
          </Detail>
        )}
        {/* Most messages have a statement: its location is kept while it is loading. */}
        {message !== undefined && message.statement === undefined ? null : (
          <Detail term={m.signInStatement} wide>
            {message === undefined ? null : <bdi>{message.statement ?? ''}</bdi>}
          </Detail>
        )}
        {resources.length === 0 ? null : (
          <Detail term={m.signInResources} wide>
            {resources.map((resource) => (
              <bdi key={resource} dir="ltr">
                {resource}
              </bdi>
            ))}
          </Detail>
        )}
      </dl>
    </div>
  );
};

/** The opened text would be outside of the visible part of the dialog. */
const scrollToEnd = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>): void => {
  if (currentTarget.open) currentTarget.scrollIntoView({ block: 'nearest' });
};

/** The whole text, on demand. */
export const SignedText = ({ message }: Pick<MessageDetailsProps, 'message'>): ReactElement => {
  const m = useMessages();
  return (
    <details className="signed-text" onToggle={scrollToEnd}>
      <summary>
        {m.signInMessage}
        <Icon name="down" />
      </summary>
      <pre dir="ltr" data-testid="lk-sign-in-message">
        {message?.toString() ?? ''}
      </pre>
    </details>
  );
};

interface DetailProps {
  readonly term: string;
  /** Below its term instead of beside it. */
  readonly wide?: boolean;
  readonly children: ReactElement | readonly ReactElement[] | string | null;
}

/** A term with its value; a skeleton while the value is loading. */
const Detail = ({ term, wide = false, children }: DetailProps): ReactElement => (
  <div className={wide ? 'wide' : undefined}>
    <dt>{term}</dt>
    <dd>{children ?? <span className="skeleton" />}</dd>
  </div>
);
