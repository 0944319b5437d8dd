import type { SandboxProvider, Wallet } from '@latchkey/sandbox';

/** The address of a node where none listens, for wallets that need no chain. */
export const NOWHERE = 'http://127.0.0.1:9';

/** Answers a question: without `accounts`, the chosen one is shared. */
export type OwnerDecision = { readonly approve: false } | { readonly approve: true; readonly accounts?: readonly `0x${string}`[] };

/** The outcome of a request, and what the wallet showed before. */
export interface Asked {
  readonly value: unknown;
  /** Fields of the result, texts in these tests; none where it failed. */
  readonly result: Readonly<Record<string, string>>;
  /** Code of the error, where it failed. */
  readonly code: number | undefined;
  /** Title and lines of the question; empty where the wallet asked nothing. */
  readonly facts: readonly string[];
}

/** A site that sends requests, and the owner who answers them in a window of the wallet. */
export class WalletAsker {
  readonly wallet: Wallet;
  readonly provider: SandboxProvider;

  constructor(wallet: Wallet, origin = 'https://app.example') {
    this.wallet = wallet;
    this.provider = wallet.provider(origin);
  }

  /** Sends a request, and answers the question if one comes. */
  ask(method: string, params?: unknown, decision?: OwnerDecision): Promise<Asked> {
    return this.during(() => this.provider.request({ method, params }), decision);
  }

  /** Does what makes the wallet ask, reads the question if one comes, and answers it. */
  async during(run: () => PromiseLike<unknown>, decision: OwnerDecision = { approve: true }): Promise<Asked> {
    const outcome = Promise.resolve(run()).then(
      (value) => ({ value, result: Object(value), code: undefined }),
      (error) => ({ value: undefined, result: {}, code: error.code }),
    );
    let facts: readonly string[] = [];
    let settle = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      settle = resolve;
    });
    const window = this.wallet.engine.openWindow({
      question: null,
      send: (message) => {
        const [question] = message.type === 'snapshot' ? message.snapshot.questions : [];
        if (question === undefined) return;
        facts = [question.title, ...question.facts.map(({ label, value }) => `${label}: ${value}`)];
        settle();
      },
    });
    await Promise.race([asked, outcome]);
    const [question] = (await this.wallet.control.state()).questions;
    if (question !== undefined) window.receive({ type: 'decide', id: question.id, ...decision });
    const settled = await outcome;
    window.close();
    return { ...settled, facts };
  }
}
