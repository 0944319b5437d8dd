import { formatUnits } from 'latchkey';
import type { useEstimateFees } from 'latchkey/react';
import type { ReactElement } from 'react';
import { Fact, Failure } from '../ui/outcome.js';

/** What was asked, and the coin that fees are paid in. */
export interface SendFeesProps {
  readonly fees: ReturnType<typeof useEstimateFees>;
  readonly coin: { readonly symbol: string; readonly decimals: number } | undefined;
}

/** What the transaction would cost, at each speed that the chain knows. */
export const SendFees = ({ fees: { status, data, error }, coin }: SendFeesProps): ReactElement | null => {
  if (status === 'error') return <Failure error={error} testId="demo-fee-error" />;
  if (status !== 'success' || coin === undefined) return null;
  return (
    <dl className="facts" data-testid="demo-fees">
      {data.map(({ speed, fee }) => (
        <Fact key={speed} name={`Fee, ${speed}`} testId={`demo-fee-${speed}`}>
          {formatUnits(fee, coin.decimals)} {coin.symbol}
        </Fact>
      ))}
    </dl>
  );
};
