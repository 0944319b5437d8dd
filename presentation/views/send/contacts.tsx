import type { ReactElement } from 'react';
import { FullAddress } from '../../components/full-address.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useSend } from '../../hooks/use-send.js';

/** Contacts that are offered. */
const MAX_SHOWN = 5;

/** The user's other accounts and recent recipients, until a recipient is entered. */
export const Contacts = (): ReactElement | null => {
  const m = useMessages();
  const { recipient, contacts, edit } = useSend();
  if (recipient !== '' || contacts.length === 0) return null;
  return (
    <div className="contacts">
      <h2>{m.sendContacts}</h2>
      <ul className="list" aria-label={m.sendContacts}>
        {contacts.slice(0, MAX_SHOWN).map(({ address, name, isOwn }) => (
          <li key={address}>
            <button
              type="button"
              className="row"
              part="row"
              data-testid="lk-send-contact"
              // Not the name, which may have another address by now.
              onClick={() => edit({ recipient: address })}
            >
              <span>
                <small>{name === null ? isOwn ? m.sendOwnAccount : m.sendRecent : <bdi dir="ltr">{name}</bdi>}</small>
                <FullAddress value={address} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
};
