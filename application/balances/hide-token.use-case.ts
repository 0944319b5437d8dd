import type { Observable } from 'rxjs';
import type { AssetId } from '../../domain/caip/caip-19.js';
import type { HiddenReason } from '../../domain/tokens/hidden-tokens.js';
import { runSync } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { HiddenTokens } from './hidden-tokens.js';

/** The token to hide. */
export interface HideTokenInput {
  /** CAIP-19. */
  readonly asset: AssetId;
  /** Default: `hidden`. */
  readonly reason?: HiddenReason;
}

/** Succeeds immediately. */
export type HideTokenState = UseCaseState<'working', undefined, never>;

/** Hides a token from the lists of all accounts, also after a reload and in other tabs. It can still be sent by its address. */
export class HideToken {
  readonly #hidden: HiddenTokens;

  constructor(hidden: HiddenTokens) {
    this.#hidden = hidden;
  }

  execute({ asset, reason = 'hidden' }: HideTokenInput): Observable<HideTokenState> {
    return runSync(() => {
      this.#hidden.hide({ asset, reason });
      return undefined;
    });
  }
}
