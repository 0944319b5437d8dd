import { fnv1a } from './tile.js';

/** CSS background derived from an address: three soft spots with positions and hues from its hash. Ignores letter case. */
export const avatarBackground = (address: string): string => {
  const seed = fnv1a(address.toLowerCase());
  const hue = seed % 360;
  const spot = (shift: number, lightness: number, turn: number): string => {
    const [x, y] = [(seed >>> shift) % 100, (seed >>> (shift + 5)) % 100];
    return `radial-gradient(circle at ${x}% ${y}%,oklch(${lightness} .15 ${(hue + turn) % 360}),transparent 62%)`;
  };
  return `${spot(3, 0.86, 40)},${spot(9, 0.7, 150)},${spot(15, 0.62, 280)},oklch(.55 .14 ${hue})`;
};
