import type { ComponentType, ReactElement } from 'react';
import { hasNfts } from '../../../domain/tokens/has-nfts.js';
import { type AccountTab, useAccountTab } from '../../components/account-tab-scope.js';
import { Tabs, tabId } from '../../components/tabs.js';
import { useAccount } from '../../hooks/use-account.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useOptions } from '../../hooks/use-options.js';
import { NftsPanel } from '../nfts/nfts-panel.js';
import { TokensPanel } from '../tokens/tokens-panel.js';
import { ActivityPanel } from '../transactions/activity-panel.js';

/** Id of the tab panel. */
const PANEL = 'lk-account-contents';

const PANELS: Readonly<Record<AccountTab, ComponentType>> = { tokens: TokensPanel, nfts: NftsPanel, activity: ActivityPanel };

/** Tokens, NFTs and activity of the account in tabs: the beginning of each list. */
export const AccountTabs = (): ReactElement => {
  const m = useMessages();
  const { namespace } = useAccount();
  const { features } = useOptions();
  const [chosen, choose] = useAccountTab();
  const tabs: readonly { readonly id: AccountTab; readonly label: string }[] = [
    { id: 'tokens', label: m.tabTokens },
    ...(hasNfts(namespace) ? [{ id: 'nfts', label: m.tabNfts } as const] : []),
    ...(features.history ? [{ id: 'activity', label: m.tabActivity } as const] : []),
  ];
  const selected = tabs.some(({ id }) => id === chosen) ? chosen : 'tokens';
  const Panel = PANELS[selected];
  return (
    <>
      {tabs.length > 1 ? <Tabs label={m.accountTabs} tabs={tabs} selected={selected} controls={PANEL} onPick={choose} /> : null}
      <div
        className="account-panel"
        id={PANEL}
        {...(tabs.length > 1 ? { role: 'tabpanel', 'aria-labelledby': tabId(selected) } : { role: 'group', 'aria-label': m.tabTokens })}
      >
        <Panel />
      </div>
    </>
  );
};
