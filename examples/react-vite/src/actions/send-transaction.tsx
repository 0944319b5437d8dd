import { formatBalance, formatUnits } from 'latchkey';
import { useAccount, useAssetBalances, useBalance, useEstimateFees, useNetwork, useSendTransaction } from 'latchkey/react';
import { type FormEvent, type ReactElement, useState } from 'react';
import { sandbox } from '../sandbox.js';
import { Choice } from '../ui/choice.js';
import { Field } from '../ui/field.js';
import { Fact, Failure } from '../ui/outcome.js';
import { checkTransfer, readAmount } from './check-transfer.js';

type SendState = ReturnType<typeof useSendTransaction>['state'];

/** What a new form holds. The sandbox's second account is everybody's, so that it is nobody's loss. */
const formFor = (namespace: string) => ({
  recipient: sandbox !== null && namespace === 'eip155' ? '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' : '',
  amount: '0.01',
});

/** Sends coins and follows the transaction into its block. */
export const SendTransaction = (): ReactElement => {
  const { namespace } = useAccount();
  const [form, setForm] = useState(() => formFor(namespace));
  const [asset, setAsset] = useState('');
  const { balances } = useAssetBalances();
  const [touched, setTouched] = useState({ recipient: false, amount: false });
  const { network } = useNetwork();
  const [sentOn, setSentOn] = useState(network);
  const { balance: coins } = useBalance();
  const { state, sendTransaction, reset } = useSendTransaction();
  const fees = useEstimateFees();
  const token = balances.find((each) => each.asset === asset);
  const { symbol, decimals } = token ?? network?.nativeCurrency ?? { symbol: '', decimals: 18 };
  const balance = token === undefined ? coins : { ...token, symbol: token.symbol ?? 'tokens' };
  const errors = checkTransfer(form, { namespace, balance, decimals });
  const shown = {
    recipient: touched.recipient ? errors.recipient : null,
    amount: touched.amount ? errors.amount : null,
  };
  const change = (field: keyof typeof form) => (value: string) => {
    setForm({ ...form, [field]: value });
    if (state.status !== 'pending') reset();
    fees.reset();
  };
  const leave = (field: keyof typeof form) => () => setTouched({ ...touched, [field]: true });

  /** What is to be sent, once nothing in the form is wrong. */
  const transfer = () => {
    setTouched({ recipient: true, amount: true });
    const value = readAmount(form.amount, decimals);
    if (errors.recipient !== null || errors.amount !== null || value === null) return null;
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
    if (wanted !== null) fees.estimateFees(wanted);
  };

  return (
    <form onSubmit={submit} noValidate className="send">
      {balances.length > 0 && (
        <Choice
          label="What"
          testId="demo-asset"
          value={token?.asset ?? ''}
          options={[
            { value: '', label: network?.nativeCurrency.symbol ?? '' },
            ...balances.map((each) => ({ value: each.asset, label: each.symbol ?? each.asset })),
          ]}
          onChange={(next) => {
            setAsset(next);
            fees.reset();
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
        label={`Amount in ${symbol ?? 'tokens'}`}
        note={balance === null ? undefined : `You have ${formatBalance(balance)} ${balance.symbol}.`}
        inputMode="decimal"
        testId="demo-amount"
        value={form.amount}
        error={shown.amount}
        onChange={change('amount')}
        onBlur={leave('amount')}
      />
      <div className="actions">
        <button type="submit" className="main" disabled={state.status === 'pending'} data-testid="demo-send">
          {state.status === 'pending' ? 'Sending…' : 'Send'}
        </button>
        <button type="button" className="quiet" disabled={fees.state.status === 'pending'} onClick={estimate} data-testid="demo-estimate">
          {fees.state.status === 'pending' ? 'Asking…' : 'What does it cost?'}
        </button>
      </div>
      <Fee state={fees.state} coin={network?.nativeCurrency} />
      <Progress state={state} network={sentOn} />
    </form>
  );
};

interface FeeProps {
  readonly state: ReturnType<typeof useEstimateFees>['state'];
  readonly coin: { readonly symbol: string; readonly decimals: number } | undefined;
}

/** What the transaction would cost, at each speed that the chain knows. */
const Fee = ({ state, coin }: FeeProps): ReactElement | null => {
  if (state.status === 'error') return <Failure error={state.error} testId="demo-fee-error" />;
  if (state.status !== 'success' || coin === undefined) return null;
  return (
    <dl className="facts" data-testid="demo-fees">
      {state.result.map(({ speed, fee }) => (
        <Fact key={speed} name={`Fee, ${speed}`} testId={`demo-fee-${speed}`}>
          {formatUnits(fee, coin.decimals)} {coin.symbol}
        </Fact>
      ))}
    </dl>
  );
};

/** How far the transaction is. */
const stageOf = (state: SendState): number => {
  if (state.status === 'pending') return state.step === 'approve-in-wallet' ? 0 : 1;
  return state.status === 'success' ? 3 : -1;
};

const STAGES = ['Approve in your wallet', 'Wait for a block', 'Confirmed'] as const;

interface ProgressProps {
  readonly state: SendState;
  /** Where it was sent; the page may be on another network by now. */
  readonly network: ReturnType<typeof useNetwork>['network'];
}

const Progress = ({ state, network }: ProgressProps): ReactElement | null => {
  if (state.status === 'idle') return null;
  if (state.status === 'error') return <Failure error={state.error} testId="demo-send-error" />;
  const stage = stageOf(state);
  const hash = state.status === 'success' ? state.result.hash : state.hash;
  // An explorer knows nothing of a local chain.
  const explorer = sandbox === null ? network?.blockExplorers?.default : undefined;
  return (
    <div className="progress" aria-live="polite">
      <ol className="stages" data-testid="demo-send-progress" data-stage={stage}>
        {STAGES.map((label, index) => (
          <li key={label} data-state={index < stage ? 'done' : index === stage ? 'now' : 'later'}>
            {label}
          </li>
        ))}
      </ol>
      {hash !== undefined && (
        <dl className="facts">
          <Fact name="Network" testId="demo-sent-on">
            {network?.name ?? '–'}
          </Fact>
          <Fact name="Transaction" testId="demo-hash">
            {hash}
          </Fact>
          {state.status === 'success' && (
            <Fact name="Block" testId="demo-block">
              {String(state.result.blockNumber)}
            </Fact>
          )}
        </dl>
      )}
      {hash !== undefined && explorer !== undefined && (
        <a href={`${explorer.url}/tx/${hash}`} target="_blank" rel="noopener noreferrer">
          View on {explorer.name}
        </a>
      )}
    </div>
  );
};
