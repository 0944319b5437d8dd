import { type CSSProperties, type ReactElement, useRef } from 'react';
import { ActionButton } from '../../components/action-button.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useGridMeasures } from './use-grid-measures.js';

/** Cells in waiting (facts of the field: 16). */
const SKELETONS = 16;

/** Where a cell stands. Custom properties are no keys of CSSProperties. */
export const cellStyle = (lane: number, top: number, height: number): CSSProperties =>
  ({ '--lane': lane, transform: `translateY(${String(top)}px)`, blockSize: height }) as CSSProperties;

/** How many cells stand beside each other. */
export const columnsStyle = (columns: number, height: number): CSSProperties =>
  ({ '--columns': columns, blockSize: height }) as CSSProperties;

/** The list in waiting, laid out as the list. */
export const SkeletonGrid = (): ReactElement => {
  const m = useMessages();
  const shop = useRef<HTMLDivElement>(null);
  const { columns, rowPx } = useGridMeasures(shop);
  return (
    <div className="shop" ref={shop} role="status" data-testid="lk-bones">
      <span className="sr">{m.loadingWallets}</span>
      <ul className="list" aria-hidden="true" style={columnsStyle(columns, Math.ceil(SKELETONS / columns) * rowPx)}>
        {Array.from({ length: SKELETONS }, (_, index) => (
          <li key={`cell ${String(index)}`} style={cellStyle(index % columns, Math.floor(index / columns) * rowPx, rowPx)}>
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
