import { isRestrictedTimeZone, onrampProvidersOf } from '../../domain/onramp/onramp-provider.js';
import { view } from '../../domain/router/views.js';
import { useAccount } from '../hooks/use-account.js';
import { useLatchkey } from '../hooks/use-latchkey.js';
import { useOptions } from '../hooks/use-options.js';
import { useRouter } from '../hooks/use-router.js';
import { useTrack } from '../hooks/use-track.js';

/** Returns the function that opens the view to buy for the account in use; `null` if nothing can be bought for it. */
export const useBuy = (): (() => void) | null => {
  const { features, onramp } = useOptions();
  const { namespace, allAccounts } = useAccount();
  const { browser } = useLatchkey();
  const { push } = useRouter();
  const track = useTrack();
  if (!features.onramp || onrampProvidersOf(namespace, onramp).length === 0 || isRestrictedTimeZone(browser.timeZone, onramp)) return null;
  return () => {
    track('SELECT_BUY_CRYPTO', { isSmartAccount: allAccounts[0]?.type === 'smartAccount' });
    push(view('OnRampProviders'));
  };
};
