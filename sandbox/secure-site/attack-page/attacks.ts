/** A rectangle in CSS pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What an attack works with. */
export interface Stage {
  /** Around the frame, of its size. */
  readonly wrapper: HTMLElement;
  readonly frame: HTMLIFrameElement;
  /** Where the frame's button is, from the frame's corner. The attacker has measured it in a frame of its own. */
  readonly button: Box;
}

/** What the lured user presses: a point of the page. */
export interface Lure {
  readonly x: number;
  readonly y: number;
}

/** Places something of the page over it. It lets presses through. */
const cover = ({ wrapper }: Stage, { x, y, width, height }: Box): void => {
  const element = document.createElement('div');
  element.className = 'cover';
  Object.assign(element.style, {
    position: 'absolute',
    left: `${x}px`,
    top: `${y}px`,
    width: `${width}px`,
    height: `${height}px`,
    background: '#fff',
    pointerEvents: 'none',
    zIndex: '1',
  });
  wrapper.append(element);
};

const middle = ({ x, y, width, height }: Box): Lure => ({ x: x + width / 2, y: y + height / 2 });

/** Moves the frame so that its button is under a point. */
const moveUnder = ({ wrapper, button }: Stage, point: Lure): void => {
  const { x, y } = middle(button);
  Object.assign(wrapper.style, { left: `${point.x - x}px`, top: `${point.y - y}px` });
};

/** A point of the page where there is no frame. */
const ASIDE: Lure = { x: 700, y: 400 };

/** A button of the page. At an event of it, the frame takes its place. */
const decoy = (stage: Stage, type: 'pointerdown' | 'click'): HTMLElement => {
  const element = document.createElement('button');
  element.addEventListener(type, () => {
    element.remove();
    moveUnder(stage, ASIDE);
  });
  element.className = 'cover';
  element.textContent = 'Win';
  Object.assign(element.style, { position: 'fixed', left: `${ASIDE.x - 40}px`, top: `${ASIDE.y - 20}px`, width: '80px', height: '40px' });
  document.body.append(element);
  return element;
};

const MASK_PX = 4;

/**
 * Attacks of a page on the approval in its frame: each hides what the user approves, or has the user press the button without wanting to.
 * Returns where the user presses then.
 */
export const ATTACKS = {
  mask: (stage) => {
    const { x, y, width, height } = stage.button;
    const hole = `linear-gradient(#000 0 0) ${x - MASK_PX}px ${y - MASK_PX}px / ${width + 2 * MASK_PX}px ${height + 2 * MASK_PX}px no-repeat`;
    stage.frame.style.mask = hole;
    return middle(stage.button);
  },
  'clip-path': (stage) => {
    const { x, y, width, height } = stage.button;
    stage.frame.style.clipPath = `path("M${x} ${y}h${width}v${height}h-${width}z")`;
    return middle(stage.button);
  },
  zoom: (stage) => {
    const zoom = 0.25;
    stage.frame.style.setProperty('zoom', String(zoom));
    const { x, y } = middle(stage.button);
    return { x: x * zoom, y: y * zoom };
  },
  crop: (stage) => {
    const { x, y, width, height } = stage.button;
    Object.assign(stage.wrapper.style, { overflow: 'hidden', width: `${width}px`, height: `${height}px` });
    Object.assign(stage.frame.style, { position: 'absolute', left: `-${x}px`, top: `-${y}px` });
    return { x: width / 2, y: height / 2 };
  },
  overlay: (stage) => {
    const { width } = stage.frame.getBoundingClientRect();
    cover(stage, { x: 0, y: 0, width, height: stage.button.y });
    return middle(stage.button);
  },
  transparent: (stage) => {
    stage.frame.style.opacity = '0.01';
    return middle(stage.button);
  },
  /** The press begins on the page and ends in the frame. */
  'move under the press': (stage) => {
    decoy(stage, 'pointerdown');
    return ASIDE;
  },
  /** The press begins in another place of the frame. The page notices it, since it loses the focus. */
  'move during the press': (stage) => {
    const point = { x: 20, y: 20 };
    window.addEventListener('blur', () => moveUnder(stage, point), { once: true });
    return point;
  },
  /** The second click of a double click hits the frame. */
  'double click': (stage) => {
    decoy(stage, 'click');
    return ASIDE;
  },
  /** The user presses Enter in a game of the page, which gives the frame the focus. */
  enter: (stage) => {
    const element = decoy(stage, 'click');
    element.addEventListener('keydown', () => stage.frame.focus());
    element.focus();
    return ASIDE;
  },
} as const satisfies Readonly<Record<string, (stage: Stage) => Lure>>;

/** Name of an attack. */
export type AttackName = keyof typeof ATTACKS;
