import type { InteropFixture } from './interop-fixture.js';

/** An interaction between an app and a wallet. */
export interface Scenario {
  /** Test title. */
  readonly name: string;
  /** Tags of messages that must pass the relay. @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods */
  readonly tags: readonly number[];
  /** True if the wallet supports `session_authenticate`. Default true. */
  readonly supportsSignIn?: boolean;
  /** Throws if the interaction fails. */
  readonly run: (fixture: InteropFixture) => Promise<void>;
}
