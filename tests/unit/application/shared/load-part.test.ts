import { describe, expect, it } from 'vitest';
import { abortable } from '../../../../application/shared/abortable.js';
import { loadPart } from '../../../../application/shared/load-part.js';

const named = (name: string, message = 'gone'): Error => Object.assign(new Error(message), { name });

/** An `import()` that ends as it is told, call by call, and counts the calls. */
const importing = (...ends: readonly (string | { readonly fails: unknown })[]) => {
  let calls = 0;
  const load = async (): Promise<string> => {
    const end = ends[calls] ?? 'nobody said';
    calls += 1;
    if (typeof end === 'string') return end;
    throw end.fails;
  };
  return { load, calls: () => calls };
};

describe('A part that is loaded when it is needed', () => {
  it('is what was imported, imported once', async () => {
    const { load, calls } = importing('the part');
    expect(await loadPart('the modal', load)).toBe('the part');
    expect(calls()).toBe(1);
  });

  it.each([
    new TypeError('Failed to fetch dynamically imported module'),
    named('ChunkLoadError'),
    named('SyntaxError'),
    null,
    undefined,
    'a text',
  ])('that needs no package could not be fetched, whatever was thrown: %s', async (fails) => {
    await expect(loadPart('the modal', importing({ fails }).load)).rejects.toMatchObject({
      code: 'browser/load-failed',
      context: { part: 'the modal' },
      cause: fails,
    });
  });

  it.each([new TypeError('Importing a module script failed.'), named('ChunkLoadError')])(
    'that needs a package failed on the way, so the package is not to blame: %s',
    async (fails) => {
      await expect(loadPart('the reader', importing({ fails }).load, 'viem')).rejects.toMatchObject({
        code: 'browser/load-failed',
        context: { part: 'the reader' },
        cause: fails,
      });
    },
  );

  it.each([
    Object.assign(new Error("Cannot find package 'viem'"), { code: 'ERR_MODULE_NOT_FOUND' }),
    new Error('Could not resolve "viem" imported by "latchkey". Is it installed?'),
    null,
    undefined,
  ])('that needs a package names the one to install: %s', async (fails) => {
    await expect(loadPart('the reader', importing({ fails }).load, 'viem')).rejects.toMatchObject({
      code: 'config/dependency-missing',
      context: { dependency: 'viem' },
      cause: fails,
    });
  });

  it('also fails with a typed error when the import throws before it gives a promise', async () => {
    const load = (): Promise<string> => {
      throw new TypeError('blocked');
    };
    await expect(loadPart('the modal', load)).rejects.toMatchObject({ code: 'browser/load-failed' });
  });

  it('is imported anew after a failure', async () => {
    const { load, calls } = importing({ fails: new TypeError('offline') }, 'the part');
    await expect(loadPart('the modal', load)).rejects.toMatchObject({ code: 'browser/load-failed' });
    expect(await loadPart('the modal', load)).toBe('the part');
    expect(calls()).toBe(2);
  });

  it('is each caller’s own: one that fails takes no other with it', async () => {
    const { load } = importing({ fails: new TypeError('offline') }, 'the part');
    const [first, second] = await Promise.allSettled([loadPart('the modal', load), loadPart('the modal', load)]);
    expect(first).toMatchObject({ status: 'rejected', reason: { code: 'browser/load-failed' } });
    expect(second).toEqual({ status: 'fulfilled', value: 'the part' });
  });

  it('can be given up by one who waits, while another goes on', async () => {
    let arrive: (part: string) => void = () => undefined;
    const part = loadPart(
      'the modal',
      () =>
        new Promise<string>((resolve) => {
          arrive = resolve;
        }),
    );
    const controller = new AbortController();
    const impatient = abortable(part, controller.signal);
    const patient = abortable(part, new AbortController().signal);
    controller.abort(new Error('gone away'));
    await expect(impatient).rejects.toThrow('gone away');
    arrive('the part');
    expect(await patient).toBe('the part');
  });
});
