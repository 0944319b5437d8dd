import type { SignClient, SignSession } from 'latchkey/walletconnect';
import { element } from './panel.js';

/** List of a client's sessions: peer, accounts and methods. */
export class SessionsList {
  readonly view = element('ul', 'sessions');
  readonly #sessions: SignClient['session'];

  constructor({ session }: SignClient) {
    this.#sessions = session;
    this.draw();
  }

  readonly draw = (): void => {
    this.view.replaceChildren(
      ...this.#sessions.getAll().map(({ topic, peer, namespaces }) => {
        const { accounts = [], methods = [] } = namespaces['eip155'] ?? {};
        const row = element('li', 'session', `${peer.metadata.name}: ${accounts.join(' ')}; ${methods.join(' ')}`);
        row.dataset['topic'] = topic;
        return row;
      }),
    );
  };

  /** Returns the first session. @throws Error when there is none */
  first(): SignSession {
    const [session] = this.#sessions.getAll();
    if (session === undefined) throw new Error('No session');
    return session;
  }
}
