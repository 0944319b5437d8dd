import type { Observable } from 'rxjs';
import { isSameAddress } from '../../domain/account/same-address.js';
import { addressOf } from '../../domain/caip/caip-10.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { coinTypeOf, NAME_SUFFIX, registrationMessage } from '../../domain/names/account-name.js';
import { activeAccount } from '../connect/active-account.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { BlockchainApi } from '../ports/blockchain-api.port.js';
import type { Clock } from '../ports/clock.port.js';
import type { EventBus } from '../shared/event-bus.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { WalletErrorCode } from '../shared/wallet-error-code.js';
import type { IdentityReader } from './identity.reader.js';
import { namingNetwork } from './naming-network.js';
import { refusalReason } from './refusal-reason.js';

/** A name without its zone, in any letter case: it is registered in lower case. */
export interface RegisterAccountNameInput {
  readonly name: string;
}

/** Error codes of a registration. After `names/registration-failed` without a reason it is unknown whether the name was registered. */
export type RegisterAccountNameError =
  | WalletErrorCode
  | 'connection/not-connected'
  | 'network/not-found'
  | 'embedded-wallet/connector-not-found'
  | 'chain/unsupported'
  | 'names/registration-failed'
  | 'config/project-id-missing';

/** The name with its zone. */
export type RegisterAccountNameState = UseCaseState<'approve-in-wallet' | 'working', string, RegisterAccountNameError>;

/**
 * Registers a readable name for the embedded wallet's EVM account: the user signs the registration, the service registers it. The name is then
 * the account's `profileName`. Never retried.
 */
export class RegisterAccountName {
  readonly #api: BlockchainApi;
  readonly #identities: Pick<IdentityReader, 'forget'>;
  readonly #connections: ConnectionStore;
  readonly #events: Pick<EventBus, 'track'>;
  readonly #clock: Clock;

  constructor(
    api: BlockchainApi,
    identities: Pick<IdentityReader, 'forget'>,
    connections: ConnectionStore,
    events: Pick<EventBus, 'track'>,
    clock: Clock,
  ) {
    this.#api = api;
    this.#identities = identities;
    this.#connections = connections;
    this.#events = events;
    this.#clock = clock;
  }

  execute({ name }: RegisterAccountNameInput): Observable<RegisterAccountNameState> {
    return runUseCase('approve-in-wallet', async ({ signal, step }) => {
      const ensName = `${name.toLowerCase()}${NAME_SUFFIX}`;
      const isSmartAccount = this.#connections.state.namespaces.eip155?.session?.accounts[0].type === 'smartAccount';
      this.#events.track('REGISTER_NAME_INITIATED', { ensName, isSmartAccount });
      try {
        const { caipNetworkId: chainId, id } = namingNetwork(this.#connections);
        const { session, account } = activeAccount(this.#connections, 'eip155');
        if (session.connector.type !== 'AUTH') throw new LatchkeyError('embedded-wallet/connector-not-found', {});
        // Before the user signs for nothing.
        const isSupported = await this.#orFailed(ensName, this.#api.isSupported(chainId, signal));
        if (!isSupported) throw new LatchkeyError('chain/unsupported', { chainId });
        const coinType = coinTypeOf(Number(id));
        const message = registrationMessage(ensName, this.#clock.now());
        const signature = await session.signMessage({ account, message }, signal);
        step('working');
        const address = addressOf(account);
        const registration = { coinType, address, message, signature };
        const isRegistered = await this.#orFailed(ensName, this.#api.registerName(registration, chainId, signal));
        if (!isRegistered) throw new LatchkeyError('names/registration-failed', { name: ensName, reason: null });
        this.#identities.forget();
        this.#showName(ensName, address);
        this.#events.track('REGISTER_NAME_SUCCESS', { ensName, isSmartAccount });
        return ensName;
      } catch (error) {
        if (isLatchkeyError(error) && !signal.aborted)
          this.#events.track('REGISTER_NAME_ERROR', { ensName, error: error.message, isSmartAccount });
        throw error;
      }
    });
  }

  /** Names the account, unless another one has become the active one. */
  #showName(profileName: string, address: string): void {
    const current = this.#connections.state.namespaces.eip155?.session?.accounts[0];
    if (current === undefined || !isSameAddress('eip155', current.address, address)) return;
    this.#connections.dispatch({ type: 'details-changed', namespace: 'eip155', details: { profileName } });
  }

  /** @throws LatchkeyError `names/registration-failed` for a failure of the service */
  async #orFailed(name: string, reply: Promise<boolean>): Promise<boolean> {
    try {
      return await reply;
    } catch (error) {
      if (!isLatchkeyError(error) || isLatchkeyError(error, 'config/project-id-missing')) throw error;
      throw new LatchkeyError('names/registration-failed', { name, reason: refusalReason(error) }, { cause: error });
    }
  }
}
