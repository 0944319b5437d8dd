import { Container, ContainerModule } from 'inversify';
import { of } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import type { CopyText } from '../../application/modal/copy-text.use-case.js';
import { FakeChain } from '../../application/ports/chain.fake.js';
import { CHAIN, type Chain } from '../../application/ports/chain.port.js';
import { FakeStorage } from '../../application/ports/storage.fake.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { CHAIN_DECORATOR } from '../../application/shared/chain-registry.js';
import { ON_START } from '../../application/shared/on-start.js';
import { manyToken, type Public, token } from '../../application/shared/token.js';
import { USE_CASES } from '../../application/use-cases.js';
import { createHostContainer } from '../../composition/create-container.js';
import { createLatchkey, type LatchkeyOptions } from '../../composition/create-latchkey.js';
import { ModuleLoader } from '../../composition/module-loader.js';
import { defineDefaults, defineModule, many, TRANSIENT } from '../../composition/wire.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { mainnet } from '../../domain/network/networks/eip155.js';
import { polkadot } from '../../domain/network/networks/polkadot.js';

const NAME = token<string>('Name');
const LENGTH = token<number>('Length');
const THING = token<object>('Thing');
const ITEM = manyToken<object>('Item');
const ITEMS = token<readonly object[]>('Items');

const naming = (name: string): ContainerModule => defineModule((wire) => wire(NAME, [], () => name));
const thrownBy = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return error;
  }
};

