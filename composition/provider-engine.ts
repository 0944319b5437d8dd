import type { ModalStore } from '../application/modal/modal.store.js';
import type { Clock } from '../application/ports/clock.port.js';
import { type AppUniversalProvider, ProviderEngine } from '../application/wallet-protocol/provider-engine.js';
import type { LoadedEngine } from '../application/wallet-protocol/remote-wallets.js';
import { SessionRepository } from '../application/wallet-protocol/session-repository.js';
import { missingPermissionsOf } from '../domain/wallet-protocol/missing-permissions.js';
import { requestedNamespaces } from '../domain/wallet-protocol/requested-namespaces.js';

/** The engine over the app's own universal provider. */
export const providerEngine = (provider: object, clock: Clock, modal: ModalStore): LoadedEngine => ({
  // The schema of the options has checked that it has the methods of a provider.
  engine: new ProviderEngine({ provider: provider as AppUniversalProvider, clock, modal }),
  ...{ requestedNamespaces, missingPermissionsOf },
  createSessionRepository: (deps) => new SessionRepository(deps),
});
