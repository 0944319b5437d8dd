import { createContext, Fragment, type ReactElement, type ReactNode, useContext } from 'react';
import { legalRules } from '../../../domain/options/legal-rules.js';
import { ExternalLink } from '../../components/external-link.js';
import { useModalMessages } from '../../hooks/use-modal-messages.js';
import { useOptions } from '../../hooks/use-options.js';

/** The user's consent. Kept by the modal, so that opening another view does not clear it. */
interface LegalConsent {
  readonly accepted: boolean;
  readonly accept: (accepted: boolean) => void;
}

/** Passes the consent to the views that require it. */
export const LegalConsentContext = createContext<LegalConsent>({ accepted: false, accept: () => undefined });

/** Placeholders for the document names, from the private use area. */
const PLACEHOLDERS: readonly string[] = ['\u{E000}', '\u{E001}'];

/** Renders a sentence of the catalogue with the documents as links, joined as the language requires. */
const LegalLinks = ({ sentence }: { readonly sentence: (links: string) => string }): ReactNode => {
  const m = useModalMessages();
  const { termsConditionsUrl, privacyPolicyUrl } = useOptions();
  const documents = [
    { href: termsConditionsUrl, name: m.terms },
    { href: privacyPolicyUrl, name: m.privacy },
  ];
  const present = PLACEHOLDERS.filter((_, index) => documents[index]?.href);
  const text = sentence(new Intl.ListFormat(m.locale).format(present));
  return text.split(/([\u{E000}\u{E001}])/u).map((piece) => {
    const document = documents[PLACEHOLDERS.indexOf(piece)];
    return (
      <Fragment key={piece}>
        {document?.href === undefined ? piece : <ExternalLink href={document.href}>{document.name}</ExternalLink>}
      </Fragment>
    );
  });
};

/** Shows the terms around a list: a checkbox above that enables it, a line below, or nothing. */
export const Legal = ({ children }: { readonly children: (disabled: boolean) => ReactNode }): ReactElement => {
  const m = useModalMessages();
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
          <span>
            <label htmlFor="lk-legal">
              <LegalLinks sentence={m.acceptLegal} />
            </label>
            {/* Keeps its line, so that the list does not move under the pointer. */}
            <small className={consent.accepted ? 'off' : undefined} id="lk-legal-hint">
              {m.acceptFirst}
            </small>
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
