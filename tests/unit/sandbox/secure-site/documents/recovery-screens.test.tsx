import { beforeEach, describe, expect, it, vi } from 'vitest';
import { showPhrase } from '../../../../../sandbox/secure-site/documents/phrase-view.js';
import { askWords } from '../../../../../sandbox/secure-site/documents/words-field.js';
import { createRecoveryWords, recoverySecretOf } from '../../../../../sandbox/secure-site/keys/recovery-words.js';
import { fixedRandom } from '../keys/support.js';

const words = createRecoveryWords(fixedRandom('recovery words').random);

beforeEach(() => {
  document.body.innerHTML = '<main></main>';
});
const text = (): string => document.querySelector('main')?.textContent ?? '';
const find = (label: string): HTMLElement | undefined =>
  [...document.querySelectorAll('button')].find((button) => button.textContent === label);
const press = (label: string): void => {
  const found = find(label);
  if (found === undefined) throw new Error(`No button ${label} in: ${text()}`);
  found.click();
};

describe('the field for recovery words', () => {
  const ask = (): Promise<Uint8Array<ArrayBuffer>> =>
    new Promise((done, reject) => {
      const cancel = { label: 'Back', run: reject };
      askWords({ wallet: 'wallet-1', title: 'Words', before: [], submit: 'Continue', cancel, done });
    });
  const type = (typed: string): void => {
    const field = document.querySelector('textarea');
    if (field !== null) field.value = typed;
    press('Continue');
  };
  const replaced = (index: number, word: string): string => words.map((each, at) => (at === index ? word : each)).join(' ');

  it('says which word is not in the list, and takes the nearest one instead', async () => {
    const asked = ask();
    const right = words[3] ?? '';
    const typed = `${right.slice(0, -1)}q`;
    type(replaced(3, typed));
    await expect.poll(text).toContain(`Word 4, “${typed}”, is not in the list.`);
    expect(document.querySelector('textarea')?.getAttribute('aria-invalid')).toBe('true');
    press(`Use “${right}”`);
    expect(text()).not.toContain('not in the list');
    press('Continue');
    expect(await asked).toEqual(await recoverySecretOf(words, 'wallet-1'));
  });

  it('says how many words are missing', async () => {
    void ask().catch(() => undefined);
    type(words.slice(2).join(' '));
    await expect.poll(text).toContain('There are ten words. You typed 8.');
    type(' ');
    await expect.poll(text).toContain('Type your ten words.');
  });

  it('says that words of the list do not fit together, and offers to exchange them', async () => {
    const asked = ask();
    const [first = '', second = '', ...rest] = words;
    type([second, first, ...rest].join(' '));
    await expect.poll(text).toContain('one is another word, or two are exchanged');
    press('Exchange words 1 and 2');
    press('Continue');
    expect(await asked).toEqual(await recoverySecretOf(words, 'wallet-1'));
  });
});

describe('the secret phrase', () => {
  const SECRET = ['abandon', 'ability', 'zoo'];
  const show = async () => {
    const phrase = Uint16Array.of(0, 1, 2047);
    const done = vi.fn();
    let opened = 0;
    showPhrase({
      address: '0x1',
      smartAccounts: [{ chainId: 'eip155:1', network: 'Ethereum', address: '0xSmart' }],
      open: (shown) => {
        opened += 1;
        shown(opened === 1 ? phrase : Uint16Array.of(1));
      },
      done,
    });
    expect(text()).toContain('Careful.');
    expect(text()).toContain('Address0x1Smart account0xSmart');
    expect(text()).toContain('Other wallet apps show the first address only.');
    expect(opened).toBe(0);
    press('Continue');
    await vi.waitFor(() => expect(find('Show the words')).toBeDefined());
    return { phrase, done };
  };
  const shownWords = (): readonly string[] => SECRET.filter((word) => document.body.innerHTML.includes(word));

  it('is not in the document until the user asks for it, and is taken out again', async () => {
    const { phrase, done } = await show();
    expect(shownWords()).toEqual([]);
    press('Show the words');
    expect(shownWords()).toEqual(SECRET);
    press('Hide the words');
    expect(shownWords()).toEqual([]);
    expect(phrase).toEqual(Uint16Array.of(0, 1, 2047));
    expect(find('Copy')).toBeUndefined();
    press('Done');
    expect(phrase).toEqual(Uint16Array.of(0, 0, 0));
    expect(done).toHaveBeenCalledOnce();
  });

  it('is erased after a minute, and can be opened once more', async () => {
    vi.useFakeTimers();
    try {
      const { phrase, done } = await show();
      press('Show the words');
      vi.advanceTimersByTime(59_000);
      expect(shownWords()).toEqual(SECRET);
      expect(text()).toContain('Erased in 1 s');
      vi.advanceTimersByTime(1_000);
      expect(shownWords()).toEqual([]);
      expect(phrase).toEqual(Uint16Array.of(0, 0, 0));
      expect(text()).toContain('erased from this page');
      expect(done).not.toHaveBeenCalled();
      press('Show them again');
      expect(text()).toContain('Careful.');
    } finally {
      vi.useRealTimers();
    }
  });

  it('is erased when the page is hidden or left', async () => {
    for (const hide of [
      () => {
        const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
        document.dispatchEvent(new Event('visibilitychange'));
        hidden.mockRestore();
      },
      () => window.dispatchEvent(new Event('pagehide')),
    ]) {
      const { phrase } = await show();
      press('Show the words');
      hide();
      expect(shownWords()).toEqual([]);
      expect(phrase).toEqual(Uint16Array.of(0, 0, 0));
    }
  });
});
