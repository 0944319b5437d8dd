import type { Observable } from 'rxjs';
import type { AssetId } from '../../domain/caip/caip-19.js';
import { runSync } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { HiddenTokens } from './hidden-tokens.js';

/** The token to show. */
export interface ShowTokenInput {
  /** CAIP-19. */
  readonly asset: AssetId;
}

/** Succeeds immediately. */
export type ShowTokenState = UseCaseState<'working', undefined, never>;

/** Shows a hidden token again. */
export class ShowToken {
  readonly #hidden: HiddenTokens;

  constructor(hidden: HiddenTokens) {
    this.#hidden = hidden;
  }

  execute({ asset }: ShowTokenInput): Observable<ShowTokenState> {
    return runSync(() => {
      this.#hidden.show(asset);
      return undefined;
    });
  }
}
