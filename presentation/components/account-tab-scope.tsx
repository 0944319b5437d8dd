import { createContext, type ReactElement, useContext, useMemo, useState } from 'react';
import type { ScopeProps } from '../features/feature.js';
import { useAccount } from '../hooks/use-account.js';

/** Tabs of the account view. */
export type AccountTab = 'tokens' | 'nfts' | 'activity';

/** The chosen tab, and the function that chooses one. */
type ChosenTab = readonly [tab: AccountTab, choose: (tab: AccountTab) => void];

const AccountTabContext = createContext<ChosenTab>(['tokens', () => undefined]);

/** Keeps the tab of the account view while the user is in another view. Another account begins with the first one. */
export const AccountTabScope = ({ children }: ScopeProps): ReactElement => {
  const { caipAddress } = useAccount();
  const [chosen, setChosen] = useState<{ readonly account: string | undefined; readonly tab: AccountTab } | null>(null);
  const tab = chosen !== null && chosen.account === caipAddress ? chosen.tab : 'tokens';
  const value = useMemo((): ChosenTab => [tab, (next) => setChosen({ account: caipAddress, tab: next })], [tab, caipAddress]);
  return <AccountTabContext.Provider value={value}>{children}</AccountTabContext.Provider>;
};

/** Returns the tab of the account view, and the function that chooses another. */
export const useAccountTab = (): ChosenTab => useContext(AccountTabContext);
