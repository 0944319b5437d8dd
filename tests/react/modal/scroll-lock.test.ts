import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lockScroll } from '../../../presentation/modal/scroll-lock.js';

const root = document.documentElement;
const { body } = document;

/** Makes the page as if it had a classic scrollbar, so many pixels wide. */
const scrollbar = (width: number): void => {
  vi.spyOn(root, 'clientWidth', 'get').mockReturnValue(window.innerWidth - width);
};

beforeEach(() => scrollbar(15));
afterEach(() => {
  root.removeAttribute('style');
  body.removeAttribute('style');
});

describe('lockScroll', () => {
  it('stops the page from scrolling, keeps the place of the scrollbar, and leaves no trace', () => {
    const unlock = lockScroll(document);
    expect(root.style.getPropertyValue('overflow-y')).toBe('hidden');
    expect(root.style.getPropertyPriority('overflow-y')).toBe('important');
    expect(root.style.getPropertyValue('scrollbar-gutter')).toBe('stable');
    unlock();
    expect(root.hasAttribute('style')).toBe(false);
  });

  it('reserves nothing where there is no scrollbar that takes room', () => {
    scrollbar(0);
    const unlock = lockScroll(document);
    expect(root.style.getPropertyValue('scrollbar-gutter')).toBe('');
    unlock();
  });

  it('puts back what the page had set, with its priority', () => {
    root.style.setProperty('overflow-y', 'scroll', 'important');
    root.style.setProperty('color', 'red');
    const before = root.getAttribute('style');
    lockScroll(document)();
    expect(root.getAttribute('style')).toBe(before);
  });

  it('locks the body where the body is what scrolls the page', () => {
    body.style.setProperty('overflow-y', 'scroll');
    const unlock = lockScroll(document);
    expect(root.style.getPropertyValue('overflow-y')).toBe('');
    expect(body.style.getPropertyValue('overflow-y')).toBe('hidden');
    unlock();
    expect(body.style.getPropertyValue('overflow-y')).toBe('scroll');
  });

  it('unlocks with the last of several locks, and counts none twice', () => {
    const first = lockScroll(document);
    const second = lockScroll(document);
    first();
    first();
    expect(root.style.getPropertyValue('overflow-y')).toBe('hidden');
    second();
    expect(root.hasAttribute('style')).toBe(false);
  });
});
