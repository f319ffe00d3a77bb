// A TCP connection between two sides that tests can cut, or make drop or hold bytes.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** "Near" is the side that connects; "far" is the side that listens. */
export interface CuttableWire {
  readonly port: number;
  /**
   * Cuts the connection on the given side first, so that tests can make each side the victim
   * equally often.
   */
  cut(side?: 0 | 1): void;
  /** Drops everything that the near side sends from now until the next connection. */
  swallow(): void;
  /** Holds what the far side sends, from the first chunk that matches `begins` until released. */
  hold(begins: (chunk: string) => boolean): void;
  letGo(): void;
  close(): void;
}

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
  swallows: boolean;
  readonly held: Buffer[];
}

/** Opens a wire to a port. A cut drops bytes in transit, even in the middle of a message. */
export async function createCuttableWire(toPort: number): Promise<CuttableWire> {
  const pairs = new Set<Pair>();
  let holdFrom: ((chunk: string) => boolean) | undefined;
  const server = createServer((near) => {
    const far = connect({ port: toPort, host: '127.0.0.1' });
    const pair: Pair = { near, far, swallows: false, held: [] };
    pairs.add(pair);
    near.on('data', (chunk: Buffer) => {
      if (!pair.swallows) far.write(chunk);
    });
    far.on('data', (chunk: Buffer) => {
      const isHeld = pair.held.length > 0 || holdFrom?.(chunk.toString('latin1')) === true;
      if (isHeld) pair.held.push(chunk);
      else near.write(chunk);
    });
    join(pair, () => pairs.delete(pair));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return {
    port: address.port,
    cut: (side = 0) => {
      for (const { near, far } of pairs) (side === 0 ? near : far).destroy();
    },
    swallow: () => {
      for (const pair of pairs) pair.swallows = true;
    },
    hold: (begins) => {
      holdFrom = begins;
    },
    letGo: () => {
      holdFrom = undefined;
      for (const { near, held } of pairs) for (const chunk of held.splice(0)) near.write(chunk);
    },
    close: () => {
      server.close();
      for (const { near, far } of pairs) {
        near.destroy();
        far.destroy();
      }
    },
  };
}

/** Closes each side when the other closes. */
function join({ near, far }: Pair, gone: () => void): void {
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    from.on('error', () => undefined);
    from.on('close', () => {
      to.destroy();
      gone();
    });
  }
}
