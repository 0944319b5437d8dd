import type { ReactElement, ReactNode } from 'react';
import { Icon } from './icon.js';

/** One thing that the person is waiting for. */
export interface StepPanelProps {
  readonly picture: ReactElement;
  /** The picture is round. */
  readonly round?: boolean;
  readonly state: 'pending' | 'success' | 'error';
  readonly title: string;
  readonly hint: string;
  /** Smaller words at the end. */
  readonly note?: string | undefined;
  /** Buttons. */
  readonly children?: ReactNode;
}

/**
 * A step that goes on in the wallet: whose it is, in a ring that runs while it lasts, and what to do now. Its words are a
 * live region, so that each change of the step is spoken; a failure at once.
 */
export const StepPanel = ({ picture, round = false, state, title, hint, note, children }: StepPanelProps): ReactElement => {
  const failed = state === 'error';
  return (
    <div className="stack">
      <div className="mid">
        <div className={round ? 'ring round' : 'ring'}>
          <svg aria-hidden="true">
            <rect />
            {state === 'pending' ? <rect className="run" pathLength="100" /> : null}
          </svg>
          {picture}
          {state === 'pending' ? null : (
            <span className={state === 'success' ? 'badge ok' : 'badge'} aria-hidden="true">
              <Icon name={state === 'success' ? 'check' : 'close'} />
            </span>
          )}
        </div>
        {/* What went wrong comes as an element of its own: an alert speaks when it appears, other regions only when they change. */}
        <div
          className="words"
          key={failed ? 'failure' : 'step'}
          role={failed ? 'alert' : undefined}
          aria-live={failed ? undefined : 'polite'}
        >
          <h2>{title}</h2>
          <p>{hint}</p>
        </div>
      </div>
      <div className="slot">
        {children}
        {/* While it waits, the words may come later: their region has to be there before them. */}
        {state !== 'pending' && note === undefined ? null : (
          <p className="fine" role={state === 'pending' ? 'status' : undefined}>
            {note}
          </p>
        )}
      </div>
    </div>
  );
};
