#!/usr/bin/env node
/**
 * Wrapper for the Chromium executable in `LATCHKEY_CHROMIUM`. It re-enables features that drivers disable: the pop-up blocker and
 * third-party storage partitioning. Playwright evaluates scripts with a user gesture, which would let any page open windows; here
 * evaluations have none, so that only real input (click, tap, key) counts.
 * @see https://chromedevtools.github.io/devtools-protocol/tot/Runtime/#method-callFunctionOn
 */
import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { Transform } from 'node:stream';

/** File descriptors of `--remote-debugging-pipe`. Commands end with a NUL byte. */
const COMMANDS = 3;
const EVENTS = 4;

const PARTITIONING = 'ThirdPartyStoragePartitioning';

const args = process.argv
  .slice(2)
  .filter((arg) => arg !== '--disable-popup-blocking')
  .map((arg) => (arg.startsWith('--disable-features=') ? arg.replace(`${PARTITIONING},`, '').replace(`,${PARTITIONING}`, '') : arg));

const withoutGesture = () => {
  let rest = '';
  return new Transform({
    decodeStrings: false,
    transform(chunk, _encoding, done) {
      const text = rest + chunk;
      const end = text.lastIndexOf('\0') + 1;
      rest = text.slice(end);
      // Inside a JSON string, the quotes would be escaped.
      done(null, text.slice(0, end).replaceAll('"userGesture":true', '"userGesture":false'));
    },
  });
};

const browser = spawn(process.env.LATCHKEY_CHROMIUM ?? '/usr/bin/chromium', args, { stdio: [0, 1, 2, 'pipe', EVENTS] });
const commands = new Socket({ fd: COMMANDS, readable: true, writable: false });
// The driver has exited. Closing its pipe terminates the browser.
browser.stdio[COMMANDS].on('error', () => undefined);
commands.setEncoding('utf8').pipe(withoutGesture()).pipe(browser.stdio[COMMANDS]);
browser.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(127);
});
browser.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => browser.kill(signal));
