import { numberToHex } from 'viem';
import { ASKING_METHODS, answersUnseen, concerns } from './fault.js';
import type { PageState } from './messages.js';
import { accountsFor, type WalletState } from './wallet-state.js';

/** What the page of a site may know. */
export const pageStateOf = (state: WalletState, origin: string, connecting: boolean): PageState => ({
  chainId: numberToHex(state.chainId),
  accounts: accountsFor(state, origin),
  locked: state.locked,
  knownChains: state.chains.map(({ chainId }) => numberToHex(chainId)),
  windowMethods: state.autoApprove ? [] : ASKING_METHODS.filter((method) => !(concerns(state.fault, method) && answersUnseen(state.fault))),
  connecting,
  twiceMethods: state.fault?.mode === 'answer-twice' ? (state.fault.methods ?? ASKING_METHODS) : [],
});
