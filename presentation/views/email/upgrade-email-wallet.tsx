import type { ReactElement } from 'react';
import { secureSiteDashboard } from '../../../domain/options/secure-site-dashboard.js';
import { ExternalLink } from '../../components/external-link.js';
import { Icon } from '../../components/icon.js';
import { IconTile } from '../../components/icon-tile.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useOptions } from '../../hooks/use-options.js';
import { useTrack } from '../../hooks/use-track.js';

/** Leads to the website of the embedded wallet, where the user manages it. */
export const UpgradeEmailWallet = (): ReactElement => {
  const m = useMessages();
  const track = useTrack();
  const options = useOptions();
  return (
    <div className="mid">
      <IconTile name="globe" round />
      <p>{m.upgradeHint}</p>
      <ExternalLink className="btn main" href={secureSiteDashboard(options)} onClick={() => track('EMAIL_UPGRADE_FROM_MODAL')}>
        {m.upgradeOpen}
        <Icon name="external" />
      </ExternalLink>
      <p className="hint">{m.upgradeNote}</p>
    </div>
  );
};
