import { seedOf } from './hue.js';

/** Paint for an address: three soft spots whose places and hues come from it. The spelling's letter case does not matter. */
export const paintOf = (address: string): string => {
  const seed = seedOf(address.toLowerCase());
  const hue = seed % 360;
  const spot = (shift: number, lightness: number, turn: number): string => {
    const [x, y] = [(seed >>> shift) % 100, (seed >>> (shift + 5)) % 100];
    return `radial-gradient(circle at ${x}% ${y}%,oklch(${lightness} .15 ${(hue + turn) % 360}),transparent 62%)`;
  };
  return `${spot(3, 0.86, 40)},${spot(9, 0.7, 150)},${spot(15, 0.62, 280)},oklch(.55 .14 ${hue})`;
};
