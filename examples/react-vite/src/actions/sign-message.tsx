import { resultFrom } from 'latchkey';
import { useAccount, useLatchkey, useSignMessage } from 'latchkey/react';
import { type FormEvent, type ReactElement, useCallback, useId, useState } from 'react';
import { OpenWallet } from '../ui/open-wallet.js';
import { Failure } from '../ui/outcome.js';
import { Signature } from './signature.js';
import { signerOfMessage } from './verify.js';

/** Signs a message and shows its signer. */
export const SignMessage = (): ReactElement => {
  const id = useId();
  const [message, setMessage] = useState('Latchkey demo: I own this account.');
  const [signed, setSigned] = useState(message);
  const { data, error, isPending, signMessage, cancel } = useSignMessage();
  const { address, namespace } = useAccount();
  const { useCases } = useLatchkey();
  const recover = useCallback(
    async (signature: string) => {
      // On EVM chains the signer is recovered from the signature. Other namespaces can only verify against a known account.
      if (namespace === 'eip155') return signerOfMessage(signed, signature);
      const isValid = await resultFrom(useCases.verifyMessage.execute({ message: signed, signature })).catch(() => false);
      return isValid ? (address ?? null) : null;
    },
    [signed, namespace, address, useCases],
  );
  const empty = message.trim() === '';

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (empty) return;
    setSigned(message);
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
      {data !== undefined && <Signature value={data} recover={recover} testId="demo-message" />}
      {error !== null && <Failure error={error} testId="demo-message-error" />}
    </form>
  );
};
