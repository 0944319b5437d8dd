import { join } from 'node:path';
import { root } from '../../scripts/lib/root.mjs';

/** Folder of the benchmark. */
export const bench = join(root, 'bench');

/**
 * The pages, in the order of a round.
 * - `kit`: measured side by side. `lean`: the same kit with the wallets of Latchkey's page only, in a separate table. `own`: loaded and
 *   clicked like a kit, but not compared. `bytes`: only its JavaScript is measured. `dialog`: only opened repeatedly, beside the kits.
 * - `tuned`: built with the settings that Latchkey's example recommends instead of Vite's defaults.
 * - `isReactApart`: React is in separate files, which do not count.
 * - `budget`: maximum KiB of JavaScript before the click, which the report checks.
 */
export const PAGES = [
  { name: 'latchkey', label: 'Latchkey', kind: 'kit', folder: 'pages/latchkey', budget: 175 },
  { name: 'appkit', label: 'AppKit', kind: 'kit', folder: 'peers/appkit', packageName: '@reown/appkit' },
  { name: 'rainbowkit', label: 'RainbowKit', kind: 'kit', folder: 'peers/rainbowkit', packageName: '@rainbow-me/rainbowkit' },
  { name: 'connectkit', label: 'ConnectKit', kind: 'kit', folder: 'peers/connectkit', packageName: 'connectkit' },
  { name: 'latchkey-lean', label: 'Latchkey, without usage statistics', kind: 'lean', folder: 'pages/latchkey-lean' },
  { name: 'appkit-lean', label: 'AppKit, the same wallets', kind: 'lean', folder: 'peers/appkit-lean', packageName: '@reown/appkit' },
  {
    name: 'rainbowkit-lean',
    label: 'RainbowKit, the same wallets',
    kind: 'lean',
    folder: 'peers/rainbowkit-lean',
    packageName: '@rainbow-me/rainbowkit',
  },
  {
    name: 'connectkit-lean',
    label: 'ConnectKit, the same wallets',
    kind: 'lean',
    folder: 'peers/connectkit-lean',
    packageName: 'connectkit',
  },
  { name: 'four', label: 'Latchkey with four namespaces', kind: 'own', folder: 'pages/four', budget: 182 },
  { name: 'react', label: 'React and a button', kind: 'bytes', folder: 'pages/react' },
  { name: 'dialog', label: 'React and a dialog with six rows', kind: 'dialog', folder: 'pages/dialog' },
  { name: 'latchkey-tuned', label: 'Latchkey, built like its example', kind: 'bytes', folder: 'pages/latchkey', tuned: true },
  { name: 'headless', label: 'Latchkey without React', kind: 'bytes', folder: 'pages/headless', budget: 70 },
  { name: 'headless-tuned', label: 'Latchkey without React, built like its example', kind: 'bytes', folder: 'pages/headless', tuned: true },
  {
    name: 'hooks',
    label: 'Latchkey’s hooks without the modal, React not counted',
    kind: 'bytes',
    folder: 'pages/hooks',
    isReactApart: true,
    budget: 70,
  },
];

/** Whether a page needs the packages of `bench/peers`. */
export const isPeer = ({ folder }) => folder.startsWith('peers/');

/** Whether a page is loaded and clicked. */
export const isClicked = ({ kind }) => kind === 'kit' || kind === 'lean' || kind === 'own';

/** Whether a page is compared with others: a kit by its quick start, or with the same wallets as Latchkey's page. */
export const isCompared = ({ kind }) => kind === 'kit' || kind === 'lean';

/** Names of the React files of a page where they are separate. */
export const REACT_FILE = /\/react-[\w-]+\.js$/;
