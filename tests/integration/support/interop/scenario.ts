import type { InteropWorld } from './interop-world.js';

/** Something that an app and a wallet do together. */
export interface Scenario {
  /** A sentence. */
  readonly name: string;
  /** The kinds of messages that cross the relay, at least. @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods */
  readonly tags: readonly number[];
  /** Whether the wallet takes up `session_authenticate`. True by default. */
  readonly servesSignIn?: boolean;
  /** Fails where one of both does not do its part. */
  readonly play: (world: InteropWorld) => Promise<void>;
}
