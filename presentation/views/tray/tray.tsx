import { type ReactElement, useId, useRef, useState } from 'react';
import type { InFlightTransaction } from '../../../domain/send/in-flight.js';
import { Icon } from '../../components/icon.js';
import { useFocusFallback } from '../../components/use-focus-fallback.js';
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
  const rows = useInFlight();
  return rows.length === 0 ? null : <TrayPanel rows={rows} />;
};

const TrayPanel = ({ rows }: { readonly rows: readonly InFlightTransaction[] }): ReactElement => {
  const m = useMessages();
  const online = useOnline();
  const [isOpen, setOpen] = useState(false);
  const now = useNow(AGE_MS, isOpen);
  const listId = useId();
  const section = useRef<HTMLElement>(null);
  const chip = useRef<HTMLButtonElement>(null);
  useFocusFallback(section);
  const waiting = rows.filter(({ transaction }) => transaction.outcome === null).length;
  const summary = waiting > 0 ? m.trayCount(waiting) : m.trayDone;
  return (
    <section
      ref={section}
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
      {/* Rendered while hidden, too: a row that is removed abandons what it asks the wallet for. */}
      <ul className="tray-list" id={listId} hidden={!isOpen}>
        {rows.map((row) => (
          <TrayItem key={`${row.transaction.chainId} ${row.origin}`} row={row} now={now} chip={chip} />
        ))}
        {online ? null : (
          <li>
            <p className="tray-item">{m.trayOffline}</p>
          </li>
        )}
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
        <span>{summary}</span>
        <Icon name="down" />
      </button>
      <span className="sr" role="status">
        {summary}
      </span>
    </section>
  );
};
