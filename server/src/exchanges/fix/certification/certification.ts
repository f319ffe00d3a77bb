// Certification mode: a session that answers by fixed rules, for counterparties that test against
// our session layer.

import { unreachable } from '../../../platform/assert.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import type { FixApplication, SessionLog } from '../session/application.js';
import { type SessionConfig, sessionConfig } from '../session/config.js';
import { FIX_LIMIT } from '../session/limits.js';
import type { BeginString } from '../session/message/dictionary.js';
import {
  type FixMessage,
  fieldOf,
  type OutboundMessage,
  outbound,
} from '../session/message/message.js';
import { MSG_TYPE, TAG } from '../session/message/tag.js';
import { type SessionClock, SYSTEM_CLOCK } from '../session/message/time.js';
import { startAcceptor } from '../session/peer/acceptor.js';
import { startInitiator } from '../session/peer/initiator.js';
import { echoBody, echoHeader } from './echo.js';

/** BusinessRejectReason 3: this side does not support the message type. */
const UNSUPPORTED_MESSAGE_TYPE = 3;
const ECHOED: ReadonlySet<string> = new Set([MSG_TYPE.NewOrderSingle, MSG_TYPE.SecurityDefinition]);

interface CertificationSettings {
  readonly db: Database;
  readonly log: SessionLog;
  readonly role: 'acceptor' | 'initiator';
  /** The host on which an acceptor listens, or to which an initiator connects. */
  readonly host: string;
  readonly port: number;
  readonly beginString: BeginString;
  readonly senderCompId: string;
  readonly targetCompId: string;
  /**
   * The heartbeat interval that an initiator requests, in seconds. An acceptor uses the interval
   * requested by the other side.
   */
  readonly heartBtIntSeconds?: number;
  /** The clock of the session; default: the system's time. */
  readonly clock?: SessionClock;
}

export interface Certification {
  /** The port to listen on or to connect to. */
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/**
 * Runs one session of the production session layer with strict checks. Both numbers restart at 1
 * with every logon. An initiator reconnects within a second.
 */
export async function startCertification(settings: CertificationSettings): Promise<Certification> {
  const { db, log, role, host, port, clock = SYSTEM_CLOCK } = settings;
  const config = certificationConfig(settings);
  const application = certificationApplication(config);
  switch (role) {
    case 'acceptor':
      return startAcceptor({
        db,
        log,
        clock,
        host,
        port,
        sessions: [{ config, application }],
      });
    case 'initiator': {
      const initiator = startInitiator({
        db,
        log,
        clock,
        host,
        port,
        config,
        application,
      });
      return { port, stop: () => initiator.stop() };
    }
    default:
      return unreachable(role);
  }
}

function certificationConfig(settings: CertificationSettings): SessionConfig {
  const { role, beginString, senderCompId, targetCompId, heartBtIntSeconds } = settings;
  return sessionConfig({
    role,
    key: { beginString, senderCompId, targetCompId, qualifier: 'certification' },
    resetOnLogon: true,
    validation: { level: 'strict', userTags: new Set() },
    reconnectMaxMs: FIX_LIMIT.certificationReconnectMaxMs,
    ...(heartBtIntSeconds === undefined ? {} : { heartBtIntSeconds }),
  });
}

/**
 * Echoes orders and security definitions in the transaction that records their numbers. A message
 * marked PossResend is dropped if its ClOrdID was seen before. Messages of any other type are
 * rejected.
 */
function certificationApplication(config: SessionConfig): FixApplication {
  const seen = createSeenOrders();
  return {
    onMessage: async (tx, message, meta) => {
      if (!ECHOED.has(message.msgType)) return [refusalOf(message, config)];
      const clOrdId = fieldOf(message, TAG.ClOrdID);
      const isNew = clOrdId === undefined || seen.note(tx, clOrdId);
      if (meta.possResend && !isNew) return [];
      const header = echoHeader(message);
      return [{ msgType: message.msgType, body: echoBody(message), header }];
    },
    // The numbers restart with the next logon, so the seen ClOrdIDs are cleared too.
    onLogout: () => seen.forget(),
  };
}

function refusalOf(message: FixMessage, config: SessionConfig): OutboundMessage {
  const isFixt = config.key.beginString === 'FIXT.1.1';
  return outbound(MSG_TYPE.BusinessMessageReject, [
    [TAG.RefSeqNum, fieldOf(message, TAG.MsgSeqNum)],
    [TAG.Text, 'Unsupported Message Type'],
    [TAG.RefMsgType, message.msgType],
    [TAG.BusinessRejectReason, UNSUPPORTED_MESSAGE_TYPE],
    [TAG.DefaultApplVerID, isFixt ? config.defaultApplVerId : undefined],
  ]);
}

interface SeenOrders {
  /**
   * Records the ClOrdID. Returns false if this transaction or a committed one has already recorded
   * it.
   */
  note(tx: Tx, clOrdId: string): boolean;
  forget(): void;
}

// A transaction may be repeated, so its records become visible to others only after its commit.
function createSeenOrders(): SeenOrders {
  const committed = new Set<string>();
  const pending = new WeakMap<Tx, Set<string>>();
  const noteIn = (tx: Tx): Set<string> => {
    const known = pending.get(tx);
    if (known !== undefined) return known;
    const fresh = new Set<string>();
    pending.set(tx, fresh);
    tx.afterCommit(() => {
      for (const id of fresh) committed.add(id);
      for (const id of committed) {
        if (committed.size <= FIX_LIMIT.certificationOrders) break;
        committed.delete(id);
      }
    });
    return fresh;
  };
  return {
    note: (tx, clOrdId) => {
      const own = noteIn(tx);
      if (committed.has(clOrdId) || own.has(clOrdId)) return false;
      own.add(clOrdId);
      return true;
    },
    forget: () => committed.clear(),
  };
}
