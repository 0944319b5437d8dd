import { memo, type ReactElement } from 'react';
import { addressLabelOf } from '../../../domain/account/address-label.js';
import { formatAddress } from '../../../domain/account/display-address.js';
import type { ActivityItem, Transfer } from '../../../domain/activity/activity-item.js';
import type { ActivityRow } from '../../../domain/activity/activity-rows.js';
import { OPERATION_LABELS } from '../../../domain/activity/operation-label.js';
import { formatQuantity } from '../../../domain/money/format-amount.js';
import { transactionExplorerUrl } from '../../../domain/network/explorer-url.js';
import { ExternalLink } from '../../components/external-link.js';
import { Icon, type IconName } from '../../components/icon.js';
import { IconTile } from '../../components/icon-tile.js';
import { Picture } from '../../components/picture.js';
import { useAccount } from '../../hooks/use-account.js';
import { useImage } from '../../hooks/use-image.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import type { Messages } from '../../messages/en.js';

const OPERATION_ICONS: Readonly<Partial<Record<ActivityItem['operation'], IconName>>> = {
  approve: 'seal',
  bought: 'incoming',
  borrow: 'incoming',
  burn: 'outgoing',
  cancel: 'close',
  claim: 'incoming',
  deploy: 'puzzle',
  mint: 'incoming',
  receive: 'incoming',
  send: 'outgoing',
  sell: 'outgoing',
  trade: 'switch',
};

const DIRECTION_ICONS: Readonly<Record<Transfer['direction'], IconName>> = { in: 'incoming', out: 'outgoing', self: 'switch' };

const SIGNS: Readonly<Record<Transfer['direction'], string>> = { in: '+', out: '−', self: '' };

/** Tokens are created from the zero address of EVM chains, and destroyed by sending them there. @see https://eips.ethereum.org/EIPS/eip-20 */
const NO_ACCOUNT = `0x${'0'.repeat(40)}`;

/** Icon of what happened: by the operation, else by the direction of its transfer. */
const iconOf = ({ operation }: ActivityItem, transfer: Transfer | undefined): IconName =>
  OPERATION_ICONS[operation] ?? (transfer === undefined ? 'activity' : DIRECTION_ICONS[transfer.direction]);

const amountOf = (transfer: Transfer, m: Messages): string => {
  const sign = SIGNS[transfer.direction];
  if (transfer.kind === 'nft') return `${sign}${transfer.name || m.unnamedNft}`;
  return `${sign}${formatQuantity(transfer.quantity, { locale: m.locale })} ${transfer.symbol}`;
};

/** Green for what was received, gray for what was not moved because the transaction failed. */
const Amount = ({ transfer, status }: { readonly transfer: Transfer; readonly status: ActivityItem['status'] }): ReactElement => {
  const received = status === 'confirmed' && transfer.direction === 'in' ? 'plus' : undefined;
  return (
    <bdi dir="ltr" className={status === 'failed' ? 'not-moved' : received}>
      {amountOf(transfer, useMessages())}
    </bdi>
  );
};

/** Picture of a coin, token or NFT; letters without one. */
const TransferPicture = ({ transfer }: { readonly transfer: Transfer }): ReactElement => {
  const url = transfer.kind === 'nft' ? transfer.previewUrl : transfer.iconUrl;
  const src = useImage(url === null ? null : { kind: 'url', id: url });
  return (
    <Picture
      src={src}
      name={transfer.kind === 'nft' ? transfer.name : transfer.symbol || transfer.name}
      round={transfer.kind === 'fungible'}
    />
  );
};

/** The other side of a transfer: its label, or its shortened address. That of a poisoned transaction is not displayed. */
const Counterparty = ({
  item,
  transfer,
}: {
  readonly item: ActivityItem;
  readonly transfer: Transfer | undefined;
}): ReactElement | null => {
  const m = useMessages();
  const { namespace, addressLabels } = useAccount();
  const isIncoming = transfer?.direction === 'in';
  const address = isIncoming ? item.sentFrom : item.sentTo;
  if (item.poisoning !== undefined)
    return (
      <span className="item tag warn">
        <Icon name="warning" />
        {item.poisoning.resembles === null ? m.notSentByYou : m.lookAlikeAddress}
      </span>
    );
  if (address === null || address === NO_ACCOUNT) return null;
  const name = addressLabelOf(addressLabels, namespace, address) ?? formatAddress(address);
  return (
    <bdi className="item" title={address}>
      {isIncoming ? m.receivedFrom(name) : m.sentTo(name)}
    </bdi>
  );
};

/** Formats days, such as “05 Nov”. */
export const dayFormat = (locale: string): ((atMs: number) => string) => {
  const format = new Intl.DateTimeFormat(locale, { day: '2-digit', month: 'short' });
  return (atMs) => format.format(atMs);
};

/** Props of {@link ActivityLine}. */
export interface ActivityLineProps {
  readonly row: ActivityRow;
  /** Formats the day of a time in milliseconds since 1970. */
  readonly formatDay: (atMs: number) => string;
}

/** A line of the history: what happened, with whom, how much, when. Links to the transaction in the network's explorer, unless it is poisoned. Memoized, because scrolling renders the list often. */
export const ActivityLine = memo(({ row: { item, transfers }, formatDay }: ActivityLineProps): ReactElement => {
  const m = useMessages();
  const { network } = useNetwork();
  const [first, second] = transfers;
  // An explorer displays the addresses of a poisoned transaction in full, ready to be copied.
  // A purchase may be on another network than that of the account.
  const isOfNetwork = network?.caipNetworkId === item.chainId;
  const isLinked = network !== undefined && isOfNetwork && item.hash !== null && item.poisoning === undefined;
  const href = isLinked ? transactionExplorerUrl(network, item.hash) : undefined;
  const icon = iconOf(item, first);
  const statusText = { confirmed: m.transactionConfirmed, pending: m.transactionPending, failed: m.transactionFailed }[item.status];
  const content = (
    <>
      <span className="activity-picture">
        {first === undefined ? <IconTile name={icon} round /> : <TransferPicture transfer={first} />}
        {first === undefined ? null : (
          <span className="activity-kind">
            <Icon name={icon} />
          </span>
        )}
      </span>
      <span>
        {m[OPERATION_LABELS[item.operation]]}
        <small>
          <Counterparty item={item} transfer={first} />
        </small>
      </span>
      <span className="activity-amounts">
        {transfers.length === 0 ? <span>{statusText}</span> : null}
        {first === undefined ? null : <Amount transfer={first} status={item.status} />}
        {second === undefined ? null : <Amount transfer={second} status={item.status} />}
        <small>
          {item.status === 'confirmed' || transfers.length === 0 ? null : <span className={`item ${item.status}`}>{statusText}</span>}
          <time className="item" dateTime={new Date(item.minedAtMs).toISOString()}>
            {formatDay(item.minedAtMs)}
          </time>
        </small>
      </span>
    </>
  );
  return href === undefined ? (
    <div className="row activity">{content}</div>
  ) : (
    <ExternalLink className="row activity" href={href}>
      {content}
    </ExternalLink>
  );
});
