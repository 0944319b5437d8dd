import type { ProviderClient } from './provider-client.js';

/** How pairings are left. */
export interface PairingsCleanup {
  /** They expire at once, instead of being listened to no longer. Default: false. */
  deletePairings?: boolean | undefined;
}

/** Leaves the pairings of a client. @param except topic of one that is used again */
export const leavePairings = async (
  { core }: ProviderClient,
  { deletePairings = false }: PairingsCleanup,
  except?: string,
): Promise<void> => {
  for (const { topic } of core.pairing.getPairings()) {
    if (topic === except) continue;
    if (deletePairings) core.expirer.set(topic, 0);
    else await core.relayer.subscriber.unsubscribe(topic);
  }
};
