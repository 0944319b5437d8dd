import { formatBalance, type SendTransactionInput } from 'latchkey';
import { useAccount, useAssetBalances, useBalance, useEstimateFees, useNetwork, useOnline, useSendTransaction } from 'latchkey/react';
import { type FormEvent, type ReactElement, useState } from 'react';
import { sandbox } from '../sandbox.js';
import { tokenName } from '../token-name.js';
import { Choice } from '../ui/choice.js';
import { Field } from '../ui/field.js';
import { OpenWallet } from '../ui/open-wallet.js';
import { checkTransfer } from './check-transfer.js';
import { SendFees } from './send-fees.js';
import { SendProgress } from './send-progress.js';

/** Initial form values. In the sandbox the recipient is its second account, whose key is public. */
const formFor = (namespace: string) => ({
  recipient: sandbox !== null && namespace === 'eip155' ? '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' : '',
  amount: '0.01',
});

/** Sends the native currency or a token and tracks the transaction until it is confirmed. */
export const SendTransaction = (): ReactElement => {
  const { namespace } = useAccount();
  const [form, setForm] = useState(() => formFor(namespace));
  const [asset, setAsset] = useState('');
  const { data: balances = [] } = useAssetBalances();
  const [touched, setTouched] = useState({ recipient: false, amount: false });
  const { network } = useNetwork();
  const [sentOn, setSentOn] = useState(network);
  const { data: coins } = useBalance();
  const sending = useSendTransaction();
  const { isPending, step, sendTransaction, cancel, reset } = sending;
  const online = useOnline();
  const [estimated, setEstimated] = useState<SendTransactionInput | null>(null);
  const fees = useEstimateFees(estimated);
  const token = balances.find((each) => each.asset === asset);
  // The token is on another network or not loaded yet. Sending must not fall back to the native currency.
  const isMissing = asset !== '' && token === undefined;
  const { decimals } = token ?? network?.nativeCurrency ?? { decimals: 18 };
  const symbol = token === undefined ? ((isMissing ? null : network?.nativeCurrency.symbol) ?? 'tokens') : tokenName(token);
  const balance = token ?? (isMissing ? undefined : coins);
  const { value, ...errors } = checkTransfer(form, decimals);
  const visibleErrors = {
    recipient: touched.recipient ? errors.recipient : null,
    amount: touched.amount ? errors.amount : null,
  };
  const change = (field: keyof typeof form) => (text: string) => {
    setForm({ ...form, [field]: text });
    if (!isPending) reset();
    setEstimated(null);
  };
  const blur = (field: keyof typeof form) => () => setTouched({ ...touched, [field]: true });

  /** Returns the transfer if the form is valid, else null. */
  const transfer = () => {
    setTouched({ recipient: true, amount: true });
    if (isMissing || errors.recipient !== null || errors.amount !== null || value === null) return null;
    return { to: form.recipient.trim(), value, ...(token === undefined ? {} : { asset: token.asset }) };
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const input = transfer();
    if (input === null) return;
    setSentOn(network);
    sendTransaction(input);
  };

  const estimate = (): void => {
    const input = transfer();
    if (input !== null) setEstimated(input);
  };

  return (
    <form onSubmit={submit} noValidate className="send">
      {(balances.length > 0 || isMissing) && (
        <Choice
          label="Asset"
          testId="demo-asset"
          value={asset}
          options={[
            { value: '', label: network?.nativeCurrency.symbol ?? '' },
            ...balances.map((each) => ({ value: each.asset, label: tokenName(each) })),
            ...(isMissing ? [{ value: asset, label: 'Token not on this network' }] : []),
          ]}
          onChange={(next) => {
            setAsset(next);
            if (!isPending) reset();
            setEstimated(null);
          }}
        />
      )}
      <Field
        label="Recipient"
        note={
          sandbox === null || namespace !== 'eip155'
            ? 'An address on the current network.'
            : 'The second account of the sandbox, or any other address.'
        }
        placeholder={namespace === 'eip155' ? '0x…' : 'Address'}
        testId="demo-recipient"
        value={form.recipient}
        error={visibleErrors.recipient}
        onChange={change('recipient')}
        onBlur={blur('recipient')}
      />
      <Field
        label={`Amount in ${symbol}`}
        note={balance === undefined ? undefined : `Balance: ${formatBalance(balance)} ${symbol}`}
        inputMode="decimal"
        testId="demo-amount"
        value={form.amount}
        error={visibleErrors.amount}
        onChange={change('amount')}
        onBlur={blur('amount')}
      />
      <div className="actions">
        <button type="submit" className="main" disabled={isPending || !online || isMissing} data-testid="demo-send">
          {isPending ? 'Sending…' : 'Send'}
        </button>
        {isPending && (
          <button type="button" className="quiet" onClick={cancel} data-testid="demo-send-cancel">
            {step === 'approve-in-wallet' || step === 'wait-for-other-payment' ? 'Cancel' : 'Stop waiting'}
          </button>
        )}
        {isPending && <OpenWallet />}
        <button type="button" className="quiet" disabled={fees.isFetching} onClick={estimate} data-testid="demo-estimate">
          {fees.isFetching ? 'Estimating…' : 'Estimate fee'}
        </button>
      </div>
      {!online && (
        <p className="note" role="status" data-testid="demo-send-offline">
          You're offline. Pending transactions will update when you're back online.
        </p>
      )}
      <SendFees fees={fees} coin={network?.nativeCurrency} />
      <SendProgress state={sending} network={sentOn} />
    </form>
  );
};
