import type { TestCommand } from './wallet-command.js';
import { initialState, type WalletState, withChain, withoutSite, withSelected } from './wallet-state.js';

/**
 * The state after a command. Commands that are not about the state leave it as it is.
 * @throws Error when the command is unknown, or names an account or a chain the wallet does not have
 */
export const runCommand = (state: WalletState, fresh: WalletState, command: TestCommand): WalletState => {
  switch (command.type) {
    case 'lock':
      return { ...state, locked: true };
    case 'unlock':
      return { ...state, locked: false };
    case 'select-account': {
      const account = state.accounts[command.index];
      if (account === undefined) throw new Error(`The wallet has no account ${command.index}.`);
      return withSelected(state, account.address);
    }
    case 'switch-chain':
      if (!state.chains.some(({ chainId }) => chainId === command.chainId)) throw new Error(`The wallet has no chain ${command.chainId}.`);
      return withChain(state, command.chainId);
    case 'disconnect-site':
      return withoutSite(state, command.origin);
    case 'set-auto-approve':
      return { ...state, autoApprove: command.on };
    case 'set-fault':
      return { ...state, fault: command.fault };
    case 'reset':
      return initialState(fresh.accounts, fresh.chains, fresh.nodes);
    case 'drop-pages':
    case 'read-log':
    case 'read-state':
      return state;
    default:
      // Commands come over a wire.
      throw new Error(`The wallet knows no command ${JSON.stringify(command)}.`);
  }
};
