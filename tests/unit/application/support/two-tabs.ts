import { followOtherTabs } from '../../../../application/connect/follow-other-tabs.js';
import { type World, type WorldInit, world } from './world.js';

/** Two tabs of one origin: one storage, the same wallets. Each follows the other. */
export const twoTabs = (given: WorldInit = {}): readonly [here: World, there: World] => {
  const here = world(given);
  const there = world({ ...given, beside: here, storage: here.storage.otherTab() });
  for (const tab of [here, there]) followOtherTabs(tab.connections, tab.memory, tab.useCases.reconnectWallets);
  return [here, there];
};
