import { type ReactElement, useId, useRef, useState } from 'react';
import { Icon } from '../../components/icon.js';
import { useInFlight } from '../../hooks/use-in-flight.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useOnline } from '../../hooks/use-online.js';
import { TRAY_CSS } from '../../theme/tray.css.js';
import { TrayItem } from './tray-item.js';
import { useNow } from './use-now.js';

/** Style sheets of the tray. */
export const styles = [TRAY_CSS];

/** Age texts are in minutes. */
const AGE_MS = 20_000;

/** The transactions on their way: a chip with their number, which opens a list. Nothing without any. */
export const Tray = (): ReactElement | null => {
  const m = useMessages();
  const rows = useInFlight();
  const online = useOnline();
  const now = useNow(AGE_MS, rows.length > 0);
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const chip = useRef<HTMLButtonElement>(null);
  if (rows.length === 0) return null;
  const waiting = rows.filter(({ transaction }) => transaction.outcome === null).length;
  return (
    <section
      className="tray"
      part="tray"
      aria-label={m.trayTitle}
      data-testid="lk-tray"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        // The browser would close the dialog.
        event.preventDefault();
        event.stopPropagation();
        setOpen(false);
        chip.current?.focus();
      }}
    >
      <ul className="tray-list" id={listId} hidden={!isOpen}>
        {isOpen && rows.map((row) => <TrayItem key={`${row.transaction.chainId} ${row.origin}`} row={row} now={now} />)}
        {isOpen && !online ? (
          <li>
            <p className="tray-item">{m.trayOffline}</p>
          </li>
        ) : null}
      </ul>
      <button
        ref={chip}
        type="button"
        className="tray-chip"
        aria-expanded={isOpen}
        aria-controls={listId}
        data-testid="lk-tray-chip"
        onClick={() => setOpen(!isOpen)}
      >
        {waiting > 0 ? <i className="skeleton" /> : <Icon name="check" />}
        <span role="status">{waiting > 0 ? m.trayCount(waiting) : m.trayDone}</span>
        <Icon name="down" />
      </button>
    </section>
  );
};
