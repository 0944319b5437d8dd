/** The library has no types of its own. @see https://github.com/bitcoinjs/coinselect */
declare module 'coinselect/accumulative.js' {
  interface Sized {
    /** Satoshi. */
    readonly value: number;
    /** Its size counts: bytes beside the 41 of an input, or the 9 of an output. */
    readonly script: { readonly length: number };
  }
  /** Takes coins in their order until they pay for the outputs and the fee, leaving out those that cost more than they hold. */
  const accumulative: <Coin extends Sized>(
    coins: readonly Coin[],
    outputs: readonly Sized[],
    satsPerVbyte: number,
  ) => { readonly inputs?: readonly Coin[]; readonly fee?: number };
  // biome-ignore lint/style/noDefaultExport: the library exports one function as its module
  export default accumulative;
}
