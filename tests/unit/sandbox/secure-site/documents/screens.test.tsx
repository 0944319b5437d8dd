import { beforeEach, describe, expect, it, vi } from 'vitest';
import { flushPromises } from '../../../../../application/ports/clock.fake.js';
import {
  type FramePrompt,
  FramePrompts,
  NoWindow,
  type WithoutWindow,
} from '../../../../../sandbox/secure-site/documents/frame-prompts.js';
import { askedBy, storageNote } from '../../../../../sandbox/secure-site/documents/screen.js';
import { UserRejected } from '../../../../../sandbox/secure-site/documents/site-window.js';
import { DEFAULT_THEME } from '../../../../../sandbox/secure-site/documents/theme.js';
import type { WindowTasks } from '../../../../../sandbox/secure-site/documents/window-messages.js';
import { showWords } from '../../../../../sandbox/secure-site/documents/words-view.js';
import { ApiError } from '../../../../../sandbox/secure-site/frame/frame-client.js';

const app = { origin: 'https://app.example', claimed: null };
const MEMORY = { kind: 'memory', cause: 'SecurityError' } as const;
const IDLE = 'There is nothing to approve.';

beforeEach(() => {
  document.body.innerHTML = '<main></main>';
});
const text = (): string => document.querySelector('main')?.textContent ?? '';
const press = (label: string): void => {
  const found = [...document.querySelectorAll('button')].find((button) => button.textContent === label);
  if (found === undefined) throw new Error(`No button ${label} in: ${text()}`);
  found.click();
};

describe('a browser that stores nothing', () => {
  it('is said in words, with what it means and why', () => {
    expect(storageNote({ kind: 'browser' })).toBeNull();
    const note = storageNote(MEMORY)?.textContent;
    expect(note).toContain('stores nothing');
    expect(note).toContain('log in again');
    expect(note).toContain('SecurityError');
  });
});

describe('the app that asks', () => {
  it('is named by its origin, and what it calls itself is marked as unverified', () => {
    expect(askedBy(app).textContent).toContain('https://app.example');
    expect(askedBy(app).textContent).not.toContain('verified');
    expect(askedBy({ ...app, claimed: { name: 'Your bank' } }).textContent).toContain('It calls itself “Your bank”. This is not verified.');
  });
});

describe('a question of the frame', () => {
  const events: string[] = [];
  const createPrompts = (): FramePrompts => {
    events.length = 0;
    const notify = async ({ type }: { readonly type: string }): Promise<boolean> => {
      events.push(type);
      return true;
    };
    return new FramePrompts({ notify }, () => storageNote(MEMORY));
  };
  const promptOf = (
    withoutWindow: WithoutWindow<WindowTasks['approve']['result']>,
    signal = new AbortController().signal,
  ): FramePrompt<'approve'> => ({
    event: 'show',
    title: 'Sign a message',
    content: [],
    continueLabel: 'Continue',
    signal,
    withoutWindow,
    task: {
      kind: 'approve',
      app,
      theme: DEFAULT_THEME,
      recoverable: false,
      confirmation: null,
      request: { kind: 'evm-message', chainId: 'eip155:1', address: '0x1', message: '0x' },
    },
  });
  const never = (): Promise<never> => new Promise(() => undefined);
  const mailbox = { kind: 'mailbox', fragment: '#approval=id', answer: never } as const;

  it('says on every screen that nothing is stored', () => {
    const prompts = createPrompts();
    prompts.idle();
    expect(text()).toContain('stores nothing');
    void prompts.ask(promptOf(mailbox)).catch(() => undefined);
    expect(text()).toContain('Sign a message');
    expect(text()).toContain('stores nothing');
  });

  it('is taken off the screen when the host cancels it, and the host hides the frame', async () => {
    const controller = new AbortController();
    const asked = createPrompts().ask(promptOf(mailbox, controller.signal));
    expect(text()).toContain('Sign a message');
    controller.abort();
    await expect(asked).rejects.toThrow(UserRejected);
    expect(text()).toContain(IDLE);
    expect(events.at(-1)).toBe('hide');
  });

  it('is not shown when it was cancelled before', async () => {
    const prompts = createPrompts();
    prompts.idle();
    await expect(prompts.ask(promptOf(mailbox, AbortSignal.abort()))).rejects.toThrow();
    expect(text()).toContain(IDLE);
    expect(events).toEqual([]);
  });

  it.each([
    ['consent', 'home', false, false, 'The wallet needs your consent, but this app cannot show it'],
    ['consent, in a host that shows the frame by itself', 'home', false, true, 'pending'],
    ['consent, in a host that knows the event', 'home', true, false, 'pending'],
    ['an approval, for which hosts show the frame by themselves', 'show', false, false, 'pending'],
  ] as const)('for %s (%s; known: %s; rendered: %s)', async (_, event, isKnown, isRendered, outcome) => {
    const prompts = new FramePrompts(
      { notify: async () => isKnown },
      () => null,
      () => isRendered,
    );
    const asked = prompts.ask({ ...promptOf(mailbox), event }).catch((error: unknown) => String(error));
    expect(await Promise.race([asked, flushPromises().then(() => 'pending')])).toContain(outcome);
  });

  it('that a newer one has replaced does not disturb that one when it is cancelled', async () => {
    const prompts = createPrompts();
    const controller = new AbortController();
    const former = prompts.ask(promptOf(mailbox, controller.signal));
    const next = { ...promptOf(mailbox), title: 'Send a transaction' };
    void prompts.ask(next).catch(() => undefined);
    controller.abort();
    await expect(former).rejects.toThrow('another one came');
    expect(text()).toContain('Send a transaction');
  });

  it('is answered through the mailbox, asked once, when there is no window', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    let tries = 0;
    let answer = (_: WindowTasks['approve']['result']): void => undefined;
    const asked = createPrompts().ask(
      promptOf({
        kind: 'mailbox',
        fragment: '#approval=id',
        answer: () => {
          tries += 1;
          return new Promise((resolve) => (answer = resolve));
        },
      }),
    );
    press('Continue');
    expect(open.mock.calls[0]?.[0]).toBe('window#approval=id');
    expect(text()).toContain('approve there');
    expect(text()).toContain('allow pop-ups');
    press('Continue');
    expect(tries).toBe(1);
    answer({ digest: 'd', assertion: null });
    expect(await asked).toEqual({ digest: 'd', assertion: null });
    expect(text()).toContain(IDLE);
  });

  it('says how to continue where there is neither window nor mailbox', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    const asked = createPrompts().ask(promptOf({ kind: 'continue', text: 'This app cuts the connection.', label: 'Connect by a number' }));
    press('Continue');
    expect(text()).toContain('This app cuts the connection.');
    press('Connect by a number');
    await expect(asked).rejects.toThrow(NoWindow);
  });
});

