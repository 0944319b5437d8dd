import type { Address } from 'viem';
import { describeNamespaceConnect, describeUnlock } from '../describe.js';
import { accountsIn } from '../keys/accounts-in.js';
import type { NamespaceAccount, NamespaceNode, OtherNamespace } from '../keys/namespace.js';
import type { Method, MethodContext } from '../method.js';
import { alreadyPending, unauthorized, unsupportedMethod } from '../provider-error.js';
import { readNamed } from '../read-params.js';
import { accountIndexesFor, withShare } from '../wallet-state.js';

/**
 * Returns the chain and node of a namespace.
 * @throws ProviderError 4200 when the wallet does not offer the namespace
 */
export const nodeOf = ({ state, method }: MethodContext, namespace: OtherNamespace): NamespaceNode => {
  const node = state().nodes[namespace];
  if (node === undefined) throw unsupportedMethod(method);
  return node;
};

/** Returns the accounts shared with the site in a namespace; none while the wallet is locked. */
export const sharedAccounts = (context: MethodContext, namespace: OtherNamespace): readonly NamespaceAccount[] =>
  accountIndexesFor(context.state(), namespace, context.origin).flatMap((index) =>
    accountsIn(namespace, index, nodeOf(context, namespace)),
  );

/**
 * Returns the index of the account that matches, if the site has access to it.
 * @throws ProviderError 4100 without access, or when the wallet is locked
 */
export const accountIndexOf = (
  context: MethodContext,
  namespace: OtherNamespace,
  matches: (account: NamespaceAccount) => boolean,
): number => {
  if (context.state().locked) throw unauthorized('The wallet is locked.');
  const node = nodeOf(context, namespace);
  const index = accountIndexesFor(context.state(), namespace, context.origin).find((each) =>
    accountsIn(namespace, each, node).some(matches),
  );
  if (index === undefined) throw unauthorized(`The site has no access to this ${namespace} account.`);
  return index;
};

/** Asks for accounts. A site can only have one such prompt at a time. */
const connect = async (context: MethodContext, namespace: OtherNamespace): Promise<void> => {
  const node = nodeOf(context, namespace);
  if (context.hasPrompt(['connect', 'unlock'])) throw alreadyPending(context.method);
  const { accounts: all, shares } = context.state();
  if (shares[namespace]?.[context.origin] !== undefined) {
    await context.ask(describeUnlock());
    return;
  }
  const choices = all.map(({ name, address: id }, index) => ({ id, name, address: accountsIn(namespace, index, node)[0]?.address ?? '' }));
  const { accounts: picked } = await context.ask(describeNamespaceConnect(namespace, node.chainId, choices));
  const valid = all.map(({ address }) => address).filter((address) => picked?.includes(address));
  shareAccounts(context, namespace, valid.length > 0 ? valid : [context.state().selected]);
};

/** Shares accounts with the site. */
export const shareAccounts = ({ origin, update }: MethodContext, namespace: OtherNamespace, accounts: readonly Address[]): void =>
  update((state) => withShare(state, namespace, origin, { id: crypto.randomUUID(), accounts, grantedAtMs: Date.now() }));

/** Returns the address of the selected account if the site has no permission yet; `null` if it has, or the wallet is locked. */
export const unsharedAddress = (context: MethodContext, namespace: OtherNamespace): string | null => {
  const { accounts, selected, locked, shares } = context.state();
  if (locked || shares[namespace]?.[context.origin] !== undefined) return null;
  const index = accounts.findIndex(({ address }) => address === selected);
  return accountsIn(namespace, index, nodeOf(context, namespace))[0]?.address ?? null;
};

/** Returns the shared accounts. Asks for them first if there are none, unless `silent` is set. */
export const connectMethod =
  (namespace: OtherNamespace): Method =>
  async (params, context) => {
    if (sharedAccounts(context, namespace).length === 0 && readNamed(params)['silent'] !== true) await connect(context, namespace);
    return sharedAccounts(context, namespace);
  };

/** Revokes the site's accounts in a namespace, as requested by the site. */
export const disconnectMethod =
  (namespace: OtherNamespace): Method =>
  async (_, { update, origin }) => {
    update((state) => withShare(state, namespace, origin, null));
    return null;
  };
