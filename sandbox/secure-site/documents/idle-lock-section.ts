import { element } from '../../wallet/window/element.js';
import { type HomeHost, section } from './home-host.js';
import { paragraph } from './screen.js';
import { setIdleLock } from './wallet-management.js';

const MINUTE_MS = 60_000;
/** Times without use that the user can choose, in minutes; 0: never. */
const IDLE_MINUTES = [0, 5, 15, 60, 480] as const;

const minutesLabel = (minutes: number): string => {
  if (minutes === 0) return 'Never';
  return minutes < 60 ? `After ${minutes} minutes` : minutes === 60 ? 'After 1 hour' : `After ${minutes / 60} hours`;
};

/** The time without use after which the wallet is locked. @param idleLockMs `null`: never */
export const idleLockSection = ({ session, change }: HomeHost, idleLockMs: number | null): HTMLElement => {
  const current = idleLockMs === null ? 0 : idleLockMs / MINUTE_MS;
  const choices = [...new Set<number>([...IDLE_MINUTES, current])].sort((a, b) => a - b);
  // `element` returns an HTMLElement; this tag is a select.
  const field = element(
    'select',
    { id: 'idle' },
    ...choices.map((minutes) => element('option', { value: minutes, selected: minutes === current }, minutesLabel(minutes))),
  ) as HTMLSelectElement;
  field.addEventListener('change', () => {
    const minutes = Number(field.value);
    const note =
      minutes === 0 ? 'The wallet is not locked when it is idle.' : `The wallet locks ${minutesLabel(minutes).toLowerCase()} without use.`;
    change('Saving', () => setIdleLock(session, minutes === 0 ? null : minutes * MINUTE_MS), note);
  });
  return section(
    'Idle lock',
    element('div', { class: 'field' }, element('label', { for: 'idle' }, 'Lock when it is not used'), field),
    paragraph('Holds for all devices. Logging in again unlocks the wallet.', 'quiet'),
  );
};
