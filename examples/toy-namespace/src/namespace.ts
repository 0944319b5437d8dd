import type { NetworkDefinition } from 'latchkey';

declare module 'latchkey' {
  interface AccountTypes {
    /** An account of a toy chain is a key, and nothing else. */
    readonly toychain: 'eoa';
  }
}

/** The CAIP-2 namespace of the toy chains. */
export const TOYCHAIN = 'toychain';

/** A toy chain as a host configures it: its name is its CAIP-2 reference, its node speaks HTTP. */
export const toyNetwork = (name: string, ...nodes: readonly string[]): NetworkDefinition => ({
  id: name,
  name: `Toychain ${name}`,
  chainNamespace: TOYCHAIN,
  nativeCurrency: { name: 'Toy coin', symbol: 'TOY', decimals: 2 },
  rpcUrls: { default: { http: nodes } },
  testnet: true,
});
