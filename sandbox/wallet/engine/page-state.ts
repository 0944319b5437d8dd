import { numberToHex } from 'viem';
import { ASKING_METHODS, answersUnseen, concerns } from './fault.js';
import { accountsIn } from './keys/accounts-in.js';
import { OTHER_NAMESPACES } from './keys/namespace.js';
import type { PageState } from './messages.js';
import { accountsFor, placesFor, type WalletState } from './wallet-state.js';

/** What the page of a site may know. */
export const pageStateOf = (state: WalletState, origin: string, connecting: boolean): PageState => ({
  chainId: numberToHex(state.chainId),
  accounts: accountsFor(state, origin),
  locked: state.locked,
  knownChains: state.chains.map(({ chainId }) => numberToHex(chainId)),
  windowMethods: state.autoApprove ? [] : ASKING_METHODS.filter((method) => !(concerns(state.fault, method) && answersUnseen(state.fault))),
  connecting,
  others: Object.fromEntries(
    OTHER_NAMESPACES.flatMap((namespace) => {
      const node = state.nodes[namespace];
      if (node === undefined) return [];
      const accounts = placesFor(state, namespace, origin).flatMap((place) => accountsIn(namespace, place, node));
      return [[namespace, { chainId: node.chainId, accounts }]];
    }),
  ),
  twiceMethods: state.fault?.mode === 'answer-twice' ? (state.fault.methods ?? ASKING_METHODS) : [],
});
