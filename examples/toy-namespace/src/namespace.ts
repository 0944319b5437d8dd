import type { NetworkDefinition } from 'latchkey';

declare module 'latchkey' {
  interface AccountTypes {
    /** Toy accounts are plain keys. */
    readonly toychain: 'eoa';
  }
}

/** The CAIP-2 namespace of the toy chains. */
export const TOYCHAIN = 'toychain';

/** Network definition of a toy chain. The name is its CAIP-2 reference; its RPC endpoints speak HTTP. */
export const toyNetwork = (name: string, ...rpcUrls: readonly string[]): NetworkDefinition => ({
  id: name,
  name: `Toychain ${name}`,
  chainNamespace: TOYCHAIN,
  nativeCurrency: { name: 'Toy coin', symbol: 'TOY', decimals: 2 },
  rpcUrls: { default: { http: rpcUrls } },
  testnet: true,
});
