import { describeNamespaceConnect, describeUnlock } from '../describe.js';
import { accountsIn } from '../keys/accounts-in.js';
import type { NamespaceAccount, NamespaceNode, OtherNamespace } from '../keys/namespace.js';
import type { Method, MethodContext } from '../method.js';
import { alreadyPending, unauthorized, unsupportedMethod } from '../provider-error.js';
import { readNamed } from '../read-params.js';
import { placesFor, withShare } from '../wallet-state.js';

/**
 * The chain and node of a namespace.
 * @throws ProviderError 4200 when the wallet does not offer it
 */
export const nodeOf = ({ state, method }: MethodContext, namespace: OtherNamespace): NamespaceNode => {
  const node = state().nodes[namespace];
  if (node === undefined) throw unsupportedMethod(method);
  return node;
};

/** What the site sees in a namespace; nothing while the wallet is locked. */
export const sharedAccounts = (context: MethodContext, namespace: OtherNamespace): readonly NamespaceAccount[] =>
  placesFor(context.state(), namespace, context.origin).flatMap((place) => accountsIn(namespace, place, nodeOf(context, namespace)));

/**
 * The place of the account that has an address or a public key, if the site may use it.
 * @throws ProviderError 4100 when it may not, or the wallet is locked
 */
export const placeOf = (context: MethodContext, namespace: OtherNamespace, isMeant: (account: NamespaceAccount) => boolean): number => {
  if (context.state().locked) throw unauthorized('The wallet is locked.');
  const node = nodeOf(context, namespace);
  const place = placesFor(context.state(), namespace, context.origin).find((one) => accountsIn(namespace, one, node).some(isMeant));
  if (place === undefined) throw unauthorized(`The site may not use this account of ${namespace}.`);
  return place;
};

/** Two questions of this kind by one site never stand side by side. */
const connect = async (context: MethodContext, namespace: OtherNamespace): Promise<void> => {
  const node = nodeOf(context, namespace);
  if (context.isAsking(['connect', 'unlock'])) throw alreadyPending(context.method);
  const { accounts: held, shares } = context.state();
  if (shares[namespace]?.[context.origin] !== undefined) {
    await context.ask(describeUnlock());
    return;
  }
  const choices = held.map(({ name, address: id }, place) => ({ id, name, address: accountsIn(namespace, place, node)[0]?.address ?? '' }));
  const { accounts: chosen } = await context.ask(describeNamespaceConnect(namespace, node.chainId, choices));
  const known = held.map(({ address }) => address).filter((address) => chosen?.includes(address));
  const accounts = known.length > 0 ? known : [context.state().selected];
  const permission = { id: crypto.randomUUID(), accounts, grantedAtMs: Date.now() };
  context.update((state) => withShare(state, namespace, context.origin, permission));
};

/** Asks for accounts unless the site sees some; with `silent`, asks nobody. Answers with what the site sees. */
export const connectMethod =
  (namespace: OtherNamespace): Method =>
  async (params, context) => {
    if (sharedAccounts(context, namespace).length === 0 && readNamed(params)['silent'] !== true) await connect(context, namespace);
    return sharedAccounts(context, namespace);
  };

/** Takes the accounts of a namespace back from the site, at its own wish. */
export const disconnectMethod =
  (namespace: OtherNamespace): Method =>
  async (_, { update, origin }) => {
    update((state) => withShare(state, namespace, origin, null));
    return null;
  };
