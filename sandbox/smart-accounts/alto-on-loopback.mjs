// @ts-check
import { Server } from 'node:net';

// Loaded before alto, which would listen on all addresses of this machine, and does not tell its port.

const { listen } = Server.prototype;

/**
 * @param {Server} server
 * @param {unknown[]} args
 */
const listenOnLoopback = (server, [options, ...others]) => {
  server.once('listening', () => {
    const address = server.address();
    if (typeof address === 'object' && address !== null) process.stdout.write(`Listening on ${address.address}:${address.port}\n`);
  });
  return Reflect.apply(listen, server, [{ ...Object(options), host: '127.0.0.1' }, ...others]);
};

/** @this {Server} @param {unknown[]} args */
Server.prototype.listen = function listenLocally(...args) {
  return listenOnLoopback(this, args);
};
