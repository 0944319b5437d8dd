import type { useNetwork, useSendTransaction } from 'latchkey/react';
import type { ReactElement } from 'react';
import { sandbox } from '../sandbox.js';
import { Fact, Failure } from '../ui/outcome.js';

type SendState = ReturnType<typeof useSendTransaction>;

/** Index of the current stage; -1 before the first. */
const stageOf = (state: SendState): number => {
  if (state.status === 'pending') return state.step === 'approve-in-wallet' || state.step === 'wait-for-other-payment' ? 0 : 1;
  return state.status === 'success' ? 3 : -1;
};

const STAGES = ['Approve in your wallet', 'Wait for a block', 'Confirmed'] as const;

/** Props of {@link SendProgress}. */
export interface SendProgressProps {
  readonly state: SendState;
  /** Network that the transaction was sent on. The user may have switched since. */
  readonly network: ReturnType<typeof useNetwork>['network'];
}

/** Shows the stages of a transaction until it is confirmed, or the error. */
export const SendProgress = ({ state, network }: SendProgressProps): ReactElement | null => {
  if (state.status === 'idle') return null;
  if (state.status === 'error') return <Failure error={state.error} testId="demo-send-error" />;
  const stage = stageOf(state);
  const isQueued = state.status === 'pending' && state.step === 'wait-for-other-payment';
  const hash = state.status === 'success' ? state.data.hash : state.hash;
  // Block explorers do not index local chains.
  const explorer = sandbox === null ? network?.blockExplorers?.default : undefined;
  return (
    <div className="progress" aria-live="polite">
      <ol className="stages" data-testid="demo-send-progress" data-stage={stage}>
        {STAGES.map((label, index) => (
          <li key={label} data-state={index < stage ? 'done' : index === stage ? 'now' : 'later'}>
            {index === 0 && isQueued ? 'Approve or reject your other payment first' : label}
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
              {String(state.data.blockNumber)}
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
