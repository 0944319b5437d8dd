import { cleanup, render } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CrossFade } from '../../../presentation/modal/cross-fade.js';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const tree = (key: string, live = true, pending = false) => (
  <StrictMode>
    <CrossFade contentKey={key} live={live} pending={pending}>
      <p data-testid={`view-${key}`} data-key={key}>
        {key}
      </p>
    </CrossFade>
  </StrictMode>
);

describe('CrossFade', () => {
  it('keeps a static copy of the old view while it fades', async () => {
    let end = (): void => undefined;
    const finished = new Promise<void>((resolve) => (end = resolve));
    const animate = vi.spyOn(Element.prototype, 'animate').mockImplementation(() => Object.assign(new Animation(), { finished }));
    const { container, rerender } = render(tree('one'));
    expect(container.querySelector('.ghost')).toBeNull();
    rerender(tree('two'));
    const ghost = container.querySelector<HTMLElement>('.ghost');
    expect(ghost?.textContent).toBe('one');
    expect([ghost?.inert, ghost?.getAttribute('aria-hidden')]).toEqual([true, 'true']);
    expect(container.querySelectorAll('[data-testid="view-one"], [data-key="one"]')).toHaveLength(0);
    expect(animate.mock.calls[0]?.[1]).toMatchObject({ duration: 150 });
    end();
    await finished;
    await Promise.resolve();
    expect(container.querySelector('.ghost')).toBeNull();
  });

  it('does not animate with prefers-reduced-motion', () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) => Object.assign(new EventTarget(), { matches: true, media: query }) as MediaQueryList,
    );
    const { container, rerender } = render(tree('one'));
    rerender(tree('two'));
    expect(container.querySelector('.ghost')).toBeNull();
    expect(container.textContent).toBe('two');
  });

  it('keeps no copy of content that was hidden', () => {
    vi.spyOn(Element.prototype, 'animate').mockImplementation(() => Object.assign(new Animation(), { finished: Promise.resolve() }));
    const { container, rerender } = render(tree('one'));
    rerender(tree('one', false));
    rerender(tree('two', true));
    expect(container.querySelector('.ghost')).toBeNull();
    expect(container.textContent).toBe('two');
  });

  it('scrolls to the top when it appears again', () => {
    const { container, rerender } = render(tree('one'));
    const scroll = container.querySelector<HTMLElement>('.scroll')!;
    const scrollTo = vi.spyOn(scroll, 'scrollTo');
    rerender(tree('one', false));
    expect(scrollTo).not.toHaveBeenCalled();
    rerender(tree('one'));
    expect(scrollTo).toHaveBeenCalledWith(0, 0);
  });

  it('fades the old text out before the new one appears', () => {
    const animate = vi
      .spyOn(Element.prototype, 'animate')
      .mockImplementation(() => Object.assign(new Animation(), { finished: Promise.resolve() }));
    const { rerender } = render(tree('one'));
    rerender(tree('two'));
    const frames = animate.mock.calls.map(([keyframes]) => (keyframes as PropertyIndexedKeyframes).opacity);
    expect(frames).toEqual([
      [1, 0, 0],
      [1, 1, 0],
    ]);
  });

  it('changes its height once, when the content replaces its placeholder', () => {
    const heights = { one: 300, placeholder: 200, two: 400 };
    let height = heights.one;
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(() => height);
    const { container, rerender } = render(tree('one'));
    const clip = container.querySelector<HTMLElement>('.clip');
    rerender(tree('two'));
    rerender(tree('one'));
    expect(clip?.style.blockSize).toBe('300px');
    height = heights.placeholder;
    rerender(tree('two', true, true));
    expect(clip?.style.blockSize).toBe('300px');
    height = heights.two;
    rerender(tree('two'));
    expect(clip?.style.blockSize).toBe('400px');
  });

  it('updates the same view without a fade', () => {
    const { container, rerender } = render(tree('one'));
    rerender(tree('one'));
    expect(container.querySelector('.ghost')).toBeNull();
  });
});
