import { Container, ContainerModule } from 'inversify';
import { of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../application/ports/clock.fake.js';
import { CLOCK } from '../../../application/ports/clock.port.js';
import { type Token, token } from '../../../application/shared/token.js';
import { USE_CASES } from '../../../application/use-cases.js';
import { FEATURE, type Feature, FeatureLoader, lazyModule } from '../../../composition/lazy-module.js';
import type { AnyUseCase } from '../../../composition/lazy-use-case.js';
import { ModuleLoader } from '../../../composition/module-loader.js';
import { defineDefaults, TRANSIENT } from '../../../composition/wire.js';
import { record } from '../application/support/client-fixture.js';

const STORE = token<{ readonly name: string }>('Store');
const PENDING = { status: 'pending', step: 'working' };
const DONE = { status: 'success', data: 'done' };

/** A container with features whose loading the test completes. */
const containerWith = (given: readonly Partial<Feature>[] = [{}], bindings: (container: Container) => void = () => undefined) => {
  const container = new Container();
  container.bind(CLOCK).toConstantValue(new FakeClock());
  bindings(container);
  const loader = new ModuleLoader(container);
  const loads: { readonly complete: () => void; readonly fail: (error: unknown) => void }[] = [];
  const module = defineDefaults((wire) => {
    wire(STORE, [], () => ({ name: 'loaded' }));
    // Only the states of the use case matter here.
    wire(USE_CASES.copyText as Token<AnyUseCase>, [STORE], () => ({ current: () => 'current', execute: () => of(DONE) }), TRANSIENT);
  });
  for (const feature of given)
    loader.load(
      lazyModule({
        ...{ name: 'send', label: 'the send module', useCases: { copyText: PENDING }, tokens: [STORE] },
        load: () => new Promise((resolve, fail) => loads.push({ complete: () => resolve(module), fail })),
        ...feature,
      }),
    );
  const features = new FeatureLoader(container.getAll(FEATURE), container, loader);
  return { container, loader, features, loads };
};
const executed = (container: Container) => record<unknown>(container.get(USE_CASES.copyText).execute({ text: 'a' }));

describe('lazyModule', () => {
  it('emits the initial state of a use case and loads the feature', async () => {
    const { container, features, loads } = containerWith();
    const seen = executed(container);
    expect(seen.values).toEqual([PENDING]);
    loads[0]?.complete();
    await features.load('send');
    await Promise.resolve();
    expect([seen.values, loads.length]).toEqual([[PENDING, DONE], 1]);
    expect(executed(container).values).toEqual([DONE]);
  });

  it('throws for other tokens until the feature is loaded', async () => {
    const { container, features, loads } = containerWith();
    expect(() => container.get(STORE)).toThrow("Store is not loaded yet: await latchkey.load('send') first");
    const store = features.resolve('send', STORE);
    loads[0]?.complete();
    expect(await store).toEqual({ name: 'loaded' });
    expect(container.get(STORE)).toBe(await store);
  });

  it.each([
    ['before', (container: Container) => void container.bind(STORE).toConstantValue({ name: 'mine' }), () => undefined],
    ['while the feature loads', () => undefined, (container: Container) => void container.rebind(STORE).toConstantValue({ name: 'mine' })],
  ])('keeps a binding that the app made %s', async (_, before, after) => {
    const { container, features, loads } = containerWith([{}], before);
    after(container);
    const store = features.resolve('send', STORE);
    loads[0]?.complete();
    expect(await store).toEqual({ name: 'mine' });
  });

  it('loads the features that it depends on', async () => {
    const { features, loads } = containerWith([{}, { name: 'account', useCases: {}, tokens: [], needs: ['send'] }]);
    const loading = features.load('account');
    for (const { complete } of loads) complete();
    await loading;
    expect(loads).toHaveLength(2);
  });

  it('retries a failed load on the next call', async () => {
    const { features, loads } = containerWith();
    const first = features.load('send');
    loads[0]?.fail(new TypeError('Failed to fetch'));
    await expect(first).rejects.toMatchObject({ code: 'browser/load-failed', context: { module: 'the send module' } });
    const second = features.load('send');
    loads[1]?.complete();
    await second;
  });

  it('binds nothing after dispose, and rejects unknown features', async () => {
    const { container, features, loads } = containerWith();
    const loading = features.load('send');
    features.dispose();
    loads[0]?.complete();
    await expect(loading).rejects.toMatchObject({ code: 'config/disposed' });
    expect(() => container.get(STORE)).toThrow('not loaded');
    await expect(features.load('sned')).rejects.toMatchObject({ code: 'config/invalid-option', context: { field: 'feature' } });
  });

  it('restores its placeholders if its bindings throw, and loads on the next call', async () => {
    let isBroken = true;
    const module = new ContainerModule(({ bind }) => {
      if (isBroken) throw new RangeError('a bug');
      bind(STORE).toConstantValue({ name: 'fixed' });
    });
    const { container, features } = containerWith([{ load: async () => module }]);
    await expect(features.load('send')).rejects.toThrow(RangeError);
    expect(() => container.get(STORE)).toThrow('not loaded');
    isBroken = false;
    expect(await features.resolve('send', STORE)).toEqual({ name: 'fixed' });
  });

  it('returns the current value of a use case that was not executed', async () => {
    const { container, features, loads } = containerWith();
    const useCase = container.get(USE_CASES.copyText as Token<AnyUseCase>);
    const current = () => useCase.current?.(undefined as never);
    expect(current()).toBe(PENDING);
    const loading = features.load('send');
    loads[0]?.complete();
    await loading;
    expect(current()).toBe('current');
  });

  it.each([
    ['duplicate feature names', [{}, {}], 'register the feature send only once'],
    [
      'circular dependencies',
      [{ needs: ['account'] }, { name: 'account', useCases: {}, needs: ['send'] }],
      'remove the circular dependency',
    ],
  ])('rejects %s', (_, given, message) => {
    expect(() => containerWith(given)).toThrow(message);
  });

  it('accepts a plain ContainerModule', async () => {
    const plain = new ContainerModule(({ bind }) => void bind(STORE).toConstantValue({ name: 'plain' }));
    const { features } = containerWith([{ useCases: {}, load: async () => plain }]);
    expect(await features.resolve('send', STORE)).toEqual({ name: 'plain' });
  });
});
