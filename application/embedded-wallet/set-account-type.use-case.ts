import type { Observable } from 'rxjs';
import type { AccountTypes } from '../../domain/caip/account-types.js';
import type { AccountState } from '../../domain/connection/connection-state.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { FrameErrorCode } from './frame-error-code.js';
import type { FrameWallets } from './frame-wallets.js';

/** The account type to use. */
export interface SetAccountTypeInput {
  readonly type: AccountTypes['eip155'];
}

/** The account that is in use now. */
export type SetAccountTypeState = UseCaseState<
  'working',
  AccountState,
  FrameErrorCode | 'embedded-wallet/connector-not-found' | 'connection/adapter-not-found'
>;

/**
 * Switches the embedded wallet between its standard account and its smart account on EVM chains. If the site refuses, the standard account
 * stays in use.
 */
export class SetAccountType {
  readonly #wallets: Pick<FrameWallets, 'setAccountType'>;

  constructor(wallets: Pick<FrameWallets, 'setAccountType'>) {
    this.#wallets = wallets;
  }

  execute({ type }: SetAccountTypeInput): Observable<SetAccountTypeState> {
    return runUseCase('working', ({ signal }) => this.#wallets.setAccountType(type, signal));
  }
}
