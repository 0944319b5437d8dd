import { createContext, Fragment, type ReactElement, type ReactNode, useContext } from 'react';
import { legalRules } from '../../../domain/options/legal-rules.js';
import { ExternalLink } from '../../components/external-link.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useOptions } from '../../hooks/use-options.js';

/** Whether the person ticked the box. Kept by the modal, so that a look at another view does not untick it. */
interface LegalConsent {
  readonly accepted: boolean;
  readonly accept: (accepted: boolean) => void;
}

/** Carries the consent to the views that ask for it. */
export const LegalConsentContext = createContext<LegalConsent>({ accepted: false, accept: () => undefined });

/** Stand-ins for the documents' names while a sentence is put together: no language has them in its words. */
const MARKS: readonly string[] = ['\u{E000}', '\u{E001}'];

/** The documents as links inside a sentence of the catalogue, joined as the language joins two things. */
const LegalLinks = ({ sentence }: { readonly sentence: (links: string) => string }): ReactNode => {
  const m = useMessages();
  const { termsConditionsUrl, privacyPolicyUrl } = useOptions();
  const documents = [
    { href: termsConditionsUrl, name: m.terms },
    { href: privacyPolicyUrl, name: m.privacy },
  ];
  const present = MARKS.filter((_, index) => documents[index]?.href);
  const text = sentence(new Intl.ListFormat(m.locale).format(present));
  return text.split(/([\u{E000}\u{E001}])/u).map((piece) => {
    const document = documents[MARKS.indexOf(piece)];
    return (
      <Fragment key={piece}>
        {document?.href === undefined ? piece : <ExternalLink href={document.href}>{document.name}</ExternalLink>}
      </Fragment>
    );
  });
};

/** The terms around a list: a box above it that the list waits for, or a line below it, or nothing. */
export const Legal = ({ children }: { readonly children: (disabled: boolean) => ReactNode }): ReactElement => {
  const m = useMessages();
  const consent = useContext(LegalConsentContext);
  const { features, termsConditionsUrl, privacyPolicyUrl } = useOptions();
  const rules = legalRules({ legalCheckbox: features.legalCheckbox, termsConditionsUrl, privacyPolicyUrl, ...consent, connecting: true });
  const { checkbox, footer, listDisabled } = rules;
  return (
    <>
      {checkbox ? (
        <div className="legal">
          <input
            type="checkbox"
            id="lk-legal"
            data-testid="lk-legal"
            aria-describedby="lk-legal-hint"
            checked={consent.accepted}
            onChange={(event) => consent.accept(event.target.checked)}
          />
          <label htmlFor="lk-legal">
            <LegalLinks sentence={m.acceptLegal} />
          </label>
          <span className="sr" id="lk-legal-hint">
            {m.acceptFirst}
          </span>
        </div>
      ) : null}
      <fieldset className="stack" disabled={listDisabled}>
        {children(listDisabled)}
      </fieldset>
      {footer ? (
        <p className="fine">
          <LegalLinks sentence={m.byConnecting} />
        </p>
      ) : null}
    </>
  );
};
