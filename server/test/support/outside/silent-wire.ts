// A wire that can go silent: it stops carrying bytes in both directions without closing, like a
// network that drops packets. Closing the sockets would not reveal the errors that silence causes.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  type AddressInfo,
  connect,
  createServer,
  type NetConnectOpts,
  type Socket,
} from 'node:net';
import pg from 'pg';

export interface SilentWire {
  readonly port: number;
  /** Carries nothing from now on, not even on new connections. */
  silence(): void;
  /** Carries bytes again, starting with those that were in transit. */
  heal(): void;
  /** Permanently stops carrying bytes on existing connections. New connections still work. */
  forget(): void;
  /** Closes all connections, and closes new ones on arrival. */
  breakOff(): void;
  /** Returns the number of bytes that the connecting side has sent so far. */
  carried(): number;
  close(): Promise<void>;
}

/** Opens a wire to the listener at this address. */
export async function openSilentWire(target: NetConnectOpts): Promise<SilentWire> {
  const sockets = new Set<Socket>();
  /** Sockets whose peer has disappeared without closing the connection. */
  const orphans = new Set<Socket>();
  let mode: 'CARRIES' | 'SILENT' | 'BROKEN' = 'CARRIES';
  let carried = 0;
  const join = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on('data', (bytes) => void to.write(bytes));
    from.on('end', () => void to.end());
    from.on('error', () => {
      if (mode === 'SILENT') orphans.add(to);
      else to.destroy();
    });
    from.on('close', () => sockets.delete(from));
    if (mode === 'SILENT') from.pause();
    else from.resume();
  };
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (near) => {
    if (mode === 'BROKEN') return void near.destroy();
    const far = connect({ ...target, allowHalfOpen: true });
    near.on('data', (bytes) => {
      carried += bytes.byteLength;
    });
    join(near, far);
    join(far, near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    silence: () => {
      mode = 'SILENT';
      for (const socket of sockets) socket.pause();
    },
    heal: () => {
      mode = 'CARRIES';
      for (const socket of orphans) socket.destroy();
      orphans.clear();
      for (const socket of sockets) socket.resume();
    },
    forget: () => {
      for (const socket of sockets) socket.pause();
      sockets.clear();
    },
    breakOff: () => {
      mode = 'BROKEN';
      destroyAll();
    },
    carried: () => carried,
    close: async () => {
      destroyAll();
      server.close();
      server.unref();
    },
  };
}

/** Opens a wire to a database server. Returns the URL of the database through the wire. */
export async function openDatabaseWire(
  databaseUrl: string,
): Promise<SilentWire & { readonly url: string }> {
  const { host, port, user, password, database } = new pg.Client(databaseUrl);
  const isSocket = host.startsWith('/');
  const wire = await openSilentWire(
    isSocket ? { path: `${host}/.s.PGSQL.${port}` } : { host, port },
  );
  const name = [user, password].flatMap((each) => (each ? encodeURIComponent(each) : []));
  return { ...wire, url: `postgresql://${name.join(':')}@127.0.0.1:${wire.port}/${database}` };
}
