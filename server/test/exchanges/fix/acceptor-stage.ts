// Runs an acceptor with one session that echoes orders. Tests act as its counterparty.

import type { FixApplication } from '../../../src/exchanges/fix/session/application.js';
import { type SessionSettings, sessionConfig } from '../../../src/exchanges/fix/session/config.js';
import type { BeginString } from '../../../src/exchanges/fix/session/message/dictionary.js';
import { SYSTEM_CLOCK } from '../../../src/exchanges/fix/session/message/time.js';
import { type Acceptor, startAcceptor } from '../../../src/exchanges/fix/session/peer/acceptor.js';
import type { TestDatabase } from '../../support/database.js';
import { echoApplication } from './certification/echo.js';
import { connectPeer, type RawPeer } from './raw-peer.js';
import { steppedTime } from './stepped-time.js';

export const ORDER = '11=ID|21=3|40=1|54=1|55=INTC|60=@';
export const ECHO = '11=ID|21=3|40=1|54=1|55=INTC';

export interface Stage {
  readonly acceptor: Acceptor;
  readonly name: string;
  readonly alarms: string[];
  /** The time of the session under test, in milliseconds. */
  nowMs(): number;
  connect(): Promise<RawPeer>;
  /** Connects and logs on with the next sequence number, which must be 1 on the first call. */
  logOn(extra?: string): Promise<RawPeer>;
}

export type StageSettings = Partial<SessionSettings> & {
  readonly beginString?: BeginString;
  /** True to use real time, for tests of a timer itself. By default time is stepped. */
  readonly isRealTime?: boolean;
  /** Makes the application for a session name. The default echoes orders. */
  readonly application?: (name: string) => FixApplication;
};

let sessions = 0;

/** Runs one test against its own acceptor with one session, then stops the acceptor. */
export async function playOn(
  database: TestDatabase,
  play: (stage: Stage) => Promise<void>,
  settings: StageSettings,
): Promise<void> {
  sessions += 1;
  const { beginString = 'FIX.4.4', isRealTime = false, ...rest } = settings;
  const { application = echoApplication, ...others } = rest;
  const time = isRealTime ? undefined : steppedTime(database.db);
  const clock = time?.clock ?? SYSTEM_CLOCK;
  const name = `TW${sessions}`;
  const alarms: string[] = [];
  const config = sessionConfig({
    role: 'acceptor',
    key: { beginString, senderCompId: 'ISLD', targetCompId: name },
    validation: { level: 'strict', userTags: new Set() },
    ...others,
  });
  const acceptor = await startAcceptor({
    db: time?.db ?? database.db,
    log: { alarm: (_, text) => alarms.push(text), info: () => undefined },
    clock,
    port: 0,
    sessions: [{ config, application: application(name) }],
  });
  const ids = {
    beginString,
    sender: name,
    target: 'ISLD',
    ...(time === undefined ? {} : { time }),
  };
  const peers: RawPeer[] = [];
  const connect = async () => {
    const peer = await connectPeer(acceptor.port, ids);
    peers.push(peer);
    return peer;
  };
  const logOn = async (extra = '108=30') => {
    const peer = await connect();
    const version = beginString === 'FIXT.1.1' ? '|1137=9' : '';
    peer.say(`35=A|34=1|98=0|${extra}${version}`);
    await peer.hear(`35=A|34=1|98=0|${extra}${version}`);
    return peer;
  };
  try {
    await play({ acceptor, name, alarms, nowMs: clock.nowMs, connect, logOn });
  } finally {
    for (const peer of peers) peer.close();
    await (time?.passUntil(acceptor.stop()) ?? acceptor.stop());
  }
}
