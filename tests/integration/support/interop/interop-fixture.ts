import { type Relay, startRelay } from '@latchkey/sandbox';
import { vi } from 'vitest';
import { Actor } from './actor.js';
import { FastClock } from './fast-clock.js';
import { addRoute, MemoryNetwork, MemoryWebSocket } from './memory-network.js';
import type { Party } from './party.js';

/** Number of values with three digits. */
const RANDOM_VALUES = 1_000;

/**
 * Mocks Math.random so that no value repeats within a thousand, and returns a function that restores it. The official clients derive call
 * ids from the millisecond and three random digits and lose calls with duplicate ids, which the fake clock would make likely.
 */
const mockDistinctRandom = (): (() => void) => {
  let drawn = 0;
  const randomMock = vi.spyOn(Math, 'random').mockImplementation(() => {
    drawn += 1;
    // The middle between two values, so that rounding cannot make two equal.
    return ((drawn % RANDOM_VALUES) + 0.5) / RANDOM_VALUES;
  });
  return () => randomMock.mockRestore();
};

/** Options of {@link startInteropFixture}. */
export interface InteropOptions {
  readonly app: Party;
  readonly wallet: Party;
  /** True if the wallet supports `session_authenticate`. Default true. */
  readonly supportsSignIn?: boolean;
  /** True if both request link mode. Default false. */
  readonly usesLinkMode?: boolean;
}

/** An app, a wallet, and the sandbox's relay. */
export interface InteropFixture {
  readonly app: Actor;
  readonly wallet: Actor;
  readonly relay: Relay;
  readonly clock: FastClock;
  stop(): Promise<void>;
}

/** Latency of a nearby relay. Without any, the official clients lose some responses, which is not under test. */
const LATENCY_MS = 10;

/** Starts the relay and both clients. */
export const startInteropFixture = async ({
  app,
  wallet,
  supportsSignIn = true,
  usesLinkMode = false,
}: InteropOptions): Promise<InteropFixture> => {
  // Loading code takes long on the fake clock, so all modules are loaded before.
  await Promise.all([app.load(), wallet.load()]);
  const clock = new FastClock();
  const restoreRandom = mockDistinctRandom();
  const relay = await startRelay();
  await relay.control.setLatency(LATENCY_MS);
  vi.stubGlobal('WebSocket', MemoryWebSocket);
  const networkOf = (role: 'app' | 'wallet') => {
    const host = `${role}.relay.test`;
    return {
      role,
      relayUrl: `ws://${host}`,
      openNetwork: () => {
        const network = new MemoryNetwork(relay.accept);
        addRoute(host, network);
        return network;
      },
    };
  };
  const actors = {
    app: new Actor({ ...networkOf('app'), party: app, clock, supportsSignIn: false, usesLinkMode: usesLinkMode }),
    wallet: new Actor({ ...networkOf('wallet'), party: wallet, clock, supportsSignIn, usesLinkMode: usesLinkMode }),
  };
  const stop = async (): Promise<void> => {
    await actors.app.stop();
    await actors.wallet.stop();
    await relay.stop();
    await clock.stop();
    restoreRandom();
  };
  try {
    await actors.app.start();
    await actors.wallet.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { ...actors, relay, clock, stop };
};
