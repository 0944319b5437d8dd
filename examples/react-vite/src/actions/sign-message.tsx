import { useAccount, useSignMessage, useVerifyMessage } from 'latchkey/react';
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
  const { state, signMessage, cancel } = useSignMessage();
  const { address, namespace } = useAccount();
  const { verifyMessageAsync } = useVerifyMessage();
  const recover = useCallback(
    async (signature: string) => {
      // On EVM chains a signature names its signer; elsewhere it can only be held against one.
      if (namespace === 'eip155') return signerOfMessage(signed, signature);
      const isTheirs = await verifyMessageAsync({ message: signed, signature }).catch(() => false);
      return isTheirs ? (address ?? null) : null;
    },
    [signed, namespace, address, verifyMessageAsync],
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
        <button type="submit" className="main" disabled={empty || state.status === 'pending'} data-testid="demo-sign-message">
          {state.status === 'pending' ? 'Approve in your wallet…' : 'Sign message'}
        </button>
        {state.status === 'pending' && (
          <button type="button" className="quiet" onClick={cancel} data-testid="demo-message-cancel">
            Cancel
          </button>
        )}
        {state.status === 'pending' && <OpenWallet />}
      </div>
      {state.status === 'success' && <Signature value={state.data} recover={recover} testId="demo-message" />}
      {state.status === 'error' && <Failure error={state.error} testId="demo-message-error" />}
    </form>
  );
};
