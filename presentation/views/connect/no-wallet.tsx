import type { ReactElement } from 'react';
import { view } from '../../../domain/router/views.js';
import { ActionButton } from '../../components/action-button.js';
import { ExternalLink } from '../../components/external-link.js';
import { Icon } from '../../components/icon.js';
import { Notice } from '../../components/notice.js';
import { Picture } from '../../components/picture.js';
import { WalletGuide } from '../../components/wallet-guide.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useOptions } from '../../hooks/use-options.js';
import { useRouter } from '../../hooks/use-router.js';
import { useTrack } from '../../hooks/use-track.js';

/** Of the host's own wallets, so many are offered. */
const OFFERED = 4;

/** No wallet is installed: what that means, and how to get one. */
export const NoWallet = (): ReactElement => {
  const m = useMessages();
  const { enableWallets, customWallets = [] } = useOptions();
  const { push } = useRouter();
  const track = useTrack();
  if (!enableWallets) return <Notice icon="wallet" title={m.walletOff} hint={m.walletOffHint} />;
  const own = customWallets.filter(({ homepage }) => homepage !== undefined).slice(0, OFFERED);
  return (
    <>
      <Notice icon="wallet" title={m.noWallet} hint={m.noWalletHint} />
      {own.map(({ id, name, homepage = '', image_url }) => (
        <ExternalLink key={id} className="row" href={homepage} onClick={() => track('CLICK_GET_WALLET')}>
          <Picture src={image_url} name={name} />
          <bdi>{name}</bdi>
          <Icon name="external" />
        </ExternalLink>
      ))}
      <WalletGuide />
      <ActionButton
        focusKey="what"
        onClick={() => {
          track('CLICK_WALLET_HELP');
          push(view('WhatIsAWallet'));
        }}
      >
        {m.titleWhatIsWallet}
      </ActionButton>
    </>
  );
};
