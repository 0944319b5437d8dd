import { devAccounts } from './engine/keyring.js';
import type { NamespaceNodes } from './engine/keys/namespace.js';
import type { ToPage, WalletControl } from './engine/messages.js';
import { WalletEngine } from './engine/wallet-engine.js';
import { initialState, walletChains } from './engine/wallet-state.js';
import { SandboxProvider } from './provider/sandbox-provider.js';

/** How many accounts of the development phrase the wallet holds. */
const ACCOUNTS = 3;

/** A wallet inside this process: the sandbox's own engine without a browser. */
export interface Wallet {
  readonly engine: WalletEngine;
  readonly control: WalletControl;
  /** An EIP-1193 provider for a site. It has no window: answer with `control.autoApprove` or through `engine.openWindow`. */
  provider(origin: string): SandboxProvider;
}

/**
 * Makes a wallet inside this process, for tests in Node against real chains.
 * @param rpcUrls JSON-RPC address by EIP-155 chain id; the wallet knows 1, 137 and 100 and leaves out those without an address
 * @param nodes what the wallet offers besides eip155, by namespace; nothing by default
 * @example
 * const chain = await startChain({ chainId: 1 });
 * const wallet = createWallet({ 1: chain.rpcUrl });
 * await wallet.control.autoApprove(true);
 * const accounts = await wallet.provider('https://app.example').request({ method: 'eth_requestAccounts' });
 */
export const createWallet = (rpcUrls: Readonly<Record<number, string>>, nodes: NamespaceNodes = {}): Wallet => {
  const engine = new WalletEngine({ state: initialState(devAccounts(ACCOUNTS), walletChains(rpcUrls), nodes) });
  return {
    engine,
    control: engine.control,
    provider: (origin) => {
      const openLine = () => engine.openPage({ origin, send: (message: ToPage) => provider.receive(message), drop: () => drop() });
      const provider: SandboxProvider = new SandboxProvider({
        send: (request) => line.receive(request),
        openWindow: () => undefined,
      });
      // A dropped line is opened again at once, as the page script does a little later.
      const drop = (): void => {
        line.close();
        provider.lineBroken();
        line = openLine();
      };
      let line = openLine();
      return provider;
    },
  };
};
