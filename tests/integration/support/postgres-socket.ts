import { type AddressInfo, createServer, type Socket } from 'node:net';
import { openPglite } from '../../../sandbox/process/open-pglite.js';

/** Request codes and version of start-up packets. @see https://www.postgresql.org/docs/current/protocol-message-formats.html */
const SSL_REQUEST = 80877103;

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};

/** AuthenticationOk, an encoding, and ReadyForQuery. */
const WELCOME = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('S', Buffer.from('client_encoding\0UTF8\0')),
  message('Z', Buffer.from('I')),
]);

/** A Postgres that listens on loopback. */
export interface PostgresSocket {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts PGlite behind a socket, for several clients of the Postgres protocol. Statements of all connections share one session and run one
 * after the other, in the order in which they arrive; transactions are not supported.
 */
export const startPostgresSocket = async (): Promise<PostgresSocket> => {
  const database = await openPglite();
  let queue: Promise<unknown> = Promise.resolve();
  const sockets = new Set<Socket>();

  const serve = (socket: Socket): void => {
    let received = Buffer.alloc(0);
    let started = false;
    let batch: Buffer[] = [];
    /** Takes a message off the received bytes; `null` until it is complete. */
    const take = (headBytes: number): Buffer | null => {
      if (received.length < headBytes + 4) return null;
      const length = headBytes + received.readInt32BE(headBytes);
      if (received.length < length) return null;
      const taken = received.subarray(0, length);
      received = received.subarray(length);
      return taken;
    };
    const start = (packet: Buffer): void => {
      const isSsl = packet.readInt32BE(4) === SSL_REQUEST;
      started = !isSsl;
      socket.write(isSsl ? 'N' : WELCOME);
    };
    const run = (packet: Buffer): void => {
      const type = String.fromCharCode(packet[0] ?? 0);
      if (type === 'X') return void socket.end();
      batch.push(packet);
      // Messages up to Sync belong together: other connections must not come between.
      if (type !== 'S' && type !== 'Q') return;
      const bytes = Buffer.concat(batch);
      batch = [];
      queue = queue.then(async () => socket.write(await database.execProtocolRaw(bytes)));
    };
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      for (let packet = take(started ? 1 : 0); packet !== null; packet = take(started ? 1 : 0)) (started ? run : start)(packet);
    });
  };

  const server = createServer(serve);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    // A listening TCP server has an AddressInfo.
    url: `postgres://user@127.0.0.1:${(server.address() as AddressInfo).port}/postgres`,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await queue;
      await database.close();
    },
  };
};
