import type { ReactElement } from 'react';
import { Fact } from '../ui/outcome.js';

/** Result of a verification. `isValid` is `undefined` while it is pending, and if it failed with `error`. */
export interface Verdict {
  readonly isValid: boolean | undefined;
  readonly error: Error | null;
}

/** Props of {@link Signature}. */
interface SignatureProps {
  readonly value: string;
  /** Address of the account that was asked to sign. */
  readonly address: string;
  readonly verdict: Verdict;
  readonly testId: string;
}

const VALID = { className: 'verdict good', text: 'Verified: this account has signed it.' };
const INVALID = { className: 'verdict bad', text: 'Not verified: this account has not signed it.' };

const verdictView = ({ isValid, error }: Verdict): typeof VALID | null => {
  if (error !== null) return { className: 'verdict bad', text: `Could not be verified: ${error.message}` };
  return isValid === undefined ? null : isValid ? VALID : INVALID;
};

/** A signature, its account, and whether the account has signed. */
export const Signature = ({ value, address, verdict, testId }: SignatureProps): ReactElement => {
  const view = verdictView(verdict);
  return (
    <div className="signed" aria-live="polite">
      <dl className="facts">
        <Fact name="Signature" testId={`${testId}-signature`}>
          {value}
        </Fact>
        <Fact name="Account" testId={`${testId}-signer`}>
          {address}
        </Fact>
      </dl>
      {view === null ? (
        <p className="note">Verifying…</p>
      ) : (
        <p className={view.className} data-testid={`${testId}-verified`}>
          {view.text}
        </p>
      )}
    </div>
  );
};
