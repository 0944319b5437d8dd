import { describe, expect, it, vi } from 'vitest';
import type { WatchConnectors } from '../../../application/connect/watch-connectors.use-case.js';
import { RECORD_STORE } from '../../../application/ports/record-store.port.js';
import { OPTIONS, OptionsStore } from '../../../application/shared/options.store.js';
import type { Token } from '../../../application/shared/token.js';
import { token } from '../../../application/shared/token.js';
import { USE_CASES } from '../../../application/use-cases.js';
import { createContainer, type Parts } from '../../../composition/container.js';
import { accountModule } from '../../../composition/modules/account.module.js';
import { connectModule } from '../../../composition/modules/connect.module.js';
import { directoryModule } from '../../../composition/modules/directory.module.js';
import { eip155 } from '../../../composition/modules/eip155.module.js';
import { modalModule } from '../../../composition/modules/modal.module.js';
import { pageModule } from '../../../composition/modules/page.module.js';
import { walletconnect } from '../../../composition/modules/walletconnect.module.js';
import { toContainerModule } from '../../../composition/to-container-module.js';
import { defineModule, type LatchkeyModule, many, type Wire } from '../../../composition/wire.js';
import { WALLET_CONNECT_CONNECTOR_ID } from '../../../domain/connection/connector.js';
import { mainnet } from '../../../domain/network/networks/eip155.js';
import { parseOptions } from '../../../domain/options/parse-options.js';
import { fakes } from './support/client.js';

const MODULES = {
  page: pageModule(),
  connect: connectModule(),
  account: accountModule(),
  modal: modalModule(),
  directory: directoryModule(),
  eip155: eip155(),
};
/** What is `null` until another module, or the host, has something to put there. */
const LEFT_OPEN: readonly Token<unknown>[] = [RECORD_STORE];
const options = defineModule((wire) => wire(OPTIONS, [], () => new OptionsStore(parseOptions({ networks: [mainnet] }))));

const containerOf = (...modules: readonly LatchkeyModule[]): Parts => {
  const container = createContainer();
  container.load(...modules.map(toContainerModule));
  return container;
};

/** What a module binds, in its order. */
const tokensOf = (module: LatchkeyModule): readonly Token<unknown>[] => {
  const tokens: Token<unknown>[] = [];
  const note: Wire = (target) => tokens.push(target);
  module.register(note);
  return tokens;
};
const rows = Object.entries(MODULES).flatMap(([name, module]) =>
  tokensOf(module).map((each) => ({ name, each, label: each.id.description })),
);

describe('the modules', () => {
  it.each(rows)('give a value for $label of the $name module, with their own parts and with fakes', ({ each }) => {
    const own = containerOf(options, ...Object.values(MODULES));
    const faked = containerOf(options, ...Object.values(MODULES), fakes().module);
    for (const container of [own, faked]) {
      const values = container.getAll(each.id);
      expect(values.length).toBeGreaterThan(0);
      for (const value of values) expect(value).toBeTypeOf(typeof value === 'function' ? 'function' : 'object');
      if (!LEFT_OPEN.includes(each)) expect(values).not.toContain(null);
    }
  });

  it('bind every use case', () => {
    const bound = new Set(rows.map(({ each }) => each));
    expect(Object.entries(USE_CASES).filter(([, useCase]) => !bound.has(useCase))).toEqual([]);
  });

  it('reach wallets elsewhere only where the host composes them: then each chain that can has a connector more', () => {
    const idsOf = (...modules: readonly LatchkeyModule[]): readonly string[] => {
      const container = containerOf(options, ...Object.values(MODULES), ...modules);
      return container
        .get<WatchConnectors>(USE_CASES.watchConnectors.id)
        .current()
        .map(({ id }) => id);
    };
    expect(idsOf()).not.toContain(WALLET_CONNECT_CONNECTOR_ID);
    expect(idsOf(walletconnect()).filter((id) => id === WALLET_CONNECT_CONNECTOR_ID)).toHaveLength(1);
  });

  it('bind a token once, unless it may be bound by many', () => {
    const labels = rows.map(({ label }) => label);
    expect(labels).toHaveLength(new Set(labels).size);
  });

  it('keep one of each store and port, and make use cases anew', () => {
    const container = containerOf(options, ...Object.values(MODULES), fakes().module);
    const isUseCase = (each: Token<unknown>): boolean => Object.values<Token<unknown>>(USE_CASES).includes(each);
    for (const { each, label } of rows.filter(({ name }) => name !== 'eip155')) {
      const [first, second] = [container.get(each.id), container.get(each.id)];
      expect([label, first === second]).toEqual([label, !isUseCase(each)]);
    }
  });
});

describe('wire', () => {
  const NAME = token<string>('Name');
  const LENGTH = token<number>('Length');
  const NAMES = token<readonly string[]>('Names');

  it('gives a factory what it depends on', () => {
    const container = containerOf(
      defineModule((wire) => {
        wire(LENGTH, [NAME], (name) => name.length);
        wire(NAME, [], () => 'four');
      }),
    );
    expect(container.get(LENGTH.id)).toBe(4);
  });

  it('lets a later module replace what an earlier one bound', () => {
    const bind = (name: string) => defineModule((wire) => wire(NAME, [], () => name));
    expect(containerOf(bind('first'), bind('second')).getAll(NAME.id)).toEqual(['second']);
  });

  it('adds to the bindings of a token that many bind, and gives an empty list where none does', () => {
    const all = defineModule((wire) => wire(NAMES, [many(NAME)], (names) => names));
    const bind = (name: string) => defineModule((wire) => wire(NAME, [], () => name, { each: true }));
    expect(containerOf(all, bind('a'), bind('b')).get(NAMES.id)).toEqual(['a', 'b']);
    expect(containerOf(all).get(NAMES.id)).toEqual([]);
  });

  it('disposes of singletons that were made, and of no other', () => {
    const ended: string[] = [];
    const container = containerOf(
      defineModule((wire) => {
        wire(NAME, [], () => 'used', { dispose: (name) => ended.push(name) });
        wire(LENGTH, [], () => 1, { dispose: () => ended.push('unused') });
      }),
    );
    container.get(NAME.id);
    container.unbindAll();
    expect(ended).toEqual(['used']);
  });

  it('disposes of all the others when one fails, and does not hide the failure', () => {
    const later: (() => void)[] = [];
    vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((task) => void later.push(task));
    const ended: string[] = [];
    const container = containerOf(
      defineModule((wire) => {
        const fail = (): never => {
          throw new Error('bug');
        };
        wire(NAME, [], () => 'first', { dispose: fail });
        wire(LENGTH, [], () => 1, { dispose: () => ended.push('second') });
      }),
    );
    container.get(NAME.id);
    container.get(LENGTH.id);
    container.unbindAll();
    expect(ended).toEqual(['second']);
    expect(later).toHaveLength(1);
    expect(later[0]).toThrow('bug');
  });
});
