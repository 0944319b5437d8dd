import { describe, expect, it } from 'vitest';
import type { RouterEvent } from '../../../../domain/router/router-machine.js';
import { view } from '../../../../domain/router/views.js';
import { record, type World, world } from '../support/world.js';

const start = ({ useCases }: World, event: RouterEvent) => record(useCases.navigateModal.execute(event));
const open = (): World => {
  const here = world();
  here.modal.open(view('Connect'), null);
  return here;
};

describe('NavigateModal', () => {
  it('does nothing before somebody subscribes', () => {
    const here = open();
    here.useCases.navigateModal.execute({ type: 'push', view: view('Networks') });
    expect(here.modal.snapshot.view.name).toBe('Connect');
  });

  it('moves at once and gives the view on screen', () => {
    const here = open();
    expect(start(here, { type: 'push', view: view('Networks') })).toMatchObject({
      values: [
        { status: 'pending', step: 'working' },
        { status: 'success', result: view('Networks') },
      ],
      end: 'complete',
    });
    expect(here.modal.snapshot.canGoBack).toBe(true);
    expect(start(here, { type: 'go-back' }).values.at(-1)).toEqual({ status: 'success', result: view('Connect') });
    expect(here.modal.snapshot.modal.open).toBe(true);
  });

  it('closes where there is no way back, and tells of it', () => {
    const here = open();
    start(here, { type: 'go-back' });
    expect(here.modal.snapshot.modal.open).toBe(false);
    expect(here.tracked).toEqual([{ event: 'MODAL_CLOSE', properties: { connected: false } }]);
  });

  it('closes by a step back with UnsupportedChain in the history', () => {
    const here = open();
    start(here, { type: 'push', view: view('UnsupportedChain') });
    start(here, { type: 'push', view: view('WhatIsANetwork') });
    start(here, { type: 'go-back' });
    expect(here.modal.snapshot.modal.open).toBe(false);
  });

  it('runs the callbacks of a transaction after it closed, so that they can open the modal again', () => {
    const here = open();
    const entry = { goBack: true, view: null, onSuccess: () => here.modal.open(view('Networks'), null) };
    start(here, { type: 'push-transaction', entry });
    start(here, { type: 'pop-transaction', outcome: 'success' });
    expect(here.modal.snapshot).toMatchObject({ modal: { open: true }, view: { name: 'Networks' } });
  });

  it('runs onCancel when a transaction is given up', () => {
    const here = open();
    const ended: string[] = [];
    start(here, { type: 'push', view: view('Networks') });
    start(here, {
      type: 'push-transaction',
      entry: { goBack: true, view: null, onSuccess: () => ended.push('success'), onCancel: () => ended.push('cancel') },
    });
    start(here, { type: 'pop-transaction', outcome: 'cancel' });
    expect(ended).toEqual(['cancel']);
    expect(here.modal.snapshot).toMatchObject({ modal: { open: true }, view: { name: 'Connect' } });
  });

  it('sends a defect of a callback to the error channel', () => {
    const here = open();
    const defect = new TypeError('bug');
    const onSuccess = (): never => {
      throw defect;
    };
    start(here, { type: 'push-transaction', entry: { goBack: true, view: null, onSuccess } });
    expect(start(here, { type: 'pop-transaction', outcome: 'success' }).end).toEqual({ defect });
  });
});
