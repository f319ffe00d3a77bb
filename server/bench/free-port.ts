// Finds ports for servers that start a moment later and may restart on the same port.

import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Lower than the ports that the system assigns to outgoing connections, which could be taken before
 * they are used here.
 */
const PORTS = { from: 15_000, to: 32_000 } as const;

/** Returns a loopback port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const port = randomInt(PORTS.from, PORTS.to);
  const probe = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return freePort();
  probe.close();
  await once(probe, 'close');
  return port;
}
