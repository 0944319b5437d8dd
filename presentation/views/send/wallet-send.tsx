import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { view } from '../../../domain/router/views.js';
import type { TokenBalance } from '../../../domain/tokens/token-balance.js';
import { useVirtualKeyboardInset } from '../../components/use-virtual-keyboard-inset.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useOnline } from '../../hooks/use-online.js';
import { useRouter } from '../../hooks/use-router.js';
import { useSend } from '../../hooks/use-send.js';
import { useTokens } from '../../hooks/use-tokens.js';
import { AmountField } from './amount-field.js';
import { Contacts } from './contacts.js';
import { NetworkFee } from './network-fee.js';
import { RecipientField } from './recipient-field.js';
import { canScan } from './scan-code.js';
import { ScanRecipient } from './scan-recipient.js';
import { SendTokens } from './send-tokens.js';

/** The form of a transfer. Its button says what to enter next. */
export const WalletSend = (): ReactElement => <SendTokens>{(tokens) => <SendForm tokens={tokens} />}</SendTokens>;

const SendForm = ({ tokens }: { readonly tokens: readonly TokenBalance[] }): ReactElement => {
  const m = useMessages();
  const online = useOnline();
  const form = useRef<HTMLFormElement>(null);
  const { push } = useRouter();
  const { token, fault, quote, isSponsored, isResolving, edit } = useSend();
  useVirtualKeyboardInset(form);
  const [isScanning, setScanning] = useState(false);
  // Only the browser knows.
  const [hasCamera, setHasCamera] = useState(false);
  useEffect(() => setHasCamera(canScan()), []);
  const [only, ...others] = tokens;
  const { pending } = useTokens();
  // There is nothing to choose.
  useEffect(() => {
    if (token === null && only !== undefined && others.length === 0 && !pending) edit({ token: only });
  }, [token, only, others.length, pending, edit]);
  const isReady = fault === null && (quote !== null || isSponsored) && !isResolving;
  // The only button that helps while no token is chosen.
  const canPress = isReady || fault === 'token-missing';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (fault === 'token-missing') push(view('WalletSendSelectToken'));
    else if (isReady) push(view('WalletSendPreview'));
  };
  if (isScanning)
    return (
      <ScanRecipient
        onScan={(scanned) => {
          edit({ recipient: scanned });
          setScanning(false);
        }}
        onCancel={() => setScanning(false)}
      />
    );
  return (
    <form className="stack" ref={form} noValidate onSubmit={submit}>
      <AmountField />
      <RecipientField onScan={hasCamera ? () => setScanning(true) : null} />
      <Contacts />
      <NetworkFee />
      {online ? null : (
        <p className="hint" role="status">
          {m.sendOffline}
        </p>
      )}
      <button type="submit" className="btn main" part="button main" aria-disabled={!canPress || undefined} data-testid="lk-preview-send">
        {m.sendButton(fault)}
      </button>
    </form>
  );
};
