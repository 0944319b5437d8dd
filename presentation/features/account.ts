import { AccountTabScope } from '../components/account-tab-scope.js';
import { ProfileAction, SwitchAddressAction } from '../views/account/account-actions.js';
import { NetworkChip } from '../views/account/network-chip.js';
import { defineFeature } from './feature.js';
import { INNER_CHUNK } from './inner-chunk.js';

/** Shows the connected account and switches between accounts. */
export const accountFeature = defineFeature({
  views: {
    Account: {
      title: (m) => m.titleAccount,
      header: { titleHidden: true, start: ({ enableNetworkSwitch }) => (enableNetworkSwitch ? NetworkChip : null), isHome: true },
      chunk: INNER_CHUNK,
    },
    Profile: { title: (m) => m.titleProfile, chunk: INNER_CHUNK },
    SwitchAddress: { title: (m) => m.titleSwitchAddress, chunk: INNER_CHUNK },
  },
  Scope: AccountTabScope,
  accountActions: { switchAddress: SwitchAddressAction, profile: ProfileAction },
});
