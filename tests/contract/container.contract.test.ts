import { beforeAll, describe, expect, it, vi } from 'vitest';
import { token } from '../../application/shared/token.js';
import type { Parts } from '../../composition/container.js';
import { defineModule, type LatchkeyModule, many, TRANSIENT } from '../../composition/wire.js';
import { type Containers, originalContainers, publishedContainers } from './support/containers.js';

const NAME = token<string>('Name');
const LENGTH = token<number>('Length');
const THING = token<object>('Thing');
const ALL = token<readonly string[]>('All');

const naming = (name: string): LatchkeyModule => defineModule((wire) => wire(NAME, [], () => name));

describe.each([
  ['Inversify', originalContainers],
  ['the published file of Inversify', publishedContainers],
])('composition, on %s,', (_, load) => {
  let containers: Containers;
  beforeAll(async () => {
    containers = await load();
  });
  const containerOf = (...modules: readonly LatchkeyModule[]): Parts => {
    const container = containers.createContainer();
    container.load(...modules.map(containers.toContainerModule));
    return container;
  };

  it('makes a singleton once, when it is needed', () => {
    let made = 0;
    const container = containerOf(
      defineModule((wire) => {
        wire(THING, [], () => {
          made += 1;
          return {};
        });
        wire(ALL, [THING, THING], (one, other) => [String(one === other)]);
      }),
    );
    expect(made).toBe(0);
    expect(container.get(THING.id)).toBe(container.get(THING.id));
    expect(container.get(ALL.id)).toEqual(['true']);
    expect(made).toBe(1);
  });

  it('makes a transient value each time', () => {
    const container = containerOf(
      defineModule((wire) => {
        wire(THING, [], () => ({}), TRANSIENT);
        wire(ALL, [THING, THING], (one, other) => [String(one === other)]);
      }),
    );
    expect(container.get(THING.id)).not.toBe(container.get(THING.id));
    expect(container.get(ALL.id)).toEqual(['false']);
  });

  it.each([0, 1, 2, 3, 4, 5, 12])('gives a factory %i values, in their order', (count) => {
    const tokens = Array.from({ length: count }, (__, index) => token<number>(`Number ${index}`));
    const container = containerOf(
      defineModule((wire) => {
        for (const [index, each] of tokens.entries()) wire(each, [], () => index);
        wire(ALL, tokens, (...values: readonly number[]) => values.map(String));
      }),
    );
    expect(container.get(ALL.id)).toEqual(tokens.map((__, index) => String(index)));
  });

  it('gives every value of a token, in the order of the modules, and none where none is bound', () => {
    const bind = (name: string) => defineModule((wire) => wire(NAME, [], () => name, { each: true }));
    const all = defineModule((wire) => wire(ALL, [many(NAME)], (names) => names, TRANSIENT));
    const container = containerOf(all, bind('a'), bind('b'));
    expect(container.get(ALL.id)).toEqual(['a', 'b']);
    expect(container.getAll(NAME.id)).toEqual(['a', 'b']);
    container.load(containers.toContainerModule(bind('c')));
    expect(container.get(ALL.id)).toEqual(['a', 'b', 'c']);
    expect(containerOf(all).get(ALL.id)).toEqual([]);
    expect(containerOf(all).getAll(NAME.id)).toEqual([]);
  });

  it('makes a value that is added to many once, also where they were read before, and ends it', () => {
    const ended: object[] = [];
    const bind = () => defineModule((wire) => wire(THING, [], () => ({}), { each: true, dispose: (thing) => ended.push(thing) }));
    const container = containerOf(bind());
    container.getAll(THING.id);
    container.load(containers.toContainerModule(bind()));
    const things = container.getAll(THING.id);
    expect(container.getAll(THING.id).every((thing, at) => thing === things[at])).toBe(true);
    container.unbindAll();
    expect(ended).toEqual(things);
  });

  it('lets a later module replace a value that was in use, and ends what it replaces', () => {
    const ended: string[] = [];
    const container = containerOf(
      defineModule((wire) => {
        wire(NAME, [], () => 'first', { dispose: (name) => ended.push(name) });
        wire(LENGTH, [NAME], (name) => name.length, TRANSIENT);
      }),
    );
    expect(container.get(LENGTH.id)).toBe(5);
    container.load(containers.toContainerModule(naming('the second')));
    expect(ended).toEqual(['first']);
    expect(container.get(LENGTH.id)).toBe(10);
    expect(container.get(NAME.id)).toBe('the second');
  });

  it('keeps a singleton that was made of what is replaced later', () => {
    const container = containerOf(
      naming('first'),
      defineModule((wire) => wire(LENGTH, [NAME], (name) => name.length)),
    );
    expect(container.get(LENGTH.id)).toBe(5);
    container.load(containers.toContainerModule(naming('the second')));
    expect(container.get(LENGTH.id)).toBe(5);
  });

  it('has a late module bind what is missing, and replace nothing', () => {
    const container = containerOf(naming('meant'));
    container.load(
      containers.toLateModule(
        defineModule((wire) => {
          wire(NAME, [], () => 'late');
          wire(LENGTH, [NAME], (name) => name.length);
        }),
      ),
    );
    expect(container.get(NAME.id)).toBe('meant');
    expect(container.get(LENGTH.id)).toBe(5);
  });

  it('takes out a module: ends what was made of it, and leaves the others', () => {
    const ended: string[] = [];
    const note = { dispose: (name: string) => ended.push(name) };
    const container = containerOf(defineModule((wire) => wire(NAME, [], () => 'stays', { each: true, ...note })));
    const goes = containers.toContainerModule(
      defineModule((wire) => {
        wire(NAME, [], () => 'goes', { each: true, ...note });
        wire(LENGTH, [], () => 1);
      }),
    );
    container.load(goes);
    expect(container.getAll(NAME.id)).toEqual(['stays', 'goes']);
    expect(container.isBound(LENGTH.id)).toBe(true);
    container.unload(goes);
    expect(ended).toEqual(['goes']);
    expect(container.getAll(NAME.id)).toEqual(['stays']);
    expect(container.isBound(LENGTH.id)).toBe(false);
  });

  it('ends the singletons that were made, all of them although one fails, and is empty then', () => {
    const later: (() => void)[] = [];
    vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((task) => void later.push(task));
    const ended: string[] = [];
    const fail = (): never => {
      throw new Error('bug');
    };
    const container = containerOf(
      defineModule((wire) => {
        wire(THING, [], () => ({}), { dispose: fail });
        wire(NAME, [], () => 'made', { dispose: (name) => ended.push(name) });
        wire(LENGTH, [], () => 1, { dispose: () => ended.push('never made') });
      }),
    );
    container.get(THING.id);
    container.get(NAME.id);
    container.unbindAll();
    expect(ended).toEqual(['made']);
    expect(later).toHaveLength(1);
    expect(later[0]).toThrow('bug');
    expect(container.isBound(NAME.id)).toBe(false);
    expect(() => container.get(NAME.id)).toThrow('No bindings found');
    container.unbindAll();
    expect(ended).toEqual(['made']);
  });

  it('says what is missing, and for whom', () => {
    const container = containerOf(defineModule((wire) => wire(LENGTH, [NAME], (name) => name.length)));
    expect(() => container.get(LENGTH.id)).toThrow(
      'No bindings found for service: "Symbol(Name)".\n\nTrying to resolve bindings for "Symbol(Length)".',
    );
    expect(() => container.get(NAME.id)).toThrow('Trying to resolve bindings for "Symbol(Name) (Root service)".');
    container.load(containers.toContainerModule(naming('there')));
    expect(container.get(LENGTH.id)).toBe(5);
  });

  it('says that there are too many', () => {
    const bind = (name: string) => defineModule((wire) => wire(NAME, [], () => name, { each: true }));
    const container = containerOf(bind('a'), bind('b'));
    expect(() => container.get(NAME.id)).toThrow(
      'Ambiguous bindings found for service: "Symbol(Name)".\n\nRegistered bindings:\n\n[ type: "ResolvedValue", serviceIdentifier: "Symbol(Name)", scope: "Singleton" ]\n',
    );
  });

  it('says who needs each other, also when the circle is closed later', () => {
    const circle = defineModule((wire) => {
      wire(NAME, [LENGTH], String);
      wire(LENGTH, [NAME], (name) => name.length);
    });
    expect(() => containerOf(circle).get(NAME.id)).toThrow('Circular dependency found: Symbol(Name) -> Symbol(Length) -> Symbol(Name)');
    const container = containerOf(
      naming('open'),
      defineModule((wire) => wire(LENGTH, [NAME], (name) => name.length, TRANSIENT)),
    );
    expect(container.get(LENGTH.id)).toBe(4);
    container.load(containers.toContainerModule(defineModule((wire) => wire(NAME, [LENGTH], String))));
    expect(() => container.get(LENGTH.id)).toThrow(/Circular dependency found: Symbol\((Name|Length)\) -> /);
  });

  it('says that a value is a promise, which nothing can be made of', () => {
    const container = containerOf(defineModule((wire) => wire(token<Promise<string>>('Promised'), [], () => Promise.resolve(''))));
    const PROMISED = token<Promise<string>>('Promised');
    container.load(containers.toContainerModule(defineModule((wire) => wire(PROMISED, [], async () => 'later'))));
    expect(() => container.get(PROMISED.id)).toThrow('Unexpected asynchronous service when resolving service "Symbol(Promised)"');
  });

  it('refuses a module that would bind later', () => {
    const later = defineModule(async (wire) => wire(NAME, [], () => 'late'));
    expect(() => containerOf(later)).toThrow('Unexpected asynchronous module load');
  });

  it('finds a service that two others need, which is no circle', () => {
    const container = containerOf(
      naming('shared'),
      defineModule((wire) => {
        wire(LENGTH, [NAME], (name) => name.length, TRANSIENT);
        wire(ALL, [NAME, LENGTH, NAME, LENGTH], (...values) => values.map(String), TRANSIENT);
      }),
    );
    expect(container.get(ALL.id)).toEqual(['shared', '6', 'shared', '6']);
  });

  it('passes on what a factory throws, and asks it again', () => {
    let isBroken = true;
    const container = containerOf(
      defineModule((wire) => {
        wire(NAME, [], () => {
          if (isBroken) throw new RangeError('not now');
          return 'now';
        });
        wire(LENGTH, [NAME], (name) => name.length);
      }),
    );
    expect(() => container.get(LENGTH.id)).toThrow(RangeError);
    isBroken = false;
    expect(container.get(LENGTH.id)).toBe(3);
  });

  it('lets a factory read the container and bind in it', () => {
    const container = containerOf(
      defineModule((wire) => {
        wire(LENGTH, [], () => {
          container.load(containers.toLateModule(naming('late')));
          return container.get<string>(NAME.id).length;
        });
      }),
    );
    expect(container.get(LENGTH.id)).toBe(4);
  });

  it('keeps containers apart that are made of the same modules', () => {
    const module = defineModule((wire) => wire(THING, [], () => ({})));
    expect(containerOf(module).get(THING.id)).not.toBe(containerOf(module).get(THING.id));
  });
});
