import type { CSSProperties, ReactElement } from 'react';
import { seedOf } from './hue.js';

/** What an avatar stands for. */
export interface AvatarProps {
  readonly address: string;
  /** A profile picture, where there is one. */
  readonly src?: string | undefined;
  /** Edge in px. Default 40. */
  readonly size?: number;
}

/** Paint for an address: three soft spots whose places and hues come from it. The spelling's letter case does not matter. */
const paintOf = (address: string): string => {
  const seed = seedOf(address.toLowerCase());
  const hue = seed % 360;
  const spot = (shift: number, lightness: number, turn: number): string => {
    const [x, y] = [(seed >>> shift) % 100, (seed >>> (shift + 5)) % 100];
    return `radial-gradient(circle at ${x}% ${y}%,oklch(${lightness} .15 ${(hue + turn) % 360}),transparent 62%)`;
  };
  return `${spot(3, 0.86, 40)},${spot(9, 0.7, 150)},${spot(15, 0.62, 280)},oklch(.55 .14 ${hue})`;
};

/** The face of an account: its profile picture, else a pattern drawn from its address. Decorative. */
export const Avatar = ({ address, src, size = 40 }: AvatarProps): ReactElement => {
  // A custom property is no key of CSSProperties.
  const style = { '--size': `${size}px`, background: paintOf(address) } as CSSProperties;
  return (
    <span className="pic round" style={style} part="avatar" aria-hidden="true">
      {src === undefined ? null : <img src={src} alt="" width={size} height={size} decoding="async" draggable={false} />}
    </span>
  );
};
