import { type Relay, startRelay } from '@latchkey/sandbox';
import { vi } from 'vitest';
import { Actor } from './actor.js';
import { FastClock } from './fast-clock.js';
import { MemoryNetwork, MemoryWebSocket, route } from './memory-network.js';
import type { Party } from './party.js';

/** How many numbers three digits tell apart. */
const CHANCES = 1_000;

/**
 * Draws no number twice in a thousand. The official clients make the id of a call of the millisecond and three digits of chance: of two calls with
 * one id, one is lost, and here a millisecond of the moved clock holds many. Gives back the machine's own chance.
 */
const distinctChances = (): (() => void) => {
  let drawn = 0;
  const chance = vi.spyOn(Math, 'random').mockImplementation(() => {
    drawn += 1;
    // In the middle between two digits: no rounding makes two numbers one.
    return ((drawn % CHANCES) + 0.5) / CHANCES;
  });
  return () => chance.mockRestore();
};

/** Who meets, and how. */
export interface InteropOptions {
  readonly app: Party;
  readonly wallet: Party;
  /** Whether the wallet takes up `session_authenticate`. True by default. */
  readonly servesSignIn?: boolean;
  /** Whether both want messages by link. False by default. */
  readonly wantsLinks?: boolean;
}

/** An app, a wallet, and the sandbox's relay between them. */
export interface InteropWorld {
  readonly app: Actor;
  readonly wallet: Actor;
  readonly relay: Relay;
  readonly clock: FastClock;
  stop(): Promise<void>;
}

/** Of a relay next door. Where answers come at once, the official clients lose some: that is not what is compared here. */
const LATENCY_MS = 10;

/** Starts all of it. */
export const startInteropWorld = async ({
  app,
  wallet,
  servesSignIn = true,
  wantsLinks = false,
}: InteropOptions): Promise<InteropWorld> => {
  // While code is being loaded, nothing goes on but the clock: a minute of it passes in a few seconds.
  await Promise.all([app.load(), wallet.load()]);
  const clock = new FastClock();
  const releaseChances = distinctChances();
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
        route(host, network);
        return network;
      },
    };
  };
  const actors = {
    app: new Actor({ ...networkOf('app'), party: app, clock, servesSignIn: false, wantsLinks }),
    wallet: new Actor({ ...networkOf('wallet'), party: wallet, clock, servesSignIn, wantsLinks }),
  };
  const stop = async (): Promise<void> => {
    await actors.app.stop();
    await actors.wallet.stop();
    await relay.stop();
    await clock.stop();
    releaseChances();
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
