import type { ReactElement, ReactNode } from 'react';
import { Icon } from './icon.js';

/** Props of {@link StepPanel}. */
export interface StepPanelProps {
  readonly picture: ReactElement;
  /** Shows the picture round. */
  readonly round?: boolean;
  /** `idle` until the user starts the step. */
  readonly state: 'idle' | 'pending' | 'success' | 'error';
  readonly title: string;
  readonly hint: string;
  /** Small print at the end. */
  readonly note?: string | undefined;
  /** Buttons. */
  readonly children?: ReactNode;
}

/**
 * A step that the user completes in the wallet: its picture, in an animated ring while pending, and what to do. The text is a live region,
 * so that each change is announced; errors immediately.
 */
export const StepPanel = ({ picture, round = false, state, title, hint, note, children }: StepPanelProps): ReactElement => {
  const failed = state === 'error';
  const hasOutcome = state === 'success' || failed;
  return (
    <div className="stack">
      <div className="mid">
        <div className={round ? 'ring round' : 'ring'}>
          <svg aria-hidden="true">
            <rect />
            {state === 'pending' ? <rect className="run" pathLength="100" /> : null}
          </svg>
          {picture}
          {!hasOutcome ? null : (
            <span className={state === 'success' ? 'badge ok' : 'badge'} aria-hidden="true">
              <Icon name={state === 'success' ? 'check' : 'close'} />
            </span>
          )}
        </div>
        {/* Errors get a new element: an alert is announced when it appears, other regions only when they change. */}
        <div
          className="texts"
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
        {/* A live region must exist before its text, which may come while pending. */}
        {hasOutcome && note === undefined ? null : (
          <p className="fine" role={hasOutcome ? undefined : 'status'}>
            {note}
          </p>
        )}
      </div>
    </div>
  );
};
