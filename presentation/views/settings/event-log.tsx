import type { ReactElement } from 'react';
import { ActionButton } from '../../components/action-button.js';
import { CopyLabel, CopyStatus } from '../../components/copy-label.js';
import { Icon } from '../../components/icon.js';
import { IconTile } from '../../components/icon-tile.js';
import { useCopyWithFeedback } from '../../components/use-copy-with-feedback.js';
import { useEventLog } from '../../hooks/use-event-log.js';
import { useMessages } from '../../hooks/use-messages.js';

/** The last events of this page, to read and to copy. The text is that of the copy, so that the user sees what support will. */
export const EventLog = (): ReactElement => {
  const m = useMessages();
  const { entries, text } = useEventLog();
  const { copied, copy } = useCopyWithFeedback();
  return (
    <div className="event-log">
      <details>
        <summary className="row" data-key="event-log" data-testid="lk-event-log">
          <IconTile name="activity" />
          <span>
            {m.eventLog}
            <small>{entries.length === 0 ? m.noEvents : m.eventCount(entries.length)}</small>
          </span>
          <Icon name="down" />
        </summary>
        <label>
          <span className="sr">{m.eventLog}</span>
          <textarea readOnly rows={12} dir="ltr" data-testid="lk-event-log-text" value={text} />
        </label>
      </details>
      <p className="hint">{m.eventLogHint}</p>
      <ActionButton focusKey="copy-log" testId="lk-copy-log" onClick={() => copy(text)}>
        <CopyLabel copied={copied}>{m.copyLog}</CopyLabel>
      </ActionButton>
      <CopyStatus copied={copied} message={m.logCopied} />
    </div>
  );
};
