import type { Chains } from '../application/ports/chain.port.js';
import { type Namespace, namespacesOf } from '../domain/caip/namespace.js';
import type { ConnectionState } from '../domain/connection/connection-state.js';

/** Module, example network and entry point of the built-in namespaces. */
const MODULES: Readonly<Partial<Record<Namespace, readonly [module: string, network: string, entry: string]>>> = {
  eip155: ['eip155()', 'mainnet', 'latchkey/eip155'],
  solana: ['solana()', 'solanaMainnet', 'latchkey/solana'],
  bip122: ['bip122()', 'bitcoin', 'latchkey/bip122'],
  polkadot: ['polkadot()', 'polkadotMainnet', 'latchkey/polkadot'],
};

/** Returns a notice for each namespace that has networks without a module, or a module without networks: none of its wallets is listed. */
export const unmatchedChains = (chains: Chains, { namespaces }: Pick<ConnectionState, 'namespaces'>): readonly string[] => [
  ...namespacesOf(namespaces)
    .filter((namespace) => !chains.has(namespace))
    .map((namespace) => {
      const [module, , entry] = MODULES[namespace] ?? [];
      const networks = namespaces[namespace]?.networks.map(({ name }) => name).join(', ');
      const fix = module === undefined ? `its module` : `${module} of ${entry}`;
      return `No module for the ${namespace} networks (${networks}): add ${fix} to "modules", or call addAdapter with it`;
    }),
  ...[...chains.keys()]
    .filter((namespace) => namespaces[namespace] === undefined)
    .map((namespace) => {
      const [, network, entry] = MODULES[namespace] ?? [];
      const fix = network === undefined ? 'at least one' : `at least one, such as ${network} of ${entry},`;
      return `No networks for the ${namespace} module: add ${fix} to "networks", or remove the module`;
    }),
];
