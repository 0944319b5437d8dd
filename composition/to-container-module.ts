import { ContainerModule, type ContainerModuleLoadOptions } from 'inversify';
import type { LoadableModule } from './container.js';
import type { LatchkeyModule, Wire } from './wire.js';

/** The wire of a container. */
const wireWith =
  ({ bind, rebind, isBound }: ContainerModuleLoadOptions, isLate: boolean): Wire =>
  (target, dependencies, factory, { scope = 'singleton', each = false, dispose } = {}) => {
    if (isLate && isBound(target.id)) return;
    const binding = !each && isBound(target.id) ? rebind(target.id) : bind(target.id);
    const needs = dependencies.map((dependency) =>
      'many' in dependency ? { serviceIdentifier: dependency.many.id, isMultiple: true as const, optional: true as const } : dependency.id,
    );
    // Inversify's own types know symbols, and what it made, as `unknown`; the tokens carry the types, checked by the signature of `Wire`.
    const bound = binding.toResolvedValue(factory as (...values: unknown[]) => unknown, needs as symbol[]);
    if (scope === 'transient') bound.inTransientScope();
    else if (dispose === undefined) bound.inSingletonScope();
    else bound.inSingletonScope().onDeactivation((value) => end(() => dispose(value as Parameters<typeof dispose>[0])));
  };

/** Ends one part. What it gives back is nothing to the container, and its failure does not keep the others from ending. */
const end = (dispose: () => void): void => {
  try {
    dispose();
  } catch (defect) {
    queueMicrotask(() => {
      throw defect;
    });
  }
};

/** A module as Inversify loads it. Stands apart from `wire.ts`, so that no type of the container reaches a host's types. */
export const toContainerModule = ({ register }: LatchkeyModule): LoadableModule =>
  new ContainerModule((options) => register(wireWith(options, false)));

/** A module that comes while the client runs. It replaces nothing: what is bound by then was meant to stay. */
export const toLateModule = ({ register }: LatchkeyModule): LoadableModule =>
  new ContainerModule((options) => register(wireWith(options, true)));
