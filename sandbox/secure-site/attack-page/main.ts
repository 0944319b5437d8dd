import { ATTACKS, type AttackName, type Box, type Lure } from './attacks.js';

// A page that attacks the frame that it embeds. It is an app as far as the site knows. `site` and `project` in its query say which frame it
// embeds. With `nested`, it embeds that page instead, which has the frame.

/** Outcome of a request: its reply, or the error's message. */
type Result = { readonly reply: unknown } | { readonly error: string };

/** What tests call. */
export interface AttackPage {
  request(action: string, payload?: unknown): Promise<Result>;
  /** Begins an attack. Returns where the user presses. */
  attack(name: AttackName, button: Box): Lure;
  /** Shows the frame as it should be. */
  reset(): void;
  /** All that the frame has posted. */
  readonly received: readonly unknown[];
}

declare global {
  interface Window {
    attackPage: AttackPage;
  }
}

const query = new URLSearchParams(location.search);
const stage = document.getElementById('stage');
if (stage === null) throw new Error('The page has no element with the id "stage"');
const nested = query.get('nested');
const site = nested ?? query.get('site') ?? '';

const frame = document.createElement('iframe');
frame.id = 'lk-frame';
frame.name = 'lk-frame';
frame.title = 'Prize';
frame.referrerPolicy = 'origin';
const parameters = new URLSearchParams({ projectId: query.get('project') ?? '', chainId: 'eip155:1', version: '4', enableLogger: 'false' });
frame.src = nested ?? `${site}?${parameters}`;

const reset = (): void => {
  for (const element of document.querySelectorAll('.cover')) element.remove();
  stage.removeAttribute('style');
  frame.removeAttribute('style');
  Object.assign(stage.style, { position: 'fixed', left: '0', top: '0', width: '360px', height: '600px' });
  Object.assign(frame.style, { width: '360px', height: '600px', border: '0' });
};

interface Message {
  readonly type: string;
  readonly id: string;
  readonly payload?: { readonly message?: string };
}

const received: Message[] = [];
const pending = new Map<string, (message: Message) => void>();
let setReady = (): void => undefined;
const ready = new Promise<void>((resolve) => {
  setReady = resolve;
});
const post = (message: unknown): void => frame.contentWindow?.postMessage(message, new URL(site).origin);

window.addEventListener('message', ({ source, data }) => {
  if (source !== frame.contentWindow) return;
  // Of the secure site.
  const message = data as Message;
  received.push(message);
  if (message.type === '@w3m-frame/READY') setReady();
  // It behaves like a host that shows the frame.
  if (message.type.startsWith('@latchkey-frame/')) post({ type: '@latchkey-app/RECEIVED', id: message.id });
  pending.get(message.id)?.(message);
});

reset();
stage.append(frame);

window.attackPage = {
  received,
  reset,
  request: async (action, payload) => {
    await ready;
    const id = crypto.randomUUID();
    return new Promise((resolve) => {
      pending.set(id, ({ type, payload: reply }) => {
        pending.delete(id);
        resolve(type.endsWith('_ERROR') ? { error: reply?.message ?? '' } : { reply });
      });
      post({ type: `@w3m-app/${action}`, id, payload });
    });
  },
  attack: (name, button) => ATTACKS[name]({ wrapper: stage, frame, button }),
};
