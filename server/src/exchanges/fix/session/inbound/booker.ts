// The booker: books the messages that a session has received, separately from the session. Many
// messages share a transaction. Each is booked exactly once, in the order of the message numbers.

import { present } from '../../../../platform/assert.js';
import { counted } from '../../../../platform/http/reply/counted.js';
import type { BookingApplication, Heard } from '../application.js';
import { FIX_LIMIT } from '../limits.js';
import { decode } from '../message/decode.js';
import { type FixMessage, flagOf } from '../message/message.js';
import { LOST_ITS_NUMBER } from '../message/reject.js';
import { TAG } from '../message/tag.js';
import type { SessionSetup } from '../setup.js';
import {
  adoptOrphans,
  lockUnbooked,
  storeOutcomes,
  type UnbookedRow,
} from '../store/delivery-queries.js';
import { type BookingTurn, nextBookingSize } from './turn-size.js';

export interface Booker {
  /** Called when a message was received. */
  wake(): void;
  /** Called when the session is logged on: its numbers may have restarted since the last logon. */
  loggedOn(): void;
  /** Stops after the current transaction; the rest is booked after the next start. */
  stop(): Promise<void>;
}

interface Booking extends Omit<SessionSetup, 'application'> {
  readonly application: BookingApplication;
  readonly sessionId: number;
}

/** Starts the booker with the messages that are still unbooked. */
export function startBooker(booking: Booking): Booker {
  const { clock, config, log } = booking;
  let running: Promise<void> | undefined;
  let isDue = false;
  let isStopped = false;
  let mayHaveOrphans = true;
  let failures = 0;
  let size: number = FIX_LIMIT.deliveredPerBatchFirst;
  let before: BookingTurn | undefined;
  let callOff: () => void = () => undefined;
  const bookOnce = async () => {
    const startedMs = clock.nowMs();
    const booked = await bookNext(booking, size);
    const turn = { size, booked, tookMs: clock.nowMs() - startedMs };
    size = nextBookingSize(turn, before);
    if (booked > 0) before = turn;
    return booked === turn.size;
  };
  const rounds = async () => {
    while (isDue && !isStopped) {
      isDue = false;
      if (mayHaveOrphans) await deliverOrphans(booking);
      mayHaveOrphans = false;
      if (await bookOnce()) isDue = true;
      failures = 0;
    }
  };
  const wake = () => {
    isDue = true;
    if (isStopped || running !== undefined) return;
    callOff();
    running = rounds()
      .catch((error: unknown) => {
        const text = error instanceof Error ? error.message : String(error);
        log.alarm(config.key, `booking received messages failed, will be retried: ${text}`);
        failures += 1;
        callOff = clock.after(pauseMs(failures), wake);
      })
      .finally(() => {
        running = undefined;
        if (isDue && failures === 0) wake();
      });
  };
  wake();
  return {
    wake,
    loggedOn: () => {
      mayHaveOrphans = true;
      wake();
    },
    stop: async () => {
      isStopped = true;
      callOff();
      await running;
    },
  };
}

function pauseMs(failures: number): number {
  const { bookingPauseMinMs, bookingPauseMaxMs } = FIX_LIMIT;
  return Math.min(bookingPauseMinMs * 2 ** Math.min(failures - 1, 10), bookingPauseMaxMs);
}

/** Runs one transaction with the messages, their bookings and their outcomes. */
function bookNext(booking: Booking, most: number): Promise<number> {
  const { db, application, sessionId } = booking;
  return db.transaction(async (tx) => {
    const rows = await lockUnbooked(tx, sessionId, most);
    if (rows.length === 0) return 0;
    const outcomes = await application.book(
      tx,
      rows.map((row) => heardOf(booking, row)),
    );
    const stored = rows.map(({ message_id: messageId }, at) => ({
      messageId,
      outcome: present(outcomes[at], 'each message has an outcome'),
    }));
    await storeOutcomes(tx, stored);
    return rows.length;
  });
}

function heardOf({ config }: Booking, row: UnbookedRow): Heard {
  const message = messageIn(row.raw);
  const { refusal_kind: kind, refusal_text: text } = row;
  const meta = {
    sessionKey: config.key,
    seqNum: row.seq_num,
    possDup: flagOf(message, TAG.PossDupFlag),
    possResend: flagOf(message, TAG.PossResend),
    receivedAt: row.received_at,
    ...(kind === null ? {} : { refusal: { kind, text: text ?? '' } }),
  };
  return { message, meta };
}

/** Decodes the message again, or returns the readable part of a poison message. */
function messageIn(raw: Buffer): FixMessage {
  const decoded = decode(raw);
  if (decoded.message !== undefined) return decoded.message;
  const nothing = { beginString: '', msgType: '', fields: [], unreadable: decoded.garbled };
  return decoded.remains ?? nothing;
}

async function deliverOrphans({ db, sessionId, clock, config, log }: Booking): Promise<void> {
  const after = new Date(clock.nowMs() - FIX_LIMIT.orphanAgeMs).toISOString();
  const orphans = await db.transaction((tx) =>
    adoptOrphans(tx, sessionId, { after, text: LOST_ITS_NUMBER.text }),
  );
  if (orphans > 0)
    log.alarm(
      config.key,
      `${counted(orphans, 'message')} received but their numbers never recorded`,
    );
}
