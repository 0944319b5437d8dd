import type { ReactElement, ReactNode } from 'react';
import { Icon } from './icon.js';

/** A row of a list. */
export interface RowProps {
  /** Picture or icon. */
  readonly start: ReactNode;
  readonly title: ReactNode;
  /** A second, quieter line. */
  readonly detail?: ReactNode;
  /** Tags and the like. Default: an arrow. */
  readonly end?: ReactNode;
  /** Finds the row again when the person comes back to its view. */
  readonly focusKey: string;
  readonly disabled?: boolean;
  /** Marks the one of the list that is in use. */
  readonly current?: boolean;
  /** Id of the words that explain the row. */
  readonly describedBy?: string | undefined;
  readonly testId?: string;
  readonly onClick: () => void;
}

/** A list's row as one large button. */
export const Row = ({ start, title, detail, end, focusKey, disabled, current, describedBy, testId, onClick }: RowProps): ReactElement => (
  <button
    type="button"
    className="row"
    part="row"
    data-key={focusKey}
    data-testid={testId}
    disabled={disabled}
    aria-describedby={describedBy}
    aria-current={current === true ? 'true' : undefined}
    onClick={onClick}
  >
    {start}
    <span>
      {title}
      {detail === undefined ? null : <small>{detail}</small>}
    </span>
    {end === undefined ? <Icon name="next" /> : end}
  </button>
);
