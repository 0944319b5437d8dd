import type { AccountId } from 'latchkey';
import { useAccount, useSignMessage, useVerifyMessage } from 'latchkey/react';
import { type FormEvent, type ReactElement, useId, useState } from 'react';
import { OpenWallet } from '../ui/open-wallet.js';
import { Failure } from '../ui/outcome.js';
import { Signature } from './signature.js';

/** A message, and the account that was asked to sign it: the user may select another one meanwhile. */
interface Signed {
  readonly message: string;
  readonly account: AccountId;
}

/** Signs a message and verifies the signature. */
export const SignMessage = (): ReactElement => {
  const id = useId();
  const [message, setMessage] = useState('Latchkey demo: I own this account.');
  const [signed, setSigned] = useState<Signed>();
  const { data, error, isPending, signMessage, cancel } = useSignMessage();
  const { caipAddress } = useAccount();
  const verified = useVerifyMessage({ ...signed, signature: data });
  const empty = message.trim() === '';

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (empty || caipAddress === undefined) return;
    setSigned({ message, account: caipAddress });
    signMessage({ message });
  };

  return (
    <form onSubmit={submit} noValidate>
      <div className="field">
        <label htmlFor={id}>Message</label>
        <textarea
          id={id}
          rows={3}
          value={message}
          aria-invalid={empty}
          aria-describedby={`${id}-note`}
          data-testid="demo-message"
          onChange={({ target }) => setMessage(target.value)}
        />
        <p id={`${id}-note`} className={empty ? 'note bad' : 'note'} data-testid="demo-message-note">
          {empty ? 'Enter a message.' : 'Your wallet will show the same text.'}
        </p>
      </div>
      <div className="actions">
        <button type="submit" className="main" disabled={empty || isPending} data-testid="demo-sign-message">
          {isPending ? 'Approve in your wallet…' : 'Sign message'}
        </button>
        {isPending && (
          <button type="button" className="quiet" onClick={cancel} data-testid="demo-message-cancel">
            Cancel
          </button>
        )}
        {isPending && <OpenWallet />}
      </div>
      {data !== undefined && signed !== undefined && (
        <Signature
          value={data}
          address={signed.account.split(':').slice(2).join(':')}
          verdict={{ isValid: verified.data, error: verified.error }}
          testId="demo-message"
        />
      )}
      {error !== null && <Failure error={error} testId="demo-message-error" />}
    </form>
  );
};