describe('a task of the frame that takes its time', () => {
  const during = (signal: AbortSignal) =>
    new FramePrompts({ notify: async () => true }, () => null).during({
      app,
      title: 'Waiting',
      signal,
      run: (show) => {
        show(document.createTextNode('the number'));
        return new Promise(() => undefined);
      },
    });

  it('is cancelled by the user, and by the host', async () => {
    const byUser = during(new AbortController().signal);
    expect(text()).toContain('the number');
    press('Cancel');
    await expect(byUser).rejects.toThrow('rejected');
    const controller = new AbortController();
    const byHost = during(controller.signal);
    controller.abort();
    await expect(byHost).rejects.toThrow('cancelled');
    expect(text()).toContain(IDLE);
  });
});

describe('a wallet that is locked', () => {
  it('is unlocked with a code in the frame', async () => {
    const codes: string[] = [];
    const session = {
      user: { provider: 'email' as const, email: 'alice@example.com', userName: null },
      logins: {
        requestCode: async () => undefined,
        enterCode: async (code: string) => {
          codes.push(code);
          if (code === '000000') throw new ApiError('wrong-code');
        },
      },
    };
    const { signal } = new AbortController();
    const unlocked = new FramePrompts({ notify: async () => true }, () => null).unlock(session, { app, signal });
    await expect.poll(text).toContain('Email me a code');
    press('Email me a code');
    await expect.poll(text).toContain('alice@example.com');
    const enter = (code: string): void => {
      const field = document.querySelector('input');
      if (field !== null) field.value = code;
      press('Continue');
    };
    enter('12');
    expect(text()).toContain('six digits');
    enter('000000');
    await expect.poll(text).toContain('Wrong code');
    enter('123456');
    await unlocked;
    expect(codes).toEqual(['000000', '123456']);
    expect(text()).toContain(IDLE);
  });
});

describe('recovery words', () => {
  const show = (canSkip: boolean) =>
    new Promise<Uint8Array<ArrayBuffer> | null>((resolve, reject) => {
      showWords({ wallet: 'wallet', canSkip: async () => canSkip, done: (recovery) => resolve(recovery()), cancel: reject });
    });
  const isListed = () => expect.poll(text).toContain('I wrote them down');

  it('can be skipped after a warning, and the wallet is not called recoverable', async () => {
    const skipped = show(true);
    await isListed();
    press('Skip for now');
    expect(text()).toContain('lost');
    expect(text()).not.toMatch(/recoverable/i);
    press('Continue without');
    expect(await skipped).toBeNull();
  });

  it('cannot be skipped where the browser stores nothing', async () => {
    void show(false);
    await isListed();
    expect(text()).not.toContain('Skip for now');
    expect(text()).toContain('stores nothing');
  });
});