describe.each([
  ['createHostContainer()', createHostContainer],
  ['new Container()', () => new Container()],
])('composition in %s', (_, create) => {
  const loaded = (...modules: readonly ContainerModule[]) => {
    const container = create();
    const loader = new ModuleLoader(container);
    for (const module of modules) loader.load(module);
    return { container, loader };
  };

  it('creates a singleton once on first use, and a transient value each time', () => {
    let made = 0;
    const { container } = loaded(
      defineModule((wire) => {
        wire(THING, [], () => ({ made: ++made }));
        wire(NAME, [THING], () => `${++made}`, TRANSIENT);
      }),
    );
    expect(made).toBe(0);
    expect(container.get(THING)).toBe(container.get(THING));
    expect(container.get(NAME)).not.toBe(container.get(NAME));
  });

  it('injects all bindings of a token in module order, or an empty list', () => {
    const bind = (name: string) => defineModule((wire) => wire(ITEM, [], () => ({ name })));
    const consumer = defineModule((wire) => wire(ITEMS, [many(ITEM)], (items) => items, TRANSIENT));
    expect(loaded(consumer).container.get(ITEMS)).toEqual([]);
    const { container, loader } = loaded(consumer, bind('a'), bind('b'));
    expect(container.get(ITEMS)).toEqual([{ name: 'a' }, { name: 'b' }]);
    loader.load(bind('c'));
    expect(container.get(ITEMS)).toHaveLength(3);
  });

  it('keeps and disposes of bindings that were added to a resolved multi-binding token', () => {
    const disposed: object[] = [];
    const bind = () => defineModule((wire) => wire(ITEM, [], () => ({}), { dispose: (item) => disposed.push(item) }));
    const { container, loader } = loaded(bind());
    container.getAll(ITEM);
    loader.load(bind());
    const items = container.getAll(ITEM);
    expect(container.getAll(ITEM).every((item, index) => item === items[index])).toBe(true);
    loader.unload();
    expect(disposed).toEqual(items);
  });

  it.each([
    ['an earlier module', (): Container => loaded(naming('first')).container],
    [
      'the container of the app',
      (): Container => {
        const container = create();
        container.bind(NAME).toConstantValue('first');
        return container;
      },
    ],
  ])('rejects a module that binds a token that %s binds, and unloads the module', (__, first) => {
    const container = first();
    const second = new ContainerModule(({ bind }) => {
      bind(LENGTH).toConstantValue(1);
      bind(NAME).toConstantValue('second');
    });
    expect(thrownBy(() => new ModuleLoader(container).load(second))).toMatchObject({
      code: 'config/already-bound',
      context: { token: 'Name' },
    });
    expect([container.get(NAME), container.isBound(LENGTH)]).toEqual(['first', false]);
  });

  it('lets a plain module rebind a token, and unloads it', () => {
    const { container, loader } = loaded(naming('first'), new ContainerModule(({ rebind }) => void rebind(NAME).toConstantValue('second')));
    expect(container.get(NAME)).toBe('second');
    loader.unload();
    expect(container.isBound(NAME)).toBe(false);
  });

  it('applies defaults to unbound tokens only', () => {
    const { container, loader } = loaded(naming('bound'));
    loader.loadDefaults(
      defineDefaults((wire) => {
        wire(NAME, [], () => 'default');
        wire(LENGTH, [NAME], (name) => name.length);
      }),
    );
    expect([container.get(NAME), container.get(LENGTH)]).toEqual(['bound', 5]);
  });

  it('disposes of every created singleton even if one throws, and reports the error', () => {
    const microtasks: (() => void)[] = [];
    vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((task) => void microtasks.push(task));
    const disposed: string[] = [];
    const fail = (): never => {
      throw new Error('bug');
    };
    const { container, loader } = loaded(
      defineModule((wire) => {
        wire(THING, [], () => ({}), { dispose: fail });
        wire(NAME, [], () => 'created', { dispose: (name) => disposed.push(name) });
        wire(LENGTH, [], () => 1, { dispose: () => disposed.push('never created') });
      }),
    );
    container.get(THING);
    container.get(NAME);
    loader.unload();
    expect([disposed, container.isBound(NAME)]).toEqual([['created'], false]);
    expect(microtasks[0]).toThrow('bug');
  });

  it('unloads every module even if a deactivation fails, and throws the error', () => {
    const { container, loader } = loaded(
      new ContainerModule(({ bind }) => {
        bind(THING)
          .toConstantValue({})
          .onDeactivation(() => Promise.resolve());
      }),
      naming('other'),
    );
    container.get(THING);
    expect(() => loader.unload()).toThrow('asynchronous');
    expect(container.isBound(NAME)).toBe(false);
  });

  it('resolves multi-bindings of a parent, and does not change the parent on rebind', () => {
    const parent = create();
    parent.bind(ITEM).toConstantValue({ name: 'parent' });
    parent.bind(NAME).toConstantValue('parent');
    const child = new Container({ parent });
    const loader = new ModuleLoader(child);
    loader.load(defineModule((wire) => wire(ITEMS, [many(ITEM)], (items) => items)));
    loader.load(new ContainerModule(({ rebind }) => void rebind(NAME).toConstantValue('child')));
    expect([child.get(ITEMS), child.get(NAME), parent.get(NAME)]).toEqual([[{ name: 'parent' }], 'child', 'parent']);
  });

  it('rejects an asynchronous module', () => {
    expect(() => loaded(defineModule(async (wire) => wire(NAME, [], () => 'late')))).toThrow('Unexpected asynchronous module load');
  });

  describe('a client in a container of the app', () => {
    const options = (container: Container) => ({ networks: [mainnet] as const, container });
    const chainModule = (chain: FakeChain) =>
      defineModule((wire) => wire(CHAIN, [], () => chain, { dispose: (disposed) => disposed.dispose() }));

    it('keeps the bindings of the app and removes its own on dispose', () => {
      const container = create();
      const storage = new FakeStorage();
      container.bind(STORAGE).toConstantValue(storage);
      const before = new Set(Object.getOwnPropertySymbols(container));
      const latchkey = createLatchkey({ ...options(container), modules: [chainModule(new FakeChain())] });
      expect(container.get(STORAGE)).toBe(storage);
      latchkey.dispose();
      expect(container.get(STORAGE)).toBe(storage);
      expect(container.isBound(CHAIN)).toBe(false);
      expect(new Set(Object.getOwnPropertySymbols(container))).toEqual(before);
      createLatchkey({ ...options(container), modules: [chainModule(new FakeChain())] }).dispose();
    });

    it('decorates each chain in module order, the first innermost, including chains added later', async () => {
      const calls: string[] = [];
      const decorator = (name: string) =>
        defineModule((wire) =>
          wire(CHAIN_DECORATOR, [], () => (chain) => {
            const connect: Chain['connect'] = (request, signal) => {
              calls.push(name);
              return chain.connect(request, signal);
            };
            return Object.create(chain, { connect: { value: connect } });
          }),
        );
      const modules = [decorator('inner'), chainModule(new FakeChain()), decorator('outer')];
      const latchkey = createLatchkey({ ...options(create()), modules });
      latchkey.addAdapter(chainModule(new FakeChain({ namespace: 'polkadot', wallets: [{ id: 'dot' }] })), [polkadot]);
      await latchkey.connect({ namespace: 'eip155', connectorId: 'com.example.wallet' });
      await latchkey.connect({ namespace: 'polkadot', connectorId: 'dot' });
      expect(calls).toEqual(['outer', 'inner', 'outer', 'inner']);
      latchkey.dispose();
    });

    it('adds, removes and disposes of adapters at runtime', async () => {
      const container = create();
      const polkadotChain = () => new FakeChain({ namespace: 'polkadot', wallets: [{ id: 'dot', chainId: polkadot.caipNetworkId ?? '' }] });
      const [evm, dot, next] = [new FakeChain(), polkadotChain(), polkadotChain()];
      const disposals = [evm, dot, next].map((chain) => vi.spyOn(chain, 'dispose'));
      const areDisposed = () => disposals.map(({ mock }) => mock.calls.length > 0);
      const latchkey = createLatchkey({ ...options(container), modules: [chainModule(evm)] });
      latchkey.addAdapter(chainModule(dot), [polkadot]);
      expect(latchkey.getConnectors('polkadot').map(({ id }) => id)).toEqual(['dot']);
      latchkey.removeAdapter('polkadot');
      expect(areDisposed()).toEqual([false, true, false]);
      latchkey.addAdapter(chainModule(next), [polkadot]);
      expect(latchkey.getConnectors('polkadot').map(({ id }) => id)).toEqual(['dot']);
      latchkey.dispose();
      expect(areDisposed()).toEqual([true, true, true]);
    });

    it('records errors of a frozen use case of the app, and disposes even if an ON_START teardown throws', async () => {
      const error = new LatchkeyError('browser/clipboard-unavailable', {});
      const copyText: Public<CopyText> = Object.freeze({ execute: () => of({ status: 'error' as const, error }) });
      const container = create();
      container.bind(USE_CASES.copyText).toConstantValue(copyText);
      const running = defineModule((wire) =>
        wire(ON_START, [], () => () => () => {
          throw new Error('a bug of the app');
        }),
      );
      const latchkey = createLatchkey({ ...options(container), modules: [running] });
      latchkey.useCases.copyText.execute({ text: 'a' }).subscribe();
      expect(latchkey.getError()).toBe(error);
      expect(() => latchkey.dispose()).toThrow('a bug of the app');
      createLatchkey(options(container)).dispose();
    });

    it('rejects two adapters of one namespace', () => {
      const two = [chainModule(new FakeChain()), chainModule(new FakeChain())];
      expect(() => createLatchkey({ ...options(create()), modules: two })).toThrow('add only one adapter for eip155');
    });

    it('rejects a second client, and removes the bindings of a failed call', () => {
      const container = create();
      expect(() => createLatchkey({ ...options(container), modules: [naming('a'), naming('b')] })).toThrow('Name is already bound');
      expect(container.isBound(NAME)).toBe(false);
      const latchkey = createLatchkey(options(container));
      expect(thrownBy(() => createLatchkey(options(container)))).toMatchObject({
        code: 'config/invalid-option',
        context: { field: 'container' },
      });
      latchkey.dispose();
      createLatchkey(options(container)).dispose();
    });
  });
});

describe('a container of another Inversify version', () => {
  const noop = (): void => undefined;
  // Version 6 has all of these; version 7 has `register` and no `loadAsync`.
  const methods = Object.fromEntries(['get', 'getAll', 'isBound', 'load', 'loadAsync', 'unload'].map((name) => [name, noop]));

  it.each<unknown>([null, {}, methods, { ...methods, loadAsync: undefined, register: noop }])('is rejected (%j)', (container) => {
    // Untyped callers may pass anything.
    const create = (options: unknown) => createLatchkey(options as LatchkeyOptions);
    expect(thrownBy(() => create({ networks: [mainnet], container }))).toMatchObject({
      code: 'config/invalid-option',
      context: { field: 'container' },
    });
  });
});
