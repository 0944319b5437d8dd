import type { SandboxProvider, Wallet } from '@latchkey/sandbox';

/** RPC URL without a server, for wallets that need no chain. */
export const UNREACHABLE_URL = 'http://127.0.0.1:9';

/** The user's decision. Default: the selected account is shared. */
export type UserDecision = { readonly approve: false } | { readonly approve: true; readonly accounts?: readonly `0x${string}`[] };

/** The outcome of a request, and the prompt that the wallet showed. */
export interface TestSiteResult {
  readonly value: unknown;
  /** Fields of the result, strings in these tests; empty on failure. */
  readonly result: Readonly<Record<string, string>>;
  /** Error code on failure. */
  readonly code: number | undefined;
  /** Title and facts of the prompt; empty if there was none. */
  readonly facts: readonly string[];
}

/** A site that sends requests, and the user who decides them in a window of the wallet. */
export class TestSite {
  readonly wallet: Wallet;
  readonly provider: SandboxProvider;

  constructor(wallet: Wallet, origin = 'https://app.example') {
    this.wallet = wallet;
    this.provider = wallet.provider(origin);
  }

  /** Sends a request and settles the prompt, if there is one. */
  request(method: string, params?: unknown, decision?: UserDecision): Promise<TestSiteResult> {
    return this.runAndRespond(() => this.provider.request({ method, params }), decision);
  }

  /** Triggers a request, reads the prompt if there is one, and decides it. */
  async runAndRespond(run: () => PromiseLike<unknown>, decision: UserDecision = { approve: true }): Promise<TestSiteResult> {
    const outcome = Promise.resolve(run()).then(
      (value) => ({ value, result: Object(value), code: undefined }),
      (error) => ({ value: undefined, result: {}, code: error.code }),
    );
    let facts: readonly string[] = [];
    let settle = (): void => undefined;
    const prompted = new Promise<void>((resolve) => {
      settle = resolve;
    });
    const window = this.wallet.engine.openWindow({
      prompt: null,
      send: (message) => {
        const [prompt] = message.type === 'snapshot' ? message.snapshot.prompts : [];
        if (prompt === undefined) return;
        facts = [prompt.title, ...prompt.facts.map(({ label, value }) => `${label}: ${value}`)];
        settle();
      },
    });
    await Promise.race([prompted, outcome]);
    const [prompt] = (await this.wallet.control.state()).prompts;
    if (prompt !== undefined) window.receive({ type: 'decide', id: prompt.id, ...decision });
    const settled = await outcome;
    window.close();
    return { ...settled, facts };
  }
}
