import { type FakeClock, settle } from '../../../../../../application/ports/clock.fake.js';
import { FakeRandom } from '../../../../../../application/ports/random.fake.js';
import { FakeRecordStore } from '../../../../../../application/ports/record-store.fake.js';
import type { FakeMessageRelay } from '../../../../../../application/wallet-protocol/message-relay.fake.js';
import type { PeerMetadata } from '../../../../../../domain/wallet-protocol/session.js';
import { ModelPage } from './model-page.js';

/** A page of its own draws the next digits: ids of two pages are not the same, even where no time passes. */
const DIGITS = Array.from({ length: 1_000 }, (_, index) => ((index * 377) % 1_000) / 1_000);

/** A party: its device, and the pages that it had. */
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

  /** The page is gone, and the next one opened. */
  async reload(): Promise<void> {
    this.page.look();
    this.page.vanish();
    // What it had begun to write is written before the next one reads.
    await settle();
    this.#open(this.page.relay.otherTab());
    await this.page.engine.start();
    await settle();
    this.page.look();
  }

  /** A second page of the same device, beside the one that is there. */
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
