import type { Observable } from 'rxjs';
import type { AssetId } from '../../domain/caip/caip-19.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { isTokenId } from '../../domain/tokens/added-tokens.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { AddedTokens } from './added-tokens.js';
import type { HiddenTokens } from './hidden-tokens.js';

/** The token to add. */
export interface AddTokenInput {
  /** CAIP-19, of a fungible token. */
  readonly asset: AssetId;
}

/** Succeeds immediately. `caip/invalid-asset-id`: not a fungible token, or with a wrong checksum. */
export type AddTokenState = UseCaseState<'working', undefined, 'caip/invalid-asset-id'>;

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
    return runUseCase('working', async () => {
      if (!isTokenId(asset)) throw new LatchkeyError('caip/invalid-asset-id', { value: String(asset) });
      this.#added.add(asset);
      this.#hidden.show(asset);
      return undefined;
    });
  }
}
