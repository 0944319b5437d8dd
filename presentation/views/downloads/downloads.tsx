import { type ReactElement, useId, useState } from 'react';
import type { DirectoryWallet } from '../../../domain/directory/directory-wallet.js';
import { type DownloadLink, type DownloadSource, orderedDownloads } from '../../../domain/directory/wallet-downloads.js';
import type { ViewData } from '../../../domain/router/views.js';
import { ExternalLink } from '../../components/external-link.js';
import { Icon, type IconName } from '../../components/icon.js';
import { IconTile } from '../../components/icon-tile.js';
import { Notice } from '../../components/notice.js';
import { Picture } from '../../components/picture.js';
import { QrCode } from '../../components/qr-code.js';
import { SkeletonRows } from '../../components/skeleton-rows.js';
import { useLatchkey } from '../../hooks/use-latchkey.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useTrack } from '../../hooks/use-track.js';
import { useWallet } from '../../hooks/use-wallet.js';
import { useWalletImage } from '../../hooks/use-wallet-image.js';
import type { Messages } from '../../messages/en.js';

/** Stores of a wallet, the one for this device first; mobile stores also show a QR code. */
export const Downloads = ({ walletId, wallet: providedWallet }: ViewData['Downloads']): ReactElement => {
  const m = useMessages();
  const { platform } = useLatchkey().browser;
  const { data: loadedWallet = null, isPending } = useWallet(providedWallet === undefined ? walletId : null);
  const wallet = providedWallet ?? loadedWallet;
  const [openSource, setOpenSource] = useState<DownloadSource | null>(null);
  if (wallet === null && isPending) return <SkeletonRows count={3} label={m.loading} />;
  const links = wallet === null ? [] : orderedDownloads(wallet, platform);
  if (wallet === null || links.length === 0) return <Notice icon="wallet" title={m.noWallet} hint={m.noneToGetHint} />;
  return (
    <ul className="list" aria-label={m.titleDownload(wallet.name)}>
      {links.map((link) => (
        <li key={link.source}>
          <StoreRow
            wallet={wallet}
            link={link}
            scannable={!platform.mobile && (link.source === 'app_store' || link.source === 'play_store')}
            open={openSource === link.source}
            onToggle={() => setOpenSource(openSource === link.source ? null : link.source)}
          />
        </li>
      ))}
    </ul>
  );
};

interface Store {
  readonly icon: IconName;
  readonly name: string;
  readonly hint: string;
}

const storeOf = ({ source, href }: DownloadLink, m: Messages): Store => {
  switch (source) {
    case 'chrome_store':
      return { icon: 'puzzle', name: m.storeChrome, hint: m.storeChromeHint };
    case 'app_store':
      return { icon: 'phone', name: m.storeApple, hint: m.storeAppleHint };
    case 'play_store':
      return { icon: 'phone', name: m.storeGoogle, hint: m.storeGoogleHint };
    case 'homepage':
      return { icon: 'globe', name: m.storeSite, hint: URL.canParse(href) ? new URL(href).hostname : href };
  }
};

interface StoreRowProps {
  readonly wallet: DirectoryWallet;
  readonly link: DownloadLink;
  /** True for a mobile store on a desktop. */
  readonly scannable: boolean;
  readonly open: boolean;
  readonly onToggle: () => void;
}

const StoreRow = ({ wallet, link, scannable, open, onToggle }: StoreRowProps): ReactElement => {
  const m = useMessages();
  const track = useTrack();
  const codeId = useId();
  const image = useWalletImage(wallet);
  const { icon, name, hint } = storeOf(link, m);
  return (
    <>
      <div className="joined">
        <ExternalLink className="row" href={link.href} onClick={() => track('CLICK_GET_WALLET')}>
          <IconTile name={icon} />
          <span>
            {name}
            <small>
              <bdi>{hint}</bdi>
            </small>
          </span>
          <Icon name="external" />
        </ExternalLink>
        {scannable ? (
          <button
            type="button"
            className="tap"
            aria-label={m.showCodeOf(name)}
            aria-expanded={open}
            aria-controls={open ? codeId : undefined}
            data-testid={`lk-code-${link.source}`}
            onClick={onToggle}
          >
            <Icon name="scan" />
          </button>
        ) : null}
      </div>
      {open ? (
        <div className="stack shelf" id={codeId}>
          <QrCode text={link.href} label={m.showCodeOf(name)} picture={<Picture src={image} name={wallet.name} size={48} />} />
          <p className="fine">{m.scanToInstall}</p>
        </div>
      ) : null}
    </>
  );
};
