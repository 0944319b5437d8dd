import { describeConnect, describeUnlock } from '../describe.js';
import type { Method, MethodContext } from '../method.js';
import { alreadyPending, invalidParams } from '../provider-error.js';
import { readOnlyObject } from '../read-params.js';
import { accountsFor, type SitePermission, withoutSite, withSite } from '../wallet-state.js';

const isConnected = ({ state, origin }: MethodContext): boolean => state().sites[origin] !== undefined;

/** Asks for accounts and shares the selection. A site can only have one such prompt at a time. */
const connect = async (context: MethodContext): Promise<void> => {
  if (context.hasPrompt(['connect', 'unlock'])) throw alreadyPending(context.method);
  const { accounts: picked } = await context.ask(describeConnect());
  const { accounts: all, selected } = context.state();
  const valid = all.map(({ address }) => address).filter((address) => picked?.includes(address));
  const accounts = valid.length > 0 ? valid : [selected];
  context.update((state) => withSite(state, context.origin, { id: crypto.randomUUID(), accounts, grantedAtMs: Date.now() }));
};

/** @see https://eips.ethereum.org/EIPS/eip-1193 */
const ethAccounts: Method = async (_, { state, origin }) => accountsFor(state(), origin);

/** @see https://eips.ethereum.org/EIPS/eip-1102 */
const ethRequestAccounts: Method = async (_, context) => {
  if (!isConnected(context)) await connect(context);
  else if (context.state().locked) {
    if (context.hasPrompt(['connect', 'unlock'])) throw alreadyPending(context.method);
    await context.ask(describeUnlock());
  }
  return accountsFor(context.state(), context.origin);
};

const permissionOf = (origin: string, { id, accounts, grantedAtMs }: SitePermission): object => ({
  id,
  parentCapability: 'eth_accounts',
  invoker: origin,
  caveats: [{ type: 'restrictReturnedAccounts', value: accounts }],
  date: grantedAtMs,
});

/** @see https://eips.ethereum.org/EIPS/eip-2255 */
const walletGetPermissions: Method = async (_, { state, origin }) => {
  const site = state().sites[origin];
  return site === undefined ? [] : [permissionOf(origin, site)];
};

/** @throws ProviderError −32602 unless the only permission is `eth_accounts` */
const requireAccountsCapability = (params: unknown): void => {
  const names = Object.keys(readOnlyObject(params));
  if (names.length !== 1 || names[0] !== 'eth_accounts') throw invalidParams('Only the eth_accounts permission is supported.');
};

/** Always asks, even if the site is connected, so that the user can select other accounts. @see https://eips.ethereum.org/EIPS/eip-2255 */
const walletRequestPermissions: Method = async (params, context) => {
  requireAccountsCapability(params);
  await connect(context);
  return walletGetPermissions(params, context);
};

/** @see https://github.com/MetaMask/metamask-improvement-proposals/blob/main/MIPs/mip-2.md */
const walletRevokePermissions: Method = async (params, { update, origin }) => {
  requireAccountsCapability(params);
  update((state) => withoutSite(state, origin));
  return null;
};

/** Account and permission methods. */
export const ACCOUNT_METHODS: Readonly<Record<string, Method>> = {
  eth_accounts: ethAccounts,
  eth_coinbase: async (_, { state, origin }) => accountsFor(state(), origin)[0] ?? null,
  eth_requestAccounts: ethRequestAccounts,
  wallet_getPermissions: walletGetPermissions,
  wallet_requestPermissions: walletRequestPermissions,
  wallet_revokePermissions: walletRevokePermissions,
};
