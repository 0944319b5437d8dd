import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Token, token } from '../../application/shared/token.js';
import type { LoadableModule } from '../../composition/container.js';
import { defineModule, many, TRANSIENT } from '../../composition/wire.js';
import { type Containers, originalContainers, publishedContainers } from './support/containers.js';

/**
 * Five tokens, each of which may need those before it: every other one is bound by many. All are bound from the beginning, so that
 * nothing is ever missing, ambiguous or a circle: Inversify says so while it binds, where it has a plan, and the published file when
 * the value is read.
 */
const TOKENS = Array.from({ length: 5 }, (_, rank): Token<string> => token(`T${rank}`));
/** Stands behind them for the compiler: every rank has a token. */
const NAME = token<string>('Name');
const isMany = (rank: number): boolean => rank % 2 === 1;

/** One thing that composition may do with a container. */
interface Step {
  readonly kind: 'load' | 'late' | 'unload' | 'unbind' | 'read' | 'readAll' | 'isBound';
  readonly rank: number;
  readonly needs: readonly number[];
  readonly isTransient: boolean;
}

const rank = fc.nat({ max: TOKENS.length - 1 });
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('load', 'load', 'load', 'late', 'unload', 'unbind', 'read', 'read', 'read', 'readAll', 'isBound'),
  rank,
  needs: fc.array(rank, { maxLength: 4 }),
  isTransient: fc.boolean(),
});

/** Does the steps and tells all that happened: what was made of what, what ended, what was answered. */
const traceOf = ({ createContainer, toContainerModule, toLateModule }: Containers, steps: readonly Step[]): readonly string[] => {
  const trace: string[] = [];
  const container = createContainer();
  const begin = (): void =>
    container.load(
      toContainerModule(
        defineModule((wire) => {
          for (const each of TOKENS) wire(each, [], () => 'first', { dispose: () => trace.push(`end first ${each.id.description}`) });
        }),
      ),
    );
  begin();
  const loaded: LoadableModule[] = [];
  const show = (value: unknown): string => (Array.isArray(value) ? `[${value.join()}]` : String(value));
  for (const [number, { kind, rank: own, needs, isTransient }] of steps.entries()) {
    const target = TOKENS[own] ?? NAME;
    const dependencies = needs
      .filter((need) => need < own)
      .map((need) => (isMany(need) ? many(TOKENS[need] ?? NAME) : (TOKENS[need] ?? NAME)));
    const module = defineModule((wire) => {
      const make = (...values: readonly unknown[]): string => {
        trace.push(`make ${number}(${values.map(show).join()})`);
        return `${number}`;
      };
      const each = isMany(own);
      // Inversify makes a singleton of what is added transient to many that were read before: composition has no such thing.
      wire(target, dependencies, make, isTransient && !each ? TRANSIENT : { each, dispose: (value) => trace.push(`end ${value}`) });
    });
    const doing = {
      load: () => {
        const each = toContainerModule(module);
        loaded.push(each);
        container.load(each);
      },
      late: () => container.load(toLateModule(module)),
      unload: () => container.unload(...loaded.splice(own % Math.max(1, loaded.length), 1)),
      unbind: () => {
        container.unbindAll();
        loaded.splice(0);
        begin();
      },
      read: () => (isMany(own) ? container.getAll(target.id) : container.get(target.id)),
      // Inversify makes a singleton of what replaces a value transient that was read as many before: composition never reads it so.
      readAll: () => (isMany(own) ? container.getAll(target.id) : undefined),
      isBound: () => container.isBound(target.id),
    } satisfies Record<Step['kind'], () => unknown>;
    trace.push(`${kind} ${show(doing[kind]())}`);
  }
  return trace;
};

describe('the published file of Inversify', () => {
  it('does in any order of steps what Inversify does', async () => {
    const [original, published] = await Promise.all([originalContainers(), publishedContainers()]);
    fc.assert(
      fc.property(fc.array(step, { minLength: 4, maxLength: 40 }), (steps) => {
        expect(traceOf(published, steps)).toEqual(traceOf(original, steps));
      }),
      { numRuns: 500 },
    );
  });
});
