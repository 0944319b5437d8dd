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
import { createLatchkey, type LatchkeyOptions } from '../../composition/create-latchkey.js';
import { createHostContainer } from '../../composition/host-container.js';
import { ModuleLoader } from '../../composition/module-loader.js';
import { defineDefaults, defineModule, many, TRANSIENT } from '../../composition/wire.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { mainnet } from '../../domain/network/networks/eip155.js';
import { polkadot } from '../../domain/network/networks/polkadot.js';

const NAME = token<string>('Name');
const LENGTH = token<number>('Length');
const THING = token<object>('Thing');
const PART = manyToken<object>('Part');
const PARTS = token<readonly object[]>('Parts');

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

  it('makes a singleton once, when it is needed, and a transient value each time', () => {
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

  it('gives a factory every value that modules bound, in their order, and none where none did', () => {
    const bind = (name: string) => defineModule((wire) => wire(PART, [], () => ({ name })));
    const all = defineModule((wire) => wire(PARTS, [many(PART)], (parts) => parts, TRANSIENT));
    expect(loaded(all).container.get(PARTS)).toEqual([]);
    const { container, loader } = loaded(all, bind('a'), bind('b'));
    expect(container.get(PARTS)).toEqual([{ name: 'a' }, { name: 'b' }]);
    loader.load(bind('c'));
    expect(container.get(PARTS)).toHaveLength(3);
  });

  it('keeps what was added to many after they were resolved: one of it, which is disposed of', () => {
    const disposed: object[] = [];
    const bind = () => defineModule((wire) => wire(PART, [], () => ({}), { dispose: (part) => disposed.push(part) }));
    const { container, loader } = loaded(bind());
    container.getAll(PART);
    loader.load(bind());
    const parts = container.getAll(PART);
    expect(container.getAll(PART).every((part, at) => part === parts[at])).toBe(true);
    loader.unload();
    expect(disposed).toEqual(parts);
  });

  it.each([
    ['an earlier module', (): Container => loaded(naming('first')).container],
    [
      'the container of the host',
      (): Container => {
        const container = create();
        container.bind(NAME).toConstantValue('first');
        return container;
      },
    ],
  ])('refuses a module that binds what %s binds, by name, and keeps nothing of it', (__, first) => {
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

  it('lets a plain module rebind what an earlier one bound, and takes that out with the rest', () => {
    const { container, loader } = loaded(naming('first'), new ContainerModule(({ rebind }) => void rebind(NAME).toConstantValue('second')));
    expect(container.get(NAME)).toBe('second');
    loader.unload();
    expect(container.isBound(NAME)).toBe(false);
  });

  it('keeps what is bound before defaults, and gives the rest', () => {
    const { container, loader } = loaded(naming('meant'));
    loader.loadDefaults(
      defineDefaults((wire) => {
        wire(NAME, [], () => 'default');
        wire(LENGTH, [NAME], (name) => name.length);
      }),
    );
    expect([container.get(NAME), container.get(LENGTH)]).toEqual(['meant', 5]);
  });

  it('disposes of singletons that were made, all of them although one fails, and does not hide the failure', () => {
    const later: (() => void)[] = [];
    vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((task) => void later.push(task));
    const disposed: string[] = [];
    const fail = (): never => {
      throw new Error('bug');
    };
    const { container, loader } = loaded(
      defineModule((wire) => {
        wire(THING, [], () => ({}), { dispose: fail });
        wire(NAME, [], () => 'made', { dispose: (name) => disposed.push(name) });
        wire(LENGTH, [], () => 1, { dispose: () => disposed.push('never made') });
      }),
    );
    container.get(THING);
    container.get(NAME);
    loader.unload();
    expect([disposed, container.isBound(NAME)]).toEqual([['made'], false]);
    expect(later[0]).toThrow('bug');
  });

  it('unloads every module although the deactivation of one fails, and throws that error', () => {
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

  it('asks a parent for what many bind, and leaves the parent what a module rebinds', () => {
    const parent = create();
    parent.bind(PART).toConstantValue({ name: 'parent' });
    parent.bind(NAME).toConstantValue('parent');
    const child = new Container({ parent });
    const loader = new ModuleLoader(child);
    loader.load(defineModule((wire) => wire(PARTS, [many(PART)], (parts) => parts)));
    loader.load(new ContainerModule(({ rebind }) => void rebind(NAME).toConstantValue('child')));
    expect([child.get(PARTS), child.get(NAME), parent.get(NAME)]).toEqual([[{ name: 'parent' }], 'child', 'parent']);
  });

  it('refuses a module that would bind later', () => {
    expect(() => loaded(defineModule(async (wire) => wire(NAME, [], () => 'late')))).toThrow('Unexpected asynchronous module load');
  });

  describe('a client in a container of the host', () => {
    const options = (container: Container) => ({ networks: [mainnet] as const, container });
    const chainModule = (chain: FakeChain) => defineModule((wire) => wire(CHAIN, [], () => chain, { dispose: (one) => one.dispose() }));

    it('leaves what the host bound, and takes out all of its own when it is disposed of', () => {
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

    it('decorates each chain in the order of the modules, the first innermost, also one that is added later', async () => {
      const asked: string[] = [];
      const decorator = (name: string) =>
        defineModule((wire) =>
          wire(CHAIN_DECORATOR, [], () => (chain) => {
            const connect: Chain['connect'] = (request, signal) => {
              asked.push(name);
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
      expect(asked).toEqual(['outer', 'inner', 'outer', 'inner']);
      latchkey.dispose();
    });

    it('adds and removes adapters while it runs, and disposes of them', async () => {
      const container = create();
      const polkadotChain = () => new FakeChain({ namespace: 'polkadot', wallets: [{ id: 'dot', chainId: polkadot.caipNetworkId ?? '' }] });
      const [evm, dot, next] = [new FakeChain(), polkadotChain(), polkadotChain()];
      const ends = [evm, dot, next].map((chain) => vi.spyOn(chain, 'dispose'));
      const isEnded = () => ends.map(({ mock }) => mock.calls.length > 0);
      const latchkey = createLatchkey({ ...options(container), modules: [chainModule(evm)] });
      latchkey.addAdapter(chainModule(dot), [polkadot]);
      expect(latchkey.getConnectors('polkadot').map(({ id }) => id)).toEqual(['dot']);
      latchkey.removeAdapter('polkadot');
      expect(isEnded()).toEqual([false, true, false]);
      latchkey.addAdapter(chainModule(next), [polkadot]);
      expect(latchkey.getConnectors('polkadot').map(({ id }) => id)).toEqual(['dot']);
      latchkey.dispose();
      expect(isEnded()).toEqual([true, true, true]);
    });

    it('notes the errors of a frozen use case of the host, and ends although what runs with it fails to', async () => {
      const error = new LatchkeyError('browser/clipboard-unavailable', {});
      const copyText: Public<CopyText> = Object.freeze({ execute: () => of({ status: 'error' as const, error }) });
      const container = create();
      container.bind(USE_CASES.copyText).toConstantValue(copyText);
      const running = defineModule((wire) =>
        wire(ON_START, [], () => () => () => {
          throw new Error('a bug of the host');
        }),
      );
      const latchkey = createLatchkey({ ...options(container), modules: [running] });
      latchkey.useCases.copyText.execute({ text: 'a' }).subscribe();
      expect(latchkey.getError()).toBe(error);
      expect(() => latchkey.dispose()).toThrow('a bug of the host');
      createLatchkey(options(container)).dispose();
    });

    it('refuses two adapters of one namespace', () => {
      const two = [chainModule(new FakeChain()), chainModule(new FakeChain())];
      expect(() => createLatchkey({ ...options(create()), modules: two })).toThrow('compose one adapter of eip155');
    });

    it('is refused beside another client, and keeps nothing of a call that failed', () => {
      const container = create();
      expect(() => createLatchkey({ ...options(container), modules: [naming('a'), naming('b')] })).toThrow('Name is bound already');
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

describe('a container of another version', () => {
  const nothing = (): void => undefined;
  // Version 6 has all of these; version 7 has `register` and no `loadAsync`.
  const methods = Object.fromEntries(['get', 'getAll', 'isBound', 'load', 'loadAsync', 'unload'].map((name) => [name, nothing]));

  it.each<unknown>([null, {}, methods, { ...methods, loadAsync: undefined, register: nothing }])('is refused (%j)', (container) => {
    // A page without types may pass anything.
    const create = (given: unknown) => createLatchkey(given as LatchkeyOptions);
    expect(thrownBy(() => create({ networks: [mainnet], container }))).toMatchObject({
      code: 'config/invalid-option',
      context: { field: 'container' },
    });
  });
});
