import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lockScroll } from '../../../presentation/modal/scroll-lock.js';

const root = document.documentElement;
const { body } = document;

/** Simulates a classic scrollbar of a width in px. */
const scrollbar = (width: number): void => {
  vi.spyOn(root, 'clientWidth', 'get').mockReturnValue(window.innerWidth - width);
};

beforeEach(() => scrollbar(15));
afterEach(() => {
  root.removeAttribute('style');
  body.removeAttribute('style');
});

describe('lockScroll', () => {
  it("stops scrolling, reserves the scrollbar's space, and restores everything", () => {
    const unlock = lockScroll(document);
    expect(root.style.getPropertyValue('overflow-y')).toBe('hidden');
    expect(root.style.getPropertyPriority('overflow-y')).toBe('important');
    expect(root.style.getPropertyValue('scrollbar-gutter')).toBe('stable');
    unlock();
    expect(root.hasAttribute('style')).toBe(false);
  });

  it('reserves nothing without a classic scrollbar', () => {
    scrollbar(0);
    const unlock = lockScroll(document);
    expect(root.style.getPropertyValue('scrollbar-gutter')).toBe('');
    unlock();
  });

  it('restores inline styles with their priority', () => {
    root.style.setProperty('overflow-y', 'scroll', 'important');
    root.style.setProperty('color', 'red');
    const before = root.getAttribute('style');
    lockScroll(document)();
    expect(root.getAttribute('style')).toBe(before);
  });

  it('locks the body if it scrolls the page', () => {
    body.style.setProperty('overflow-y', 'scroll');
    const unlock = lockScroll(document);
    expect(root.style.getPropertyValue('overflow-y')).toBe('');
    expect(body.style.getPropertyValue('overflow-y')).toBe('hidden');
    unlock();
    expect(body.style.getPropertyValue('overflow-y')).toBe('scroll');
  });

  it('unlocks with the last of several locks, and ignores a second release', () => {
    const first = lockScroll(document);
    const second = lockScroll(document);
    first();
    first();
    expect(root.style.getPropertyValue('overflow-y')).toBe('hidden');
    second();
    expect(root.hasAttribute('style')).toBe(false);
  });
});
