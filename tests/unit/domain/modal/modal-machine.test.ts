import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NAMESPACES } from '../../../../domain/caip/namespace.js';
import {
  INITIAL_MODAL,
  isLoading,
  type ModalEvent,
  type ModalState,
  reduceModal,
  SHAKE_MS,
} from '../../../../domain/modal/modal-machine.js';
import { itHolds } from '../properties.js';

const run = (...events: readonly ModalEvent[]): ModalState => events.reduce(reduceModal, INITIAL_MODAL);

const namespace = fc.constantFrom(null, ...NAMESPACES);
const event: fc.Arbitrary<ModalEvent> = fc.oneof(
  fc.record({ type: fc.constant('open-requested'), namespace }),
  fc.record({ type: fc.constant('opened'), namespace }),
  fc.record({ type: fc.constant('closed') }),
  fc.record({ type: fc.constant('loading-changed'), loading: fc.boolean(), namespace }),
  fc.record({ type: fc.constant('shaken') }),
  fc.record({ type: fc.constant('shake-ended') }),
) as fc.Arbitrary<ModalEvent>;

describe('modal', () => {
  it('sets loading when opening is requested, and opens', () => {
    expect(run({ type: 'open-requested', namespace: null })).toMatchObject({ loading: true, open: false });
    expect(run({ type: 'opened', namespace: null })).toMatchObject({ loading: true, open: true, namespace: null });
  });

  it('sets loading only of the namespace it is opened for', () => {
    const state = run({ type: 'opened', namespace: 'solana' });
    expect(state).toMatchObject({ loading: false, open: true, namespace: 'solana', loadingByNamespace: { solana: true } });
    expect([isLoading(state), isLoading(state, 'solana'), isLoading(state, 'eip155')]).toEqual([true, true, false]);
  });

  it('resets loading when it closes', () => {
    const state = run(
      { type: 'opened', namespace: 'eip155' },
      { type: 'loading-changed', loading: true, namespace: null },
      { type: 'loading-changed', loading: true, namespace: 'solana' },
      { type: 'shaken' },
      { type: 'closed' },
    );
    expect(state).toEqual(INITIAL_MODAL);
  });

  it('tracks loading per namespace', () => {
    const state = run(
      { type: 'loading-changed', loading: true, namespace: 'eip155' },
      { type: 'loading-changed', loading: true, namespace: 'solana' },
      { type: 'loading-changed', loading: false, namespace: 'eip155' },
    );
    expect(state.loadingByNamespace).toEqual({ solana: true });
  });

  it('shakes for 500 ms, ignores a second shake meanwhile, and does not shake while closed', () => {
    expect(SHAKE_MS).toBe(500);
    const shaking = run({ type: 'opened', namespace: null }, { type: 'shaken' });
    expect(shaking.shake).toBe(true);
    expect(reduceModal(shaking, { type: 'shaken' })).toBe(shaking);
    expect(reduceModal(shaking, { type: 'shake-ended' }).shake).toBe(false);
    expect(run({ type: 'shaken' })).toBe(INITIAL_MODAL);
  });

  itHolds('never shakes while closed, and is busy only with what was set', fc.array(event), (events) => {
    const state = run(...events);
    expect(state.shake && !state.open).toBe(false);
    expect(reduceModal(state, { type: 'closed' })).toEqual(INITIAL_MODAL);
    expect(isLoading(state)).toBe(state.loading || Object.values(state.loadingByNamespace).some(Boolean));
  });

  itHolds('returns the same state if nothing changes', fc.array(event), event, (events, last) => {
    const before = run(...events);
    const after = reduceModal(before, last);
    if (JSON.stringify(before) === JSON.stringify(after) && last.type !== 'open-requested' && last.type !== 'opened')
      expect(after).toBe(before);
  });
});
