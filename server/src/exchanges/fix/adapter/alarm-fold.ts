// Folds alarms with the same cause into one log line a minute. Otherwise thousands of lines about
// one cause would bury the others.

import type { SessionLog } from '../session/application.js';
import { keyText, type SessionKey } from '../session/config.js';
import type { SessionClock } from '../session/message/time.js';

const WINDOW_MS = 60_000;
/**
 * The maximum number of causes folded at the same time. Alarms with any other cause are logged one
 * by one.
 */
const CAUSES_MAX = 200;

type Alarm = SessionLog['alarm'];

interface Folding {
  /** The number of alarms since the last log line. */
  folded: number;
  lastText: string;
  callOff: () => void;
}

interface FoldedAlarm {
  /**
   * Logs the first alarm of a cause immediately, and the alarms of the following minute as one
   * line.
   */
  readonly alarm: Alarm;
  /** Logs the alarms that are still folded. */
  readonly stop: () => void;
}

/** Folds alarms whose texts differ only in numbers. */
export function foldAlarms(clock: SessionClock, write: Alarm): FoldedAlarm {
  const causes = new Map<string, Folding>();
  const writeFolded = (key: SessionKey, { folded, lastText }: Folding) =>
    write(key, folded === 1 ? lastText : `${lastText} (${folded} times within a minute)`);
  const stops = new Set<() => void>();
  const alarm: Alarm = (key, text) => {
    const cause = `${keyText(key)} ${text.replace(/\d+/g, '#')}`;
    const known = causes.get(cause);
    if (known !== undefined) {
      known.folded += 1;
      known.lastText = text;
      return;
    }
    write(key, text);
    if (causes.size >= CAUSES_MAX) return;
    const folding: Folding = { folded: 0, lastText: text, callOff: () => undefined };
    const stop = () => {
      folding.callOff();
      causes.delete(cause);
      stops.delete(stop);
      if (folding.folded > 0) writeFolded(key, folding);
    };
    const end = () => {
      if (folding.folded === 0) return stop();
      writeFolded(key, folding);
      folding.folded = 0;
      folding.callOff = clock.after(WINDOW_MS, end);
    };
    causes.set(cause, folding);
    stops.add(stop);
    folding.callOff = clock.after(WINDOW_MS, end);
  };
  return {
    alarm,
    stop: () => {
      for (const stop of [...stops]) stop();
    },
  };
}
