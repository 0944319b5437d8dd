import { writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { encodeQR } from 'qr';
import { parseEther } from 'viem';
import { CHROMIUM_FLAGS, chromiumLaunchOptions } from './support/chromium.js';
import { DappPage } from './support/dapp-page.js';
import { expect, test } from './support/fixtures.js';
import { chooseToken, connect } from './support/flows.js';
import { keepAwake } from './support/keep-awake.js';
import { WalletWindows } from './support/wallet-windows.js';

/** An account that no one owns. */
const RECIPIENT = '0x52908400098527886E0F7030069857D2E4169EE7';
const BITCOIN = 'bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

const [WIDTH, HEIGHT, MODULE] = [640, 480, 10];
/** Of the video, and how long each code is seen. */
const [RATE, FRAMES_EACH] = [5, 15];

/** A picture of a camera with a code in its middle: luma, and no colour. */
const frameOf = (text: string): Buffer => {
  const code = encodeQR(text, 'raw', { border: 2 });
  const left = Math.floor((WIDTH - code.length * MODULE) / 2);
  const top = Math.floor((HEIGHT - code.length * MODULE) / 2);
  const frame = Buffer.alloc((WIDTH * HEIGHT * 3) / 2, 128);
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1) {
      const isDark = code[Math.floor((y - top) / MODULE)]?.[Math.floor((x - left) / MODULE)] === true;
      frame[y * WIDTH + x] = isDark ? 24 : 220;
    }
  return frame;
};

/** A video in which a camera sees codes, one after the other. @see https://wiki.multimedia.cx/index.php/YUV4MPEG2 */
const videoOf = (texts: readonly string[]): Buffer => {
  const frames = texts.flatMap((text) => {
    const frame = Buffer.concat([Buffer.from('FRAME\n'), frameOf(text)]);
    return Array.from({ length: FRAMES_EACH }, () => frame);
  });
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${RATE}:1 Ip A1:1 C420jpeg\n`), ...frames]);
};

test('user scans the recipient of a transfer with the camera', { tag: '@money' }, async ({ serve, sandbox, chains }, info) => {
  test.slow();
  const video = info.outputPath('camera.y4m');
  writeFileSync(video, videoOf([BITCOIN, `ethereum:${RECIPIENT}@1?value=1e18`]));
  const flags = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream', `--use-file-for-fake-video-capture=${video}`];
  const browser = await chromium.launch({ ...chromiumLaunchOptions(), args: [...CHROMIUM_FLAGS, ...flags] });
  try {
    const context = await browser.newContext();
    await keepAwake(context);
    const { origin } = await serve();
    const dapp = await new DappPage(await context.newPage(), origin).open();
    const wallet = new WalletWindows(context, sandbox.urls.wallet);
    await connect(dapp, wallet);
    const { dialog, page } = dapp;
    await page.locator('#account').click();
    await dialog.getByTestId('lk-send').click();
    await dialog.getByTestId('lk-send-token').click();
    await chooseToken(dialog, 'ETH');
    await dialog.getByTestId('lk-send-amount').fill('0.5');
    await dialog.getByTestId('lk-scan').click();
    await expect(dialog.getByTestId('lk-scan-note')).toHaveText('This code is for another network than Ethereum.', { timeout: 20_000 });
    await expect(dialog.getByTestId('lk-send-to')).toHaveValue(RECIPIENT, { timeout: 20_000 });
    // The camera is off, and what was entered before is kept.
    await expect(dialog.getByTestId('lk-scan-video')).toBeHidden();
    await expect(dialog.getByTestId('lk-send-amount')).toHaveValue('0.5');
    const chain = chains.of('eip155:1');
    const before = await chain.getBalance({ address: RECIPIENT });
    const next = dialog.getByTestId('lk-preview-send');
    await expect(next).toHaveText('Preview Send');
    await expect(next).not.toHaveAttribute('aria-disabled', 'true', { timeout: 20_000 });
    await next.click();
    await wallet.approve(() => dialog.getByTestId('lk-confirm-send').click());
    await expect.poll(() => chain.getBalance({ address: RECIPIENT }), { timeout: 30_000 }).toBe(before + parseEther('0.5'));
  } finally {
    await browser.close();
  }
});
