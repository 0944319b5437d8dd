import { type ReactElement, useRef } from 'react';
import { ActionButton } from '../../components/action-button.js';
import { cellStyle, gridStyle, useGridMeasures } from '../../components/use-grid-measures.js';
import { useMessages } from '../../hooks/use-messages.js';
import { walletGridLayout } from './wallet-grid-layout.js';

/** Number of placeholder cells (facts of the field: 16). */
const SKELETON_COUNT = 16;

/** Placeholder grid. */
export const SkeletonGrid = (): ReactElement => {
  const m = useMessages();
  const scrollRef = useRef<HTMLDivElement>(null);
  const { columns, rowPx } = useGridMeasures(scrollRef, walletGridLayout);
  return (
    <div className="wallet-grid" ref={scrollRef} role="status" data-testid="lk-skeleton">
      <span className="sr">{m.loadingWallets}</span>
      <ul className="list" aria-hidden="true" style={gridStyle(columns, Math.ceil(SKELETON_COUNT / columns) * rowPx)}>
        {Array.from({ length: SKELETON_COUNT }, (_, index) => (
          <li key={`cell ${String(index)}`} style={cellStyle(index % columns, Math.floor(index / columns) * rowPx, rowPx)}>
            <div className="cell">
              <span className="pic skeleton" />
              <span className="skeleton" />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
};

/** Shown below the loaded wallets when the next page failed. */
export const LoadMoreError = ({ onRetry }: { readonly onRetry: () => void }): ReactElement => {
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
