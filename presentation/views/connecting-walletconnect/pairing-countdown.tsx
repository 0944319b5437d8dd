import { type ReactElement, useEffect, useState } from 'react';
import { PAIRING_RENEWAL_LEAD_MS, renewalDelay } from '../../../domain/wallet-protocol/pairing-clock.js';
import { useMessages } from '../../hooks/use-messages.js';

const SECOND_MS = 1_000;

/** Formats seconds as m:ss. */
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
 * Remaining validity of the displayed code. Updated each second, but announced only when the code is renewed, and once if the renewal is
 * overdue.
 */
export const PairingCountdown = ({ expiry }: { readonly expiry: number | undefined }): ReactElement => {
  const m = useMessages();
  const seconds = useSecondsLeft(expiry);
  const [{ first, latest }, setExpiries] = useState<{ first: number | undefined; latest: number | undefined }>({
    first: expiry,
    latest: expiry,
  });
  if (latest !== expiry) setExpiries({ first: first ?? expiry, latest: expiry });
  const renewed = expiry !== undefined && first !== undefined && expiry !== first;
  const overdue = expiry !== undefined && seconds === 0;
  const announcement = overdue ? m.codeExpiresIn(PAIRING_RENEWAL_LEAD_MS / SECOND_MS) : renewed ? m.codeRenewed : '';
  return (
    <>
      <p className="fine time" aria-hidden="true" data-testid="lk-countdown">
        {expiry === undefined || overdue ? '\u00a0' : m.codeRenews(clockText(seconds))}
      </p>
      <span className="sr" role="status">
        {announcement}
      </span>
    </>
  );
};
