import { lastOutcome } from 'latchkey';
import { useAccount, useLatchkey, useSignMessage } from 'latchkey/react';
import { type FormEvent, type ReactElement, useCallback, useId, useState } from 'react';
import { OpenWallet } from '../ui/open-wallet.js';
import { Failure } from '../ui/outcome.js';
import { Signature } from './signature.js';
import { signerOfMessage } from './verify.js';

/** Signs a text and shows who signed it. */
export const SignMessage = (): ReactElement => {
  const id = useId();
  const [message, setMessage] = useState('Latchkey demo: this message proves that I hold the key.');
  const [signed, setSigned] = useState(message);
  const { data, error, isPending, signMessage, cancel } = useSignMessage();
  const { address, namespace } = useAccount();
  const { useCases } = useLatchkey();
  const recover = useCallback(
    async (signature: string) => {
      // On EVM chains a signature names its signer; elsewhere it can only be held against one.
      if (namespace === 'eip155') return signerOfMessage(signed, signature);
      const isTheirs = await lastOutcome(useCases.verifyMessage.execute({ message: signed, signature })).catch(() => false);
      return isTheirs ? (address ?? null) : null;
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
          {empty ? 'Write something to sign.' : 'Your wallet shows the same text.'}
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
