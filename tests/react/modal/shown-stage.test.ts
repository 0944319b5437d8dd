import { describe, expect, it } from 'vitest';
import { ShownStage } from '../../../presentation/modal/shown-stage.js';

/** Notes each beginning and end. */
const follower = () => {
  const seen: ('begin' | 'end')[] = [];
  const begin = (): (() => void) => {
    seen.push('begin');
    return () => seen.push('end');
  };
  return { seen, begin };
};

describe('The stage inside the modal', () => {
  it('begins and ends what lasts while it is shown, each time', () => {
    const stage = new ShownStage();
    const { seen, begin } = follower();
    const leave = stage.whileShown(begin);
    expect(seen).toEqual([]);
    stage.show();
    stage.show();
    expect(seen).toEqual(['begin']);
    stage.hide();
    stage.hide();
    expect(seen).toEqual(['begin', 'end']);
    stage.show();
    leave();
    stage.hide();
    stage.show();
    expect(seen).toEqual(['begin', 'end', 'begin', 'end']);
  });

  it('begins once what waits for it, and lets it go on', () => {
    const stage = new ShownStage();
    const { seen, begin } = follower();
    const leave = stage.whenShown(begin);
    expect(seen).toEqual([]);
    stage.show();
    stage.hide();
    stage.show();
    expect(seen).toEqual(['begin']);
    leave();
    expect(seen).toEqual(['begin', 'end']);
  });

  it('begins at once while it is shown', () => {
    const stage = new ShownStage();
    stage.show();
    for (const follow of [stage.whenShown, stage.whileShown]) {
      const { seen, begin } = follower();
      const leave = follow(begin);
      expect(seen).toEqual(['begin']);
      leave();
      expect(seen).toEqual(['begin', 'end']);
    }
  });

  it('begins nothing for who left before', () => {
    const stage = new ShownStage();
    for (const follow of [stage.whenShown, stage.whileShown]) {
      const { seen, begin } = follower();
      follow(begin)();
      stage.show();
      stage.hide();
      expect(seen).toEqual([]);
    }
  });

  it('begins once what comes, and not what leaves, while it begins the others', () => {
    const stage = new ShownStage();
    const [left, late] = [follower(), follower()];
    let leave = (): void => undefined;
    stage.whileShown(() => {
      leave();
      stage.whileShown(late.begin);
      stage.whenShown(late.begin);
      return () => undefined;
    });
    leave = stage.whileShown(left.begin);
    stage.show();
    expect([left.seen, late.seen]).toEqual([[], ['begin', 'begin']]);
  });
});
