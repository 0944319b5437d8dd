import { endWith, firstValueFrom, ignoreElements, type Observable, race, timer } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import { accountOf, allNetworksOf } from '../../domain/connection/connection-views.js';
import { assertAvailableView } from '../../domain/router/available-views.js';
import { openingView } from '../../domain/router/opening-view.js';
import type { View } from '../../domain/router/views.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { WatchConnectors } from '../connect/watch-connectors.use-case.js';
import type { Browser } from '../ports/browser.port.js';
import type { Chains } from '../ports/chain.port.js';
import type { Clock } from '../ports/clock.port.js';
import type { EventBus } from '../shared/event-bus.js';
import type { OptionsStore } from '../shared/options.store.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { ModalStore } from './modal.store.js';

/** The view to open and the namespace to show (all by default). */
export interface OpenModalInput {
  readonly view?: View;
  readonly namespace?: Namespace;
}

/** The view that the modal opened with. `config/invalid-option`: no feature contributes the requested view. */
export type OpenModalState = UseCaseState<'working', View, 'config/invalid-option'>;

/** Maximum wait for images before opening (specification, section 9). */
const IMAGES_TIMEOUT_MS = 2_000;
/** Only the images of the first rows are preloaded. */
const MAX_IMAGES = 20;

/** Inline images need no preloading. */
const isInline = (picture: string): boolean => /^data:/i.test(picture);

/**
 * Opens the modal with the view of the opening rules, once the images of its list are decoded or 2 s have passed: the network icons for
 * the Networks view, else the wallet icons unless connected. Unsubscribing, closing or opening again cancels a pending opening.
 */
export class OpenModal {
  readonly #modal: ModalStore;
  readonly #connections: ConnectionStore;
  readonly #connectors: Pick<WatchConnectors, 'current'>;
  readonly #chains: Chains;
  readonly #browser: Browser;
  readonly #clock: Clock;
  readonly #events: EventBus;
  readonly #options: OptionsStore;

  constructor(
    modal: ModalStore,
    connections: ConnectionStore,
    connectors: Pick<WatchConnectors, 'current'>,
    chains: Chains,
    browser: Browser,
    clock: Clock,
    events: EventBus,
    options: OptionsStore,
  ) {
    this.#modal = modal;
    this.#connections = connections;
    this.#connectors = connectors;
    this.#chains = chains;
    this.#browser = browser;
    this.#clock = clock;
    this.#events = events;
    this.#options = options;
  }

  execute({ view, namespace }: OpenModalInput = {}): Observable<OpenModalState> {
    const forNamespace = namespace ?? null;
    return runUseCase<'working', View, 'config/invalid-option'>('working', async ({ signal }) => {
      if (view !== undefined) assertAvailableView(view.name);
      if (namespace !== undefined) this.#connections.dispatch({ type: 'namespace-activated', namespace });
      // True also while a stored connection is being restored.
      const isConnected = (): boolean => accountOf(this.#connections.state, namespace).address !== undefined;
      const isStillRequested = this.#modal.snapshot.modal.open ? null : this.#modal.prepare(forNamespace);
      if (isStillRequested !== null) {
        const pictures = this.#pictures(isConnected(), view, namespace);
        if (pictures.length > 0) await this.#preload(pictures, signal);
      }
      // May have changed during preloading.
      const connected = isConnected();
      const opening = openingView({
        // With `basic`, the app wants only the QR code and the list, even with adapters.
        hasAdapters: this.#chains.size > 0 && !this.#options.current.basic,
        connected,
        mobile: this.#browser.platform.mobile,
        requested: view ?? null,
      });
      if (signal.aborted || isStillRequested?.() === false) {
        this.#modal.setLoading(false, forNamespace);
        return opening;
      }
      this.#modal.open(opening, forNamespace);
      this.#events.track('MODAL_OPEN', { connected });
      return opening;
    });
  }

  /** The image URLs of the list to open that need preloading. */
  #pictures(connected: boolean, view?: View, namespace?: Namespace): readonly string[] {
    const { connectorImages, customWallets = [] } = this.#options.current;
    const pictures =
      view?.name === 'Networks'
        ? allNetworksOf(this.#connections.state).map(({ assets }) => assets.imageUrl)
        : connected
          ? []
          : [
              ...this.#connectors
                .current(namespace === undefined ? {} : { namespace })
                .map(({ id, icon }) => connectorImages?.[id] ?? icon),
              ...customWallets.map(({ image_url }) => image_url),
            ];
    return pictures
      .filter((picture) => picture != null)
      .slice(0, MAX_IMAGES)
      .filter((picture) => !isInline(picture) && !this.#modal.preloadedImages.has(picture));
  }

  async #preload(pictures: readonly string[], signal: AbortSignal): Promise<void> {
    const disposed$ = this.#modal.snapshot$.pipe(ignoreElements(), endWith(null));
    await firstValueFrom(race(timer(IMAGES_TIMEOUT_MS, this.#clock.scheduler), this.#browser.preloadImages(pictures, signal), disposed$));
    for (const picture of signal.aborted ? [] : pictures) this.#modal.preloadedImages.add(picture);
  }
}
