// Background loops, which run a round, pause, and repeat until the app stops.

import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../context.js';
import type { RunningWorker } from '../worker.js';

/** A background loop. */
export interface Loop {
  /** The loop's name in the log and in the counter of failed rounds. */
  readonly name: string;
  /** The pause between rounds. The config can override it by loop name. */
  readonly everyMs: number;
  /**
   * The pause before the first round. Undefined means no pause. An override of `everyMs` also caps
   * this pause.
   */
  readonly firstAfterMs?: number;
  /** The topic of a signal that ends the pause early. */
  readonly wakeOn?: string;
  readonly round: () => Promise<void>;
}

/** Starts the loop. A round that fails is logged and retried after the pause. */
export function startLoop(context: Context, loop: Loop): RunningWorker {
  const everyMs = context.config.loopIntervalsMs[loop.name] ?? loop.everyMs;
  const firstAfterMs = Math.min(loop.firstAfterMs ?? 0, everyMs);
  const state = { ending: false, woken: false, sleep: new AbortController() };
  const wake = () => {
    state.woken = true;
    state.sleep.abort();
  };
  const forget = loop.wakeOn === undefined ? undefined : context.signals.on(loop.wakeOn, wake);
  const sleep = async (forMs: number) => {
    state.sleep = new AbortController();
    await pause(forMs, undefined, { signal: state.sleep.signal }).catch(() => undefined);
  };
  const turns = async () => {
    if (firstAfterMs > 0) await sleep(firstAfterMs);
    while (!state.ending) {
      state.woken = false;
      const failed = await failing(context, loop);
      // A signal during the round may announce work that the round has missed.
      if (state.ending || (state.woken && !failed)) continue;
      await sleep(everyMs);
    }
  };
  const running = turns();
  return {
    ready: () => true,
    stop: async () => {
      state.ending = true;
      forget?.();
      state.sleep.abort();
      await running;
    },
  };
}

async function failing(context: Context, loop: Loop): Promise<boolean> {
  try {
    await loop.round();
    return false;
  } catch (error) {
    context.metrics.events.inc({ name: `${loop.name.replaceAll('-', '_')}_failed` });
    context.log.warn({ err: error, loop: loop.name }, 'a round failed, will be retried');
    return true;
  }
}
