import type { TrackedEvent } from 'latchkey';
import { type ReactElement, useSyncExternalStore } from 'react';
import { eventLog } from '../event-log.js';

const timeOf = ({ timestamp }: TrackedEvent): string => new Date(timestamp).toISOString().slice(11, 19);

const detailOf = ({ properties }: TrackedEvent): string =>
  Object.entries(properties ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`)
    .join('; ');

/** Lists the events from `onEvent`. */
export const Events = (): ReactElement => {
  const entries = useSyncExternalStore(eventLog.subscribe, eventLog.entries);
  return (
    <ol className="log" data-testid="demo-events">
      {entries.map(({ id, event }) => (
        <li key={id} data-testid="demo-event" data-event={event.event}>
          <time dateTime={new Date(event.timestamp).toISOString()}>{timeOf(event)}</time>
          <b>{event.event}</b>
          <span>{detailOf(event)}</span>
        </li>
      ))}
    </ol>
  );
};
