import { formatBalance } from 'latchkey';
import { useBalance, useNetwork, useSendTransaction } from 'latchkey/react';
import { type FormEvent, type ReactElement, useState } from 'react';
import { sandbox } from '../sandbox.js';
import { Field } from '../ui/field.js';
import { Fact, Failure } from '../ui/outcome.js';
import { checkTransfer, readAmount } from './check-transfer.js';

type SendState = ReturnType<typeof useSendTransaction>['state'];

/** What a new form holds. The sandbox's second account is everybody's, so that it is nobody's loss. */
const FORM = { recipient: sandbox === null ? '' : '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', amount: '0.01' };

/** Sends coins and follows the transaction into its block. */
export const SendTransaction = (): ReactElement => {
  const [form, setForm] = useState(FORM);
  const [touched, setTouched] = useState({ recipient: false, amount: false });
  const { network } = useNetwork();
  const [sentOn, setSentOn] = useState(network);
  const { balance } = useBalance();
  const { state, sendTransaction, reset } = useSendTransaction();
  const { symbol = '', decimals = 18 } = network?.nativeCurrency ?? {};
  const errors = checkTransfer(form, { balance, decimals });
  const shown = {
    recipient: touched.recipient ? errors.recipient : null,
    amount: touched.amount ? errors.amount : null,
  };
  const change = (field: keyof typeof form) => (value: string) => {
    setForm({ ...form, [field]: value });
    if (state.status !== 'pending') reset();
  };
  const leave = (field: keyof typeof form) => () => setTouched({ ...touched, [field]: true });

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTouched({ recipient: true, amount: true });
    const value = readAmount(form.amount, decimals);
    if (errors.recipient !== null || errors.amount !== null || value === null) return;
    setSentOn(network);
    sendTransaction({ to: form.recipient.trim(), value });
  };

  return (
    <form onSubmit={submit} noValidate className="send">
      <Field
        label="Recipient"
        note={sandbox === null ? 'An account on the network in use.' : 'The second account of the sandbox, or any other.'}
        placeholder="0x…"
        testId="demo-recipient"
        value={form.recipient}
        error={shown.recipient}
        onChange={change('recipient')}
        onBlur={leave('recipient')}
      />
      <Field
        label={`Amount in ${symbol}`}
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
      </div>
      <Progress state={state} network={sentOn} />
    </form>
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
