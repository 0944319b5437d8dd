import { cleanup, render } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CrossFade } from '../../../presentation/modal/cross-fade.js';

afterEach(cleanup);

const tree = (of: string, live = true) => (
  <StrictMode>
    <CrossFade of={of} live={live}>
      <p data-testid={`view-${of}`} data-key={of}>
        {of}
      </p>
    </CrossFade>
  </StrictMode>
);

describe('CrossFade', () => {
  it('leaves a dead copy of the old view for the time it takes to fade', async () => {
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

  it('does not move for a person who asked for less motion', () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) => Object.assign(new EventTarget(), { matches: true, media: query }) as MediaQueryList,
    );
    const { container, rerender } = render(tree('one'));
    rerender(tree('two'));
    expect(container.querySelector('.ghost')).toBeNull();
    expect(container.textContent).toBe('two');
  });

  it('leaves nothing of what was kept out of sight', () => {
    vi.spyOn(Element.prototype, 'animate').mockImplementation(() => Object.assign(new Animation(), { finished: Promise.resolve() }));
    const { container, rerender } = render(tree('one'));
    rerender(tree('one', false));
    rerender(tree('two', true));
    expect(container.querySelector('.ghost')).toBeNull();
    expect(container.textContent).toBe('two');
  });

  it('shows from its beginning what comes again', () => {
    const { container, rerender } = render(tree('one'));
    const scroll = container.querySelector<HTMLElement>('.scroll')!;
    const scrollTo = vi.spyOn(scroll, 'scrollTo');
    rerender(tree('one', false));
    expect(scrollTo).not.toHaveBeenCalled();
    rerender(tree('one'));
    expect(scrollTo).toHaveBeenCalledWith(0, 0);
  });

  it('lets the same view change without a fade', () => {
    const { container, rerender } = render(tree('one'));
    rerender(tree('one'));
    expect(container.querySelector('.ghost')).toBeNull();
  });
});
