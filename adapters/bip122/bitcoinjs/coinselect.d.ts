/** The library ships no types. @see https://github.com/bitcoinjs/coinselect */
declare module 'coinselect/accumulative.js' {
  interface Sized {
    /** Satoshis. */
    readonly value: number;
    /** Only its length counts: bytes besides the 41 of an input or the 9 of an output. */
    readonly script: { readonly length: number };
  }
  /** Adds coins in order until they cover outputs and fee, skipping those that cost more than they are worth. */
  const accumulative: <Coin extends Sized>(
    coins: readonly Coin[],
    outputs: readonly Sized[],
    satsPerVbyte: number,
  ) => { readonly inputs?: readonly Coin[]; readonly fee?: number };
  // biome-ignore lint/style/noDefaultExport: the library exports one function as its module
  export default accumulative;
}
