import type { ReactElement } from 'react';
import { ActionButton } from '../../components/action-button.js';
import type { IconName } from '../../components/icon.js';
import { Notice } from '../../components/notice.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import type { Nfts } from '../../hooks/use-nfts.js';
import type { Messages } from '../../messages/en.js';

/** Number of placeholder cells. */
const SKELETON_COUNT = 6;

interface NoticeText {
  readonly icon: IconName;
  readonly title: string;
  readonly hint: string;
}

/** Text for the state of a list without NFTs; `null` while it is loading. */
const textOf = ({ error, isSupported, isEmpty, pending }: Nfts, network: string, m: Messages): NoticeText | null => {
  if (error?.recovery === 'reconfigure') return { icon: 'warning', title: m.nftsUnavailable, hint: m.nftsUnavailableHint };
  if (error !== null) return { icon: 'warning', title: m.nftsFailed, hint: m.nftsFailedHint };
  if (!isSupported) return { icon: 'grid', title: m.nftsUnsupported(network), hint: m.nftsUnsupportedHint };
  return isEmpty && !pending ? { icon: 'grid', title: m.noNfts, hint: m.noNftsHint(network) } : null;
};

/** Props of {@link NftsNotice}. */
export interface NftsNoticeProps {
  readonly list: Nfts;
  /** Without icon, in a few lines. */
  readonly compact?: boolean;
}

/** Replaces a list without NFTs: placeholders while it is loading, else why there are none and what helps. */
export const NftsNotice = ({ list, compact = false }: NftsNoticeProps): ReactElement => {
  const m = useMessages();
  const { network } = useNetwork();
  const text = textOf(list, network?.name ?? m.network, m);
  if (text === null)
    return (
      <div role="status" data-testid="lk-skeleton">
        <span className="sr">{m.loadingNfts}</span>
        <ul className={compact ? 'nft-list small' : 'nft-list'} aria-hidden="true">
          {Array.from({ length: SKELETON_COUNT }, (_, index) => (
            <li key={`cell ${String(index)}`} className="nft">
              <span className="nft-picture skeleton" />
              <span className="skeleton" />
            </li>
          ))}
        </ul>
      </div>
    );
  const canRetry = list.error !== null && list.error.recovery !== 'reconfigure';
  const retry = canRetry ? (
    <ActionButton main={!compact} testId="lk-try-again" onClick={list.loadMore}>
      {m.tryAgain}
    </ActionButton>
  ) : null;
  if (!compact) return <Notice {...text}>{retry}</Notice>;
  return (
    <div className="more" role={text.icon === 'warning' ? 'alert' : undefined}>
      <h2>{text.title}</h2>
      <p>{text.hint}</p>
      {retry}
    </div>
  );
};
