import type { InteropFixture } from './interop-fixture.js';

/** An interaction between an app and a wallet. */
export interface Scenario {
  /** Test title. */
  readonly name: string;
  /** Tags of messages that must pass the relay. @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods */
  readonly tags: readonly number[];
  /** True if the wallet supports `session_authenticate`. Default true. */
  readonly supportsSignIn?: boolean;
  /** True for a rule of ours that two official clients do not follow. Default false. */
  readonly needsLatchkey?: boolean;
  /** Throws if the interaction fails. */
  readonly run: (fixture: InteropFixture) => Promise<void>;
}
