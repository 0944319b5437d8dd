import type { ReactElement } from 'react';
import type { LookAlike } from '../../../domain/account/look-alike-address.js';
import { FullAddress } from '../../components/full-address.js';
import { Icon } from '../../components/icon.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useSend } from '../../hooks/use-send.js';

/** Props of {@link CompareAddresses}. */
export interface CompareAddressesProps {
  /** The recipient's. */
  readonly address: string;
  readonly lookAlike: LookAlike;
}

/** The recipient beside the address that it imitates. The transfer is stopped until the user has compared them. */
export const CompareAddresses = ({ address, lookAlike: { resembles, differences } }: CompareAddressesProps): ReactElement => {
  const m = useMessages();
  const { isCompared, edit } = useSend();
  return (
    <section className="caution" role="alert" data-testid="lk-compare">
      <Icon name="warning" />
      <div className="send-compare">
        <h2>{m.sendLookAlike}</h2>
        <p>{m.sendLookAlikeHint}</p>
        <dl>
          <dt>{m.sendReceiverAddress}</dt>
          <dd>
            <FullAddress value={address} marked={differences} />
          </dd>
          <dt>{m.sendKnownAddress}</dt>
          <dd>
            <FullAddress value={resembles} marked={differences} />
          </dd>
        </dl>
        <div className="legal">
          <input
            type="checkbox"
            id="lk-compared"
            checked={isCompared}
            data-testid="lk-compared"
            onChange={(event) => edit({ isCompared: event.target.checked })}
          />
          <label htmlFor="lk-compared">{m.sendCompared}</label>
        </div>
      </div>
    </section>
  );
};
