import { type ReactElement, useEffect, useState } from 'react';
import { PAIRING_RENEWAL_LEAD_MS, renewalDelay } from '../../../domain/wallet-protocol/pairing-clock.js';
import { useMessages } from '../../hooks/use-messages.js';

const SECOND_MS = 1_000;

/** Minutes and seconds, as a clock shows them in every language of the catalogue. */
const clockText = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

const useSecondsLeft = (expiry: number | undefined): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    setNow(Date.now());
    if (expiry === undefined) return;
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [expiry]);
  return expiry === undefined ? 0 : Math.ceil(renewalDelay(expiry, now) / SECOND_MS);
};

/**
 * How long the code on screen is good for. On screen each second; spoken only when a new code takes its place, and once when
 * the one that is due does not come.
 */
export const PairingCountdown = ({ expiry }: { readonly expiry: number | undefined }): ReactElement => {
  const m = useMessages();
  const seconds = useSecondsLeft(expiry);
  const [{ first, before }, setSeen] = useState<{ first: number | undefined; before: number | undefined }>({
    first: expiry,
    before: expiry,
  });
  if (before !== expiry) setSeen({ first: first ?? expiry, before: expiry });
  const renewed = expiry !== undefined && first !== undefined && expiry !== first;
  const overdue = expiry !== undefined && seconds === 0;
  const words = overdue ? m.codeEnds(PAIRING_RENEWAL_LEAD_MS / SECOND_MS) : renewed ? m.codeRenewed : '';
  return (
    <>
      <p className="fine time" aria-hidden="true" data-testid="lk-countdown">
        {expiry === undefined || overdue ? '\u00a0' : m.codeRenews(clockText(seconds))}
      </p>
      <span className="sr" role="status">
        {words}
      </span>
    </>
  );
};
