import type { Observable } from 'rxjs';
import type { AssetId } from '../../domain/caip/caip-19.js';
import { runSync } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { AddedTokens } from './added-tokens.js';
import type { HiddenTokens } from './hidden-tokens.js';

/** The token to add. */
export interface AddTokenInput {
  /** CAIP-19, of a fungible token. */
  readonly asset: AssetId;
}

/** Succeeds immediately. */
export type AddTokenState = UseCaseState<'working', undefined, never>;

/**
 * Adds a token to the lists of all accounts, also after a reload and in other tabs: one that no service lists, or that was hidden. Its balance is read from
 * the chain.
 */
export class AddToken {
  readonly #added: Pick<AddedTokens, 'add'>;
  readonly #hidden: Pick<HiddenTokens, 'show'>;

  constructor(added: Pick<AddedTokens, 'add'>, hidden: Pick<HiddenTokens, 'show'>) {
    this.#added = added;
    this.#hidden = hidden;
  }

  execute({ asset }: AddTokenInput): Observable<AddTokenState> {
    return runSync(() => {
      this.#added.add(asset);
      this.#hidden.show(asset);
      return undefined;
    });
  }
}
