import { Container, ContainerModule } from 'inversify';
import { of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { type Token, token } from '../../../application/shared/token.js';
import { USE_CASES } from '../../../application/use-cases.js';
import { FEATURE, type Feature, FeatureLoader, lazyModule } from '../../../composition/lazy-module.js';
import type { AnyUseCase } from '../../../composition/lazy-use-case.js';
import { ModuleLoader } from '../../../composition/module-loader.js';
import { defineDefaults, TRANSIENT } from '../../../composition/wire.js';
import { record } from '../application/support/world.js';

const STORE = token<{ readonly name: string }>('Store');
const PENDING = { status: 'pending', step: 'working' };
const DONE = { status: 'success', data: 'done' };

/** A container with features whose code arrives by hand. */
const featured = (given: readonly Partial<Feature>[] = [{}], bindings: (container: Container) => void = () => undefined) => {
  const container = new Container();
  bindings(container);
  const loader = new ModuleLoader(container);
  const arrivals: { readonly arrive: () => void; readonly fail: (error: unknown) => void }[] = [];
  const made = defineDefaults((wire) => {
    wire(STORE, [], () => ({ name: 'loaded' }));
    // A stand-in for the use case: only its states are looked at.
    wire(USE_CASES.copyText as Token<AnyUseCase>, [STORE], () => ({ current: () => 'current', execute: () => of(DONE) }), TRANSIENT);
  });
  for (const feature of given)
    loader.load(
      lazyModule({
        ...{ name: 'send', label: 'the code of sending', useCases: { copyText: PENDING }, tokens: [STORE] },
        load: () => new Promise((resolve, fail) => arrivals.push({ arrive: () => resolve(made), fail })),
        ...feature,
      }),
    );
  const features = new FeatureLoader(container.getAll(FEATURE), container, loader);
  return { container, loader, features, arrivals };
};
const executed = (container: Container) => record<unknown>(container.get(USE_CASES.copyText).execute({ text: 'a' }));

describe('a feature that is loaded late', () => {
  it('has use cases that begin with their first state, and load it', async () => {
    const { container, features, arrivals } = featured();
    const seen = executed(container);
    expect(seen.values).toEqual([PENDING]);
    arrivals[0]?.arrive();
    await features.load('send');
    await Promise.resolve();
    expect([seen.values, arrivals.length]).toEqual([[PENDING, DONE], 1]);
    expect(executed(container).values).toEqual([DONE]);
  });

  it('says of its other tokens how to load them, until it is loaded', async () => {
    const { container, features, arrivals } = featured();
    expect(() => container.get(STORE)).toThrow("Store is not loaded yet: await latchkey.load('send') first");
    const store = features.resolve('send', STORE);
    arrivals[0]?.arrive();
    expect(await store).toEqual({ name: 'loaded' });
    expect(container.get(STORE)).toBe(await store);
  });

  it.each([
    ['before', (container: Container) => void container.bind(STORE).toConstantValue({ name: 'mine' }), () => undefined],
    ['while it is awaited', () => undefined, (container: Container) => void container.rebind(STORE).toConstantValue({ name: 'mine' })],
  ])('leaves what a host bound %s', async (_, before, after) => {
    const { container, features, arrivals } = featured([{}], before);
    after(container);
    const store = features.resolve('send', STORE);
    arrivals[0]?.arrive();
    expect(await store).toEqual({ name: 'mine' });
  });

  it('is loaded with what it builds on', async () => {
    const { features, arrivals } = featured([{}, { name: 'account', useCases: {}, tokens: [], needs: ['send'] }]);
    const loading = features.load('account');
    for (const { arrive } of arrivals) arrive();
    await loading;
    expect(arrivals).toHaveLength(2);
  });

  it('is fetched again by the next who asks where its code did not arrive', async () => {
    const { features, arrivals } = featured();
    const first = features.load('send');
    arrivals[0]?.fail(new TypeError('Failed to fetch'));
    await expect(first).rejects.toMatchObject({ code: 'browser/load-failed', context: { part: 'the code of sending' } });
    const second = features.load('send');
    arrivals[1]?.arrive();
    await second;
  });

  it('binds nothing where it arrives after the end, and is refused by name where there is no such feature', async () => {
    const { container, features, arrivals } = featured();
    const loading = features.load('send');
    features.dispose();
    arrivals[0]?.arrive();
    await expect(loading).rejects.toMatchObject({ code: 'config/disposed' });
    expect(() => container.get(STORE)).toThrow('not loaded');
    await expect(features.load('sned')).rejects.toMatchObject({ code: 'config/invalid-option', context: { field: 'feature' } });
  });

  it('keeps its first state and its error where its bindings throw, and is loaded by the next who asks', async () => {
    let isBroken = true;
    const module = new ContainerModule(({ bind }) => {
      if (isBroken) throw new RangeError('a bug');
      bind(STORE).toConstantValue({ name: 'mended' });
    });
    const { container, features } = featured([{ load: async () => module }]);
    await expect(features.load('send')).rejects.toThrow(RangeError);
    expect(() => container.get(STORE)).toThrow('not loaded');
    isBroken = false;
    expect(await features.resolve('send', STORE)).toEqual({ name: 'mended' });
  });

  it('gives the current value of a use case that nobody has executed once it is loaded', async () => {
    const { container, features, arrivals } = featured();
    const useCase = container.get(USE_CASES.copyText as Token<AnyUseCase>);
    const now = () => useCase.current?.(undefined as never);
    expect(now()).toBe(PENDING);
    const loading = features.load('send');
    arrivals[0]?.arrive();
    await loading;
    expect(now()).toBe('current');
  });

  it.each([
    ['of one name', [{}, {}], 'compose the feature send once'],
    ['that needs itself', [{ needs: ['account'] }, { name: 'account', useCases: {}, needs: ['send'] }], 'does not need itself'],
  ])('is refused where there are two %s', (_, given, message) => {
    expect(() => featured(given)).toThrow(message);
  });

  it('may be bound by a plain module', async () => {
    const plain = new ContainerModule(({ bind }) => void bind(STORE).toConstantValue({ name: 'plain' }));
    const { features } = featured([{ useCases: {}, load: async () => plain }]);
    expect(await features.resolve('send', STORE)).toEqual({ name: 'plain' });
  });
});
