import { type FakeClock, flushPromises } from '../../../../../../application/ports/clock.fake.js';
import { FakeRandom } from '../../../../../../application/ports/random.fake.js';
import { FakeRecordStore } from '../../../../../../application/ports/record-store.fake.js';
import type { FakeMessageRelay } from '../../../../../../application/wallet-protocol/message-relay.fake.js';
import type { PeerMetadata } from '../../../../../../domain/wallet-protocol/session.js';
import { ModelPage } from './model-page.js';

// Pages draw different digits, so that their ids differ even within a millisecond.
const DIGITS = Array.from({ length: 1_000 }, (_, index) => ((index * 377) % 1_000) / 1_000);

/** A party: its device and all of its pages. */
export class ModelParty {
  readonly pages: ModelPage[] = [];
  readonly #clock: FakeClock;
  readonly #metadata: PeerMetadata;
  readonly #store = new FakeRecordStore();
  readonly #random = new FakeRandom(DIGITS);

  constructor(clock: FakeClock, relay: FakeMessageRelay, metadata: PeerMetadata) {
    this.#clock = clock;
    this.#metadata = metadata;
    this.#open(relay);
  }

  get page(): ModelPage {
    const page = this.pages.at(-1);
    if (page === undefined) throw new Error('A party has a page');
    return page;
  }

  /** Kills the page and opens the next one. */
  async reload(): Promise<void> {
    this.page.recordSessions();
    this.page.kill();
    // Pending writes finish before the next page reads.
    await flushPromises();
    this.#open(this.page.relay.otherTab());
    await this.page.engine.start();
    await flushPromises();
    this.page.recordSessions();
  }

  /** Opens a second page on the same device. */
  async otherTab(): Promise<ModelPage> {
    const tab = this.#page(this.page.relay.otherTab(), this.#store.otherTab());
    await tab.engine.start();
    return tab;
  }

  #open(relay: FakeMessageRelay): void {
    this.pages.push(this.#page(relay, this.#store));
  }

  #page(relay: FakeMessageRelay, store: FakeRecordStore): ModelPage {
    return new ModelPage({ clock: this.#clock, relay, store, random: this.#random, metadata: this.#metadata });
  }
}
