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

/** What a new form holds. The sandbox's second account is everybody's, so that it is nobody's loss. */
const formFor = (namespace: string) => ({
  recipient: sandbox !== null && namespace === 'eip155' ? '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' : '',
  amount: '0.01',
});

/** Sends coins or tokens and follows the transaction into its block. */
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
  // Chosen on another network, or not read yet: the coin is not sent in its place.
  const isMissing = asset !== '' && token === undefined;
  const { decimals } = token ?? network?.nativeCurrency ?? { decimals: 18 };
  const symbol = token === undefined ? ((isMissing ? null : network?.nativeCurrency.symbol) ?? 'tokens') : tokenName(token);
  const balance = token ?? (isMissing ? undefined : coins);
  const { value, ...errors } = checkTransfer(form, decimals);
  const shown = {
    recipient: touched.recipient ? errors.recipient : null,
    amount: touched.amount ? errors.amount : null,
  };
  const change = (field: keyof typeof form) => (text: string) => {
    setForm({ ...form, [field]: text });
    if (!isPending) reset();
    setEstimated(null);
  };
  const leave = (field: keyof typeof form) => () => setTouched({ ...touched, [field]: true });

  /** What is to be sent, once nothing in the form is wrong. */
  const transfer = () => {
    setTouched({ recipient: true, amount: true });
    if (isMissing || errors.recipient !== null || errors.amount !== null || value === null) return null;
    return { to: form.recipient.trim(), value, ...(token === undefined ? {} : { asset: token.asset }) };
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wanted = transfer();
    if (wanted === null) return;
    setSentOn(network);
    sendTransaction(wanted);
  };

  const estimate = (): void => {
    const wanted = transfer();
    if (wanted !== null) setEstimated(wanted);
  };

  return (
    <form onSubmit={submit} noValidate className="send">
      {(balances.length > 0 || isMissing) && (
        <Choice
          label="What"
          testId="demo-asset"
          value={asset}
          options={[
            { value: '', label: network?.nativeCurrency.symbol ?? '' },
            ...balances.map((each) => ({ value: each.asset, label: tokenName(each) })),
            ...(isMissing ? [{ value: asset, label: 'A token that is not on this network' }] : []),
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
            ? 'An account on the network in use.'
            : 'The second account of the sandbox, or any other.'
        }
        placeholder={namespace === 'eip155' ? '0x…' : 'Address'}
        testId="demo-recipient"
        value={form.recipient}
        error={shown.recipient}
        onChange={change('recipient')}
        onBlur={leave('recipient')}
      />
      <Field
        label={`Amount in ${symbol}`}
        note={balance === undefined ? undefined : `You have ${formatBalance(balance)} ${symbol}.`}
        inputMode="decimal"
        testId="demo-amount"
        value={form.amount}
        error={shown.amount}
        onChange={change('amount')}
        onBlur={leave('amount')}
      />
      <div className="actions">
        <button type="submit" className="main" disabled={isPending || !online || isMissing} data-testid="demo-send">
          {isPending ? 'Sending…' : 'Send'}
        </button>
        {isPending && (
          <button type="button" className="quiet" onClick={cancel} data-testid="demo-send-cancel">
            {step === 'approve-in-wallet' ? 'Cancel' : 'Stop waiting'}
          </button>
        )}
        {isPending && <OpenWallet />}
        <button type="button" className="quiet" disabled={fees.isFetching} onClick={estimate} data-testid="demo-estimate">
          {fees.isFetching ? 'Asking…' : 'What does it cost?'}
        </button>
      </div>
      {!online && (
        <p className="note" role="status" data-testid="demo-send-offline">
          You are offline. What was sent already is followed once you are back.
        </p>
      )}
      <SendFees fees={fees} coin={network?.nativeCurrency} />
      <SendProgress state={sending} network={sentOn} />
    </form>
  );
};
