import type { SessionTypes } from '@walletconnect/types';
import { accountsFor } from '../wallet/engine/wallet-state.js';
import { accountsOf, chainName, ownNamespace, partsOf, withAccounts } from './namespaces.js';
import type { RemoteContext } from './remote-context.js';

type Part = Required<SessionTypes.Namespace>;

/** Tells a session an event of one of its namespaces, if it was approved. */
const emit = async ({ client }: RemoteContext, topic: string, part: Part, chainId: string, name: string, data: unknown): Promise<void> => {
  if (part.events.includes(name)) await client.emit({ topic, chainId, event: { name, data } });
};

/** The chain on which a namespace hears of accounts: the wallet's, or its first where the wallet is not on one of it. */
const chainOf = ({ chains }: Part, chainId: number): string =>
  chains.find((chain) => chain === chainName(chainId)) ?? chains[0] ?? chainName(chainId);

/** What a site hears of its addresses. @see https://docs.reown.com/advanced/multichain/rpc-reference/bitcoin-rpc#bip122_addresseschanged */
const addressesOf = (accounts: readonly string[]): unknown =>
  accounts.map((account) => ({ address: account.split(':')[2], intention: 'payment' }));

/** Gives every session the accounts it may see now, the chosen one first, and says so. */
export const tellAccounts = async (context: RemoteContext): Promise<void> => {
  const { client } = context;
  const state = context.state();
  for (const session of client.session.getAll()) {
    const accounts = accountsFor(state, session.topic);
    if (accounts.length === 0 || accounts.join() === accountsOf(state, session).join()) continue;
    const namespaces = withAccounts(state, session, accounts);
    await client.update({ topic: session.topic, namespaces });
    for (const [name, part] of partsOf({ ...session, namespaces })) {
      const chain = chainOf(part, state.chainId);
      const told = part.accounts.filter((account) => account.startsWith(`${chain}:`));
      await emit(context, session.topic, part, chain, 'accountsChanged', told);
      if (name === 'bip122') await emit(context, session.topic, part, chain, 'bip122_addressesChanged', addressesOf(told));
    }
  }
};

/** Tells every session the wallet's chain, after adding it to those that did not have it. */
export const tellChain = async (context: RemoteContext): Promise<void> => {
  const { client } = context;
  const state = context.state();
  const { chainId } = state;
  for (const session of client.session.getAll()) {
    const own = ownNamespace(session);
    if (own === null) continue;
    if (!own.chains.includes(chainName(chainId)))
      await client.update({ topic: session.topic, namespaces: withAccounts(state, session, accountsOf(state, session), chainId) });
    await emit(context, session.topic, own, chainName(chainId), 'chainChanged', chainId);
  }
};
