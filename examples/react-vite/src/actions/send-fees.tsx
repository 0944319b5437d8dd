import { formatUnits } from 'latchkey';
import type { useEstimateFees } from 'latchkey/react';
import type { ReactElement } from 'react';
import { Fact, Failure } from '../ui/outcome.js';

/** The estimate, and the currency that fees are paid in. */
export interface SendFeesProps {
  readonly fees: ReturnType<typeof useEstimateFees>;
  readonly coin: { readonly symbol: string; readonly decimals: number } | undefined;
}

/** The estimated fee of each speed that the chain offers. */
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
