import { type ReactElement, useId } from 'react';
import { useMessages } from '../../hooks/use-messages.js';
import { useSend } from '../../hooks/use-send.js';
import { useFeeTexts } from './use-fee-texts.js';

/** The network fee of a transfer, and its speeds to choose from. */
export const NetworkFee = (): ReactElement | null => {
  const m = useMessages();
  const name = useId();
  const { quotes, quote, isEstimating, feeError, isSponsored, speed, fault, recipient, edit } = useSend();
  const { feeText, feeOf } = useFeeTexts();
  if (isSponsored) return <p className="hint">{m.sendFeeSponsored}</p>;
  if (quotes === null && isEstimating)
    return (
      <p className="hint" role="status">
        {m.sendEstimating}
      </p>
    );
  // The button says that already.
  const isSaid = feeError !== null && fault !== null;
  return (
    <>
      {quotes === null || quotes.length < 2 ? null : (
        <fieldset>
          <legend className="sr">{m.sendSpeed}</legend>
          <div className="speeds">
            {quotes.map((each) => (
              <label key={each.speed}>
                <input
                  type="radio"
                  name={name}
                  checked={each.speed === speed}
                  data-testid={`lk-speed-${each.speed}`}
                  onChange={() => edit({ speed: each.speed })}
                />
                {m.sendSpeedName(each.speed)}
                <small dir="ltr">{feeOf(each.fee)}</small>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {quote === null ? null : (
        <p className="hint" data-testid="lk-send-fee">
          {m.sendFee} <bdi dir="ltr">{feeText}</bdi>
        </p>
      )}
      {feeError === null || isSaid || recipient === '' ? null : (
        <p className="hint send-note wrong" role="alert" data-testid="lk-fee-error">
          {feeError.message}
        </p>
      )}
    </>
  );
};
