// A desk with its order adapter, connected to an exchange that answers as the test defines. It can
// disconnect, and reconnect on the same port.

import {
  type OrderAdapter,
  startOrderAdapter,
} from '../../../src/exchanges/fix/adapter/order-adapter.js';
import { sessionConfig } from '../../../src/exchanges/fix/session/config.js';
import type {
  FixMessage,
  OutboundMessage,
} from '../../../src/exchanges/fix/session/message/message.js';
import { SYSTEM_CLOCK } from '../../../src/exchanges/fix/session/message/time.js';
import { type Acceptor, startAcceptor } from '../../../src/exchanges/fix/session/peer/acceptor.js';
import type { FixSession } from '../../../src/exchanges/fix/session/peer/session-host.js';
import { UNROUTED } from '../../../src/modules/order/exchange/session-route.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { type Desk, openDesk } from '../../support/order-desk.js';
import { freePort } from '../../support/process/server-process.js';
import { waitFor } from '../../support/wait.js';

/** Returns what the exchange sends in response to a message. */
export type Answer = (message: FixMessage) => readonly OutboundMessage[];

export interface AcceptorDesk {
  readonly desk: Desk;
  /** Every message that the exchange has received, oldest first. */
  readonly heard: readonly FixMessage[];
  /** Returns our side of the session. */
  session(): FixSession;
  /** Sets how the exchange answers from now on. */
  answerWith(answer: Answer): void;
  /** Resolves once the exchange has disconnected and our side has noticed. */
  stopExchange(): Promise<void>;
  openExchange(): Promise<void>;
  openAdapter(): void;
  stopAdapter(): Promise<void>;
  loggedOn(): Promise<void>;
  stop(): Promise<void>;
}

/** Opens the desk, exchange and adapter. Resolves when the session is logged on. */
export async function openAcceptorDesk(first: Answer = () => []): Promise<AcceptorDesk> {
  const desk = await openDesk();
  await desk.receive(1_000_000_000n);
  const theirs = await createTestDatabase();
  // The port is not ephemeral, because another socket could take it while the exchange is down.
  const port = await freePort();
  const heard: FixMessage[] = [];
  let answer = first;
  const accept = () =>
    startExchange(theirs, port, (message) => {
      heard.push(message);
      return answer(message);
    });
  let exchange = await accept();
  let adapter = startAdapter(desk, port);
  const stage: AcceptorDesk = {
    desk,
    heard,
    session: () => adapter.session,
    answerWith: (next) => {
      answer = next;
    },
    stopExchange: async () => {
      await exchange.stop();
      await waitFor('the session to be down', async () => !adapter.session.isLoggedOn());
    },
    openExchange: async () => {
      exchange = await accept();
    },
    openAdapter: () => {
      adapter = startAdapter(desk, port);
    },
    stopAdapter: () => adapter.stop(),
    loggedOn: async () => {
      await waitFor('the logon', async () => adapter.session.isLoggedOn());
    },
    stop: async () => {
      await adapter.stop();
      await exchange.stop();
      await theirs.drop();
      await desk.stop();
    },
  };
  await stage.loggedOn();
  return stage;
}

function startExchange({ db }: TestDatabase, port: number, answer: Answer): Promise<Acceptor> {
  const key = { beginString: 'FIX.4.4', senderCompId: 'NGX', targetCompId: 'BROKER' } as const;
  return startAcceptor({
    db,
    log: { alarm: () => undefined, info: () => undefined },
    clock: SYSTEM_CLOCK,
    host: '127.0.0.1',
    port,
    sessions: [
      {
        config: sessionConfig({ key, heartBtIntSeconds: 30, role: 'acceptor' }),
        application: { onMessage: async (_tx, message) => answer(message) },
      },
    ],
  });
}

function startAdapter(desk: Desk, port: number): OrderAdapter {
  return startOrderAdapter(desk.context, {
    name: UNROUTED,
    exchangeId: desk.exchangeId,
    host: '127.0.0.1',
    port,
    session: {
      key: { beginString: 'FIX.4.4', senderCompId: 'BROKER', targetCompId: 'NGX' },
      heartBtIntSeconds: 30,
    },
  });
}
