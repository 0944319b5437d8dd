import { Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { ended } from '../../../../application/shared/ended.js';
import { nowAndOn } from '../../../../application/shared/now-and-on.js';

describe('nowAndOn', () => {
  it('tells at once, then at each event, and ends with the events', () => {
    const changes$ = new Subject<string>();
    const heard: string[] = [];
    nowAndOn(changes$).subscribe({ next: () => heard.push('told'), complete: () => heard.push('ended') });
    expect(heard).toEqual(['told']);
    changes$.next('a');
    changes$.complete();
    expect(heard).toEqual(['told', 'told', 'ended']);
  });

  it('still tells once where everything has ended already', () => {
    const changes$ = new Subject<void>();
    changes$.complete();
    const heard: string[] = [];
    nowAndOn(changes$).subscribe({ next: () => heard.push('told'), complete: () => heard.push('ended') });
    expect(heard).toEqual(['told', 'ended']);
  });

  it('hears of what its first listener changes', () => {
    const changes$ = new Subject<void>();
    let told = 0;
    nowAndOn(changes$).subscribe(() => {
      told += 1;
      if (told === 1) changes$.next();
    });
    expect(told).toBe(2);
  });

  it('passes a defect on, and listens no longer than anybody does', () => {
    const changes$ = new Subject<void>();
    const defects: unknown[] = [];
    nowAndOn(changes$).subscribe({ error: (defect) => defects.push(defect) });
    nowAndOn(changes$).subscribe().unsubscribe();
    changes$.error('defect');
    expect(defects).toEqual(['defect']);
    expect(changes$.observed).toBe(false);
  });
});

describe('ended', () => {
  it('emits when the other stream ends, not before', () => {
    const source$ = new Subject<void>();
    let emitted = 0;
    const listening = ended(source$).subscribe(() => {
      emitted += 1;
    });
    source$.next();
    expect(emitted).toBe(0);
    source$.complete();
    expect(emitted).toBe(1);
    listening.unsubscribe();
  });

  it('stops listening with its listener', () => {
    const source$ = new Subject<void>();
    ended(source$).subscribe().unsubscribe();
    expect(source$.observed).toBe(false);
  });
});
