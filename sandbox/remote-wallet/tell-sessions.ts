import type { SessionTypes } from '@walletconnect/types';
import { accountsFor } from '../wallet/engine/wallet-state.js';
import { addressesOf, chainName, ownNamespace, withAccounts } from './namespaces.js';
import type { RemoteContext } from './remote-context.js';

/** The chain on which a session hears of accounts: the wallet's, or the session's first where it is not on that one. */
const chainOf = (session: SessionTypes.Struct, chainId: number): string => {
  const chains = ownNamespace(session)?.chains ?? [];
  return chains.includes(chainName(chainId)) ? chainName(chainId) : (chains[0] ?? chainName(chainId));
};

const emit = async (
  { client }: RemoteContext,
  session: SessionTypes.Struct,
  chainId: string,
  name: string,
  data: unknown,
): Promise<void> => {
  if (ownNamespace(session)?.events.includes(name)) await client.emit({ topic: session.topic, chainId, event: { name, data } });
};

/** Gives every session the accounts it may see now, the chosen one first, and says so. */
export const tellAccounts = async (context: RemoteContext): Promise<void> => {
  const { client } = context;
  const state = context.state();
  for (const session of client.session.getAll()) {
    const accounts = accountsFor(state, session.topic);
    if (ownNamespace(session) === null || accounts.length === 0 || accounts.join() === addressesOf(session).join()) continue;
    const chainId = chainOf(session, state.chainId);
    const namespaces = withAccounts(session, accounts, Number(chainId.split(':')[1]));
    await client.update({ topic: session.topic, namespaces });
    await emit(
      context,
      session,
      chainId,
      'accountsChanged',
      accounts.map((address) => `${chainId}:${address}`),
    );
  }
};

/** Tells every session the wallet's chain, after adding it to those that did not have it. */
export const tellChain = async (context: RemoteContext): Promise<void> => {
  const { client } = context;
  const { chainId } = context.state();
  for (const session of client.session.getAll()) {
    const own = ownNamespace(session);
    if (own === null) continue;
    if (!own.chains.includes(chainName(chainId)))
      await client.update({ topic: session.topic, namespaces: withAccounts(session, addressesOf(session), chainId) });
    await emit(context, session, chainName(chainId), 'chainChanged', chainId);
  }
};
