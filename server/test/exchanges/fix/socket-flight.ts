// Tracks bytes that one socket of this process has written and another has not yet read. On a busy
// machine delivery can take any number of event-loop turns, so counting turns is not enough.

import { subscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';

const opened = new Set<Socket>();
const accepted = new Set<Socket>();

subscribe('net.client.socket', (message) => follow(opened, message));
subscribe('net.server.socket', (message) => follow(accepted, message));

function follow(sockets: Set<Socket>, message: unknown): void {
  const socket: unknown = Object(message).socket;
  if (!(socket instanceof Socket)) return;
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
}

/** Returns true if a connection attempt is in progress or bytes are in transit. */
export function isOnItsWay(): boolean {
  const byPort = new Map([...accepted].map((socket) => [socket.remotePort, socket]));
  return [...opened].some((socket) => {
    if (socket.connecting) return true;
    const other = socket.localPort === undefined ? undefined : byPort.get(socket.localPort);
    if (other === undefined) return false;
    return socket.bytesWritten !== other.bytesRead || other.bytesWritten !== socket.bytesRead;
  });
}
