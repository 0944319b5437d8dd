import { useAccount } from 'latchkey/react';
import { type ReactElement, useEffect, useState } from 'react';
import { Fact } from '../ui/outcome.js';

/** What a signature proves. */
interface SignatureProps {
  readonly value: string;
  /** Finds out who signed; keep its identity while the signature stays. */
  readonly recover: (signature: string) => Promise<string | null>;
  readonly testId: string;
}

/** A signature, and the address that it recovers to. */
export const Signature = ({ value, recover, testId }: SignatureProps): ReactElement => {
  const { address } = useAccount();
  const [signer, setSigner] = useState<string | null>();
  useEffect(() => {
    let here = true;
    setSigner(undefined);
    recover(value).then((found) => {
      if (here) setSigner(found);
    });
    return () => {
      here = false;
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
          {signer === undefined ? 'Checking…' : (signer ?? 'nobody that the signature names')}
        </Fact>
      </dl>
      {signer !== undefined && (
        <p className={matches ? 'verdict good' : 'verdict bad'} data-testid={`${testId}-verified`}>
          {matches ? 'Verified: it is the connected account.' : 'Not verified: it is not the connected account.'}
        </p>
      )}
    </div>
  );
};
