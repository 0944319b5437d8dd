import type { ReactElement } from 'react';
import type { SwapState } from '../../../domain/swap/swap-state.js';
import { Address } from '../../components/address.js';
import { useAccount } from '../../hooks/use-account.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useSwapTexts } from './use-swap-texts.js';

/** Loss of value that is marked, and one that is warned of, in hundredths of a percent. */
const MARKED_IMPACT_BPS = 300;
const WARNED_IMPACT_BPS = 500;

/** Props of {@link SwapTerms}. */
export interface SwapTermsProps {
  readonly swap: SwapState;
  /** With what was chosen in the views before. */
  readonly isComplete?: boolean;
}

/** The figures of a swap: rate, minimum and costs. Figures that are not known yet are left out. */
export const SwapTerms = ({ swap, isComplete = false }: SwapTermsProps): ReactElement | null => {
  const m = useMessages();
  const { network } = useNetwork();
  const { address } = useAccount();
  const { offer, priceImpactBps, isSponsored } = swap;
  const { rate, minimum, impact, serviceFee, networkFee, slippage } = useSwapTexts(swap);
  if (offer === null) return null;
  const isMarked = priceImpactBps !== null && priceImpactBps >= MARKED_IMPACT_BPS;
  return (
    <>
      {priceImpactBps === null || priceImpactBps < WARNED_IMPACT_BPS ? null : (
        <p className="hint send-note wrong" role="status" data-testid="lk-swap-impact-warning">
          {m.swapImpactHigh(impact ?? '')}
        </p>
      )}
      <dl className="term-list token-terms swap-terms">
        <div>
          <dt>{m.swapRate}</dt>
          <dd dir="ltr">{rate}</dd>
        </div>
        <div>
          <dt>{m.swapMinimum}</dt>
          <dd dir="ltr" data-testid="lk-swap-minimum">
            {minimum}
          </dd>
        </div>
        {impact === null ? null : (
          <div>
            <dt>{m.swapImpact}</dt>
            <dd dir="ltr" className={isMarked ? 'bad' : undefined} data-testid="lk-swap-impact">
              {impact}
            </dd>
          </div>
        )}
        <div>
          <dt>{m.swapServiceFee}</dt>
          <dd data-testid="lk-swap-service-fee">
            <bdi dir="ltr">{serviceFee}</bdi>
            <small>{m.swapServiceFeeHint}</small>
          </dd>
        </div>
        {networkFee === null && !isSponsored ? null : (
          <div>
            <dt>{m.swapNetworkFee}</dt>
            <dd data-testid="lk-swap-network-fee">{isSponsored ? m.swapFeeSponsored : <bdi dir="ltr">{networkFee}</bdi>}</dd>
          </div>
        )}
        {isComplete ? (
          <>
            <div>
              <dt>{m.swapSlippage}</dt>
              <dd dir="ltr">{slippage}</dd>
            </div>
            <div>
              <dt>{m.swapNetwork}</dt>
              <dd>{network?.name}</dd>
            </div>
            <div>
              <dt>{m.swapFrom}</dt>
              <dd>{address === undefined ? null : <Address value={address} />}</dd>
            </div>
          </>
        ) : null}
      </dl>
    </>
  );
};
