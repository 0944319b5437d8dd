import { describe, expect, it } from 'vitest';
import { FakeClock, settle } from '../../../../application/ports/clock.fake.js';
import { FakeRelayAdversary } from '../../../../application/ports/relay-adversary.fake.js';
import { FakeRelayHub } from '../../../../application/ports/relay-hub.fake.js';
import { FakeMessageRelay } from '../../../../application/wallet-protocol/message-relay.fake.js';

const { signal } = new AbortController();
const delivery = { tag: 0, ttl: 300, prompt: false };

class World {
  readonly clock = new FakeClock();
  readonly hub = new FakeRelayHub();
  readonly adversary = new FakeRelayAdversary(this.hub, this.clock);
  readonly app = new FakeMessageRelay(this.clock, this.hub);
  readonly wallet = this.app.peer();
  readonly heard: number[] = [];

  async send(...ids: readonly number[]): Promise<void> {
    const { topic, symKey } = await this.app.keyChain.createSymKey();
    this.wallet.importSymKey(symKey);
    this.wallet.messages$.subscribe(({ message, acknowledge }) => {
      this.heard.push(message.id);
      acknowledge();
    });
    await this.wallet.subscribe([topic], signal);
    for (const id of ids)
      await this.app.publish({ topic, delivery, message: { id, jsonrpc: '2.0', method: 'wc_pairingPing', params: {} } }, signal);
    await settle();
  }
}

describe('an adversary between a relay and its pages', () => {
  it('lets pass what nothing is laid down for', async () => {
    const world = new World();
    await world.send(1, 2);
    expect(world.heard).toEqual([1, 2]);
  });

  it('repeats, holds back and so changes the order', async () => {
    const world = new World();
    world.adversary.plan([{ type: 'delay', ms: 100 }, { type: 'repeat' }, { type: 'pass' }]);
    await world.send(1, 2, 3);
    expect(world.heard).toEqual([2, 2, 3]);
    await world.clock.run(100);
    expect(world.heard).toEqual([2, 2, 3, 1]);
    expect([world.adversary.done, world.clock.pending]).toEqual([{ pass: 1, lose: 0, repeat: 1, delay: 1 }, 0]);
  });

  it('loses a message until the relay tells it again', async () => {
    const world = new World();
    world.adversary.plan([{ type: 'lose' }]);
    await world.send(1);
    world.wallet.repeat();
    await settle();
    expect(world.heard).toEqual([]);
    world.clock.advance(60_000);
    world.wallet.repeat();
    await settle();
    expect(world.heard).toEqual([1]);
  });

  it('hands over what it held back when it stops, and does nothing any more', async () => {
    const world = new World();
    world.adversary.plan([{ type: 'delay', ms: 100 }]);
    await world.send(1);
    world.adversary.plan([{ type: 'lose' }]);
    world.adversary.stop();
    await settle();
    expect([world.heard, world.clock.pending]).toEqual([[1], 0]);
    world.app.receive('none', { id: 2, jsonrpc: '2.0', result: true });
    expect(world.adversary.done.lose).toBe(0);
  });
});
