import type { CSSProperties, ReactElement } from 'react';
import { ActionButton } from '../../components/action-button.js';
import { useMessages } from '../../hooks/use-messages.js';

/** Cells in waiting (facts of the field: 16). */
const SKELETONS = 16;
const COLUMNS = 4;
const ROW_PX = 108;

/** Where a cell stands. Custom properties are no keys of CSSProperties. */
export const cellStyle = (lane: number, top: number, height: number): CSSProperties =>
  ({ '--lane': lane, transform: `translateY(${String(top)}px)`, blockSize: height }) as CSSProperties;

/** How many cells stand beside each other. */
export const columnsStyle = (columns: number, height: number): CSSProperties =>
  ({ '--columns': columns, blockSize: height }) as CSSProperties;

/** The list in waiting, as high as the list. */
export const SkeletonGrid = (): ReactElement => {
  const m = useMessages();
  return (
    <div className="shop" role="status" data-testid="lk-bones">
      <span className="sr">{m.loadingWallets}</span>
      <ul className="list" aria-hidden="true" style={columnsStyle(COLUMNS, (SKELETONS / COLUMNS) * ROW_PX)}>
        {Array.from({ length: SKELETONS }, (_, index) => (
          <li key={`cell ${String(index)}`} style={cellStyle(index % COLUMNS, Math.floor(index / COLUMNS) * ROW_PX, ROW_PX)}>
            <div className="cell">
              <span className="pic bone" />
              <span className="bone" />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
};

/** The next page did not come: what is there stays. */
export const MoreFailed = ({ onRetry }: { readonly onRetry: () => void }): ReactElement => {
  const m = useMessages();
  return (
    <div className="more" role="alert">
      <p>{m.moreWalletsFailed}</p>
      <ActionButton testId="lk-try-again" onClick={onRetry}>
        {m.tryAgain}
      </ActionButton>
    </div>
  );
};
