import { useAccount } from 'latchkey/react';
import { type ReactElement, useEffect, useState } from 'react';
import { Fact } from '../ui/outcome.js';

/** Props of {@link Signature}. */
interface SignatureProps {
  readonly value: string;
  /** Recovers the signer. Keep a stable identity (`useCallback`) while the signature is shown. */
  readonly recover: (signature: string) => Promise<string | null>;
  readonly testId: string;
}

/** A signature and the address recovered from it. */
export const Signature = ({ value, recover, testId }: SignatureProps): ReactElement => {
  const { address } = useAccount();
  const [signer, setSigner] = useState<string | null>();
  useEffect(() => {
    let mounted = true;
    setSigner(undefined);
    recover(value).then((found) => {
      if (mounted) setSigner(found);
    });
    return () => {
      mounted = false;
    };
  }, [value, recover]);
  const matches = signer != null && signer.toLowerCase() === address?.toLowerCase();
  return (
    <div className="signed" aria-live="polite">
      <dl className="facts">
        <Fact name="Signature" testId={`${testId}-signature`}>
          {value}
        </Fact>
        <Fact name="Signed by" testId={`${testId}-recovered`}>
          {signer === undefined ? 'Checking…' : (signer ?? 'unknown signer')}
        </Fact>
      </dl>
      {signer !== undefined && (
        <p className={matches ? 'verdict good' : 'verdict bad'} data-testid={`${testId}-verified`}>
          {matches ? 'Verified: signed by the connected account.' : 'Not verified: not signed by the connected account.'}
        </p>
      )}
    </div>
  );
};
