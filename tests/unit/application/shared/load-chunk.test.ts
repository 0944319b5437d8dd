import { describe, expect, it } from 'vitest';
import { abortable } from '../../../../application/shared/abortable.js';
import { loadChunk } from '../../../../application/shared/load-chunk.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';

const errorNamed = (name: string, message = 'gone'): Error => Object.assign(new Error(message), { name });

/** A fake `import()` with a planned outcome per call, which counts the calls. */
const importing = (...outcomes: readonly (string | { readonly error: unknown })[]) => {
  let calls = 0;
  const load = async (): Promise<string> => {
    const outcome = outcomes[calls] ?? 'no outcome';
    calls += 1;
    if (typeof outcome === 'string') return outcome;
    throw outcome.error;
  };
  return { load, calls: () => calls };
};

describe('loadChunk', () => {
  it('returns the imported module, imported once', async () => {
    const { load, calls } = importing('the chunk');
    expect(await loadChunk('the modal', load)).toBe('the chunk');
    expect(calls()).toBe(1);
  });

  it.each([
    new TypeError('Failed to fetch dynamically imported module'),
    errorNamed('ChunkLoadError'),
    errorNamed('SyntaxError'),
    null,
    undefined,
    'a text',
  ])('throws browser/load-failed without a dependency, whatever was thrown: %s', async (error) => {
    await expect(loadChunk('the modal', importing({ error }).load)).rejects.toMatchObject({
      code: 'browser/load-failed',
      context: { module: 'the modal' },
      cause: error,
    });
  });

  it.each([new TypeError('Importing a module script failed.'), errorNamed('ChunkLoadError')])(
    'throws browser/load-failed with a dependency after a network failure: %s',
    async (error) => {
      await expect(loadChunk('the reader', importing({ error }).load, 'viem')).rejects.toMatchObject({
        code: 'browser/load-failed',
        context: { module: 'the reader' },
        cause: error,
      });
    },
  );

  it.each([
    Object.assign(new Error("Cannot find package 'viem'"), { code: 'ERR_MODULE_NOT_FOUND' }),
    new Error('Could not resolve "viem" imported by "latchkey". Is it installed?'),
    null,
    undefined,
  ])('throws config/dependency-missing with the package name: %s', async (error) => {
    await expect(loadChunk('the reader', importing({ error }).load, 'viem')).rejects.toMatchObject({
      code: 'config/dependency-missing',
      context: { dependency: 'viem' },
      cause: error,
    });
  });

  it.each([
    [Object.assign(new Error("Cannot find package 'react-dom' imported from /app/x.js"), { code: 'ERR_MODULE_NOT_FOUND' }), 'react-dom'],
    [new Error("Cannot find module '@solana/web3.js'"), '@solana/web3.js'],
    [new Error('Could not resolve "viem/ens" imported by "latchkey". Is it installed?'), 'viem'],
    [new TypeError('Failed to resolve module specifier "@polkadot/api/x". Relative references must start with "/"'), '@polkadot/api'],
  ])('names the package of the error: %s', async (error, dependency) => {
    const code = 'config/dependency-missing';
    await expect(loadChunk('the modal', importing({ error }).load)).rejects.toMatchObject({ code, context: { dependency } });
    await expect(loadChunk('the modal', importing({ error }).load, 'viem')).rejects.toMatchObject({ code, context: { dependency } });
  });

  it('keeps the error of a chunk that this one loads', async () => {
    const error = new LatchkeyError('config/dependency-missing', { dependency: 'ws' });
    await expect(loadChunk('WalletConnect', importing({ error }).load, '@walletconnect/core')).rejects.toBe(error);
  });

  it.each([
    "Cannot find module '/app/chunk.js' imported from /app/main.js",
    "Cannot find module './chunk.js'",
    "Cannot find module 'file:///a.js'",
  ])('takes no file for a package: %s', async (message) => {
    const error = new Error(message);
    await expect(loadChunk('the modal', importing({ error }).load)).rejects.toMatchObject({ code: 'browser/load-failed' });
  });

  it('throws a typed error when the import throws synchronously', async () => {
    const load = (): Promise<string> => {
      throw new TypeError('blocked');
    };
    await expect(loadChunk('the modal', load)).rejects.toMatchObject({ code: 'browser/load-failed' });
  });

  it('imports again after a failure', async () => {
    const { load, calls } = importing({ error: new TypeError('offline') }, 'the chunk');
    await expect(loadChunk('the modal', load)).rejects.toMatchObject({ code: 'browser/load-failed' });
    expect(await loadChunk('the modal', load)).toBe('the chunk');
    expect(calls()).toBe(2);
  });

  it('does not fail other callers when one import fails', async () => {
    const { load } = importing({ error: new TypeError('offline') }, 'the chunk');
    const [first, second] = await Promise.allSettled([loadChunk('the modal', load), loadChunk('the modal', load)]);
    expect(first).toMatchObject({ status: 'rejected', reason: { code: 'browser/load-failed' } });
    expect(second).toEqual({ status: 'fulfilled', value: 'the chunk' });
  });

  it('continues for one caller when another one aborts', async () => {
    let finishLoad: (chunk: string) => void = () => undefined;
    const chunk = loadChunk(
      'the modal',
      () =>
        new Promise<string>((resolve) => {
          finishLoad = resolve;
        }),
    );
    const controller = new AbortController();
    const cancelled = abortable(chunk, controller.signal);
    const remaining = abortable(chunk, new AbortController().signal);
    controller.abort(new Error('gone away'));
    await expect(cancelled).rejects.toThrow('gone away');
    finishLoad('the chunk');
    expect(await remaining).toBe('the chunk');
  });
});
