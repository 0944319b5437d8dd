import type { ReactElement, ReactNode } from 'react';
import { Icon } from './icon.js';

/** Props of {@link Row}. */
export interface RowProps {
  /** Picture or icon. */
  readonly start: ReactNode;
  readonly title: ReactNode;
  /** Secondary text. */
  readonly detail?: ReactNode;
  /** Default: an arrow. */
  readonly end?: ReactNode;
  /** Identifies the row when the focus returns to its view. */
  readonly focusKey: string;
  readonly disabled?: boolean;
  /** Marks the current item of the list. */
  readonly current?: boolean;
  /** Id of the element that describes the row. */
  readonly describedBy?: string | undefined;
  readonly testId?: string;
  readonly onClick: () => void;
}

/** Row of a list as one large button. */
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
