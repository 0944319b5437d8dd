/** The packages behind a Solana node: loaded by whoever starts one, for nobody else needs them. */
export interface SolanaSdk {
  readonly kit: typeof import('@solana/kit');
  readonly litesvm: typeof import('litesvm');
}
