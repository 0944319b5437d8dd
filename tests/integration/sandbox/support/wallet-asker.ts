import { createWallet, type NamespaceNodes, type SandboxProvider, type Wallet } from '@latchkey/sandbox';

/** The site that asks. */
const ORIGIN = 'https://app.example';

/** What became of a request, and what the wallet showed before. */
export interface Asked {
  /** Fields of the answer, texts in these tests; none where it failed. */
  readonly result: Readonly<Record<string, string>>;
  /** Code of the error, where it failed. */
  readonly code: number | undefined;
  /** Title and lines of the question; empty where the wallet asked nothing. */
  readonly facts: readonly string[];
}

/** A wallet inside Node with the namespaces of these nodes, and a person in front of it. */
export class WalletAsker {
  readonly wallet: Wallet;
  readonly provider: SandboxProvider;

  constructor(nodes: NamespaceNodes) {
    // No EVM chain is asked anything here.
    this.wallet = createWallet({ 1: 'http://127.0.0.1:9' }, nodes);
    this.provider = this.wallet.provider(ORIGIN);
  }

  /** Asks, reads the question if one comes, and says yes or no to it. */
  async ask(method: string, params: unknown, approve = true): Promise<Asked> {
    const outcome = Promise.resolve(this.provider.request({ method, params })).then(
      (result) => ({ result: Object(result), code: undefined }),
      (error) => ({ result: {}, code: error.code }),
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
    if (question !== undefined) window.receive({ type: 'decide', id: question.id, approve });
    const settled = await outcome;
    window.close();
    return { ...settled, facts };
  }
}
