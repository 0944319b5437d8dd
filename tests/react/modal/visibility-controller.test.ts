import { describe, expect, it } from 'vitest';
import { VisibilityController } from '../../../presentation/modal/visibility-controller.js';

/** Records each setup and cleanup. */
const recorder = () => {
  const calls: ('setup' | 'cleanup')[] = [];
  const setup = (): (() => void) => {
    calls.push('setup');
    return () => calls.push('cleanup');
  };
  return { calls, setup };
};

describe('VisibilityController', () => {
  it('runs and cleans up a whileVisible setup each time', () => {
    const controller = new VisibilityController();
    const { calls, setup } = recorder();
    const remove = controller.whileVisible(setup);
    expect(calls).toEqual([]);
    controller.show();
    controller.show();
    expect(calls).toEqual(['setup']);
    controller.hide();
    controller.hide();
    expect(calls).toEqual(['setup', 'cleanup']);
    controller.show();
    remove();
    controller.hide();
    controller.show();
    expect(calls).toEqual(['setup', 'cleanup', 'setup', 'cleanup']);
  });

  it('runs a onceVisible setup once and keeps it running', () => {
    const controller = new VisibilityController();
    const { calls, setup } = recorder();
    const remove = controller.onceVisible(setup);
    expect(calls).toEqual([]);
    controller.show();
    controller.hide();
    controller.show();
    expect(calls).toEqual(['setup']);
    remove();
    expect(calls).toEqual(['setup', 'cleanup']);
  });

  it('runs a setup immediately while visible', () => {
    const controller = new VisibilityController();
    controller.show();
    for (const register of [controller.onceVisible, controller.whileVisible]) {
      const { calls, setup } = recorder();
      const remove = register(setup);
      expect(calls).toEqual(['setup']);
      remove();
      expect(calls).toEqual(['setup', 'cleanup']);
    }
  });

  it('does not run a setup that was removed before', () => {
    const controller = new VisibilityController();
    for (const register of [controller.onceVisible, controller.whileVisible]) {
      const { calls, setup } = recorder();
      register(setup)();
      controller.show();
      controller.hide();
      expect(calls).toEqual([]);
    }
  });

  it('handles setups that are added or removed while others run', () => {
    const controller = new VisibilityController();
    const [removed, added] = [recorder(), recorder()];
    let remove = (): void => undefined;
    controller.whileVisible(() => {
      remove();
      controller.whileVisible(added.setup);
      controller.onceVisible(added.setup);
      return () => undefined;
    });
    remove = controller.whileVisible(removed.setup);
    controller.show();
    expect([removed.calls, added.calls]).toEqual([[], ['setup', 'setup']]);
  });
});
