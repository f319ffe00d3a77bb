// Readers of the event stream that die at any moment, under load. No reader misses an event, and
// each receives the events in order. READERS, EVENTS_PER_SECOND and SECONDS make the test larger.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from '../../src/platform/database/sql.js';
import { storeEvents } from '../../src/platform/events/queries.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { readEvents } from '../support/event-reader.js';
import { sayProof } from '../support/proof.js';
import { until } from '../support/wait.js';

const READERS = Number(process.env.READERS ?? 6);
const EVENTS_PER_SECOND = Number(process.env.EVENTS_PER_SECOND ?? 200);
const SECONDS = Number(process.env.SECONDS ?? 2);
const EVENTS = EVENTS_PER_SECOND * SECONDS;
const WRITERS = 4;
const CONTROLS = 3;
/** The maximum number of events between two deaths of one reader, and while the reader is dead. */
const LIFE_EVENTS_MAX = EVENTS / 10;
const MISSED_EVENTS_MAX = EVENTS / 20;

let app: TestApp;
let header: Record<string, string>;

before(async () => {
  app = await startTestApp();
  header = await app.header('AUDITOR');
});
after(() => app?.stop());

/**
 * Writes transactions of 1 to 5 events that commit out of order, at the given rate, until enough
 * are written.
 */
async function writer(load: Load): Promise<void> {
  const began = performance.now();
  while (!load.isEnough()) {
    const events = Array.from({ length: 1 + Math.floor(Math.random() * 5) }, () => {
      load.written += 1;
      return { type: 'load.told', subjectId: BigInt(load.written) };
    });
    const dueMs = (load.written / EVENTS_PER_SECOND) * 1_000;
    await app.db.transaction(async (tx) => {
      await storeEvents(tx, events);
      for (let work = Math.random() * 20; work > 1; work -= 1) await tx.query(sql`select 1`);
    });
    await until(() => performance.now() - began >= dueMs);
  }
}

interface Load {
  written: number;
  readonly isEnough: () => boolean;
}

interface Following {
  readonly ids: number[];
  readonly subjects: Set<number>;
  lives: number;
  over: Promise<void>;
}

interface Follower {
  /** True if the reader reconnects with its last id. */
  readonly remembers: boolean;
  /**
   * Returns the last id of a reader that never dies. A dead reader reconnects once it has missed
   * some events.
   */
  readonly head: () => number;
  /** Returns true once all events are written; from then on the reader stays alive. */
  readonly isWritten: () => boolean;
  readonly isEnded: () => boolean;
}

/** Starts a program that follows the stream and dies repeatedly. Its record of events survives. */
function follow({ remembers, head, isWritten, isEnded }: Follower): Following {
  const seen: Following = { ids: [], subjects: new Set(), lives: 0, over: Promise.resolve() };
  const lastId = () => seen.ids.at(-1) ?? 0;
  const live = async () => {
    while (!isEnded()) {
      const came = { 'last-event-id': String(lastId()) };
      const reader = await readEvents(
        `${app.url}/api/v1/event/stream?types=load.told`,
        remembers || seen.lives === 0 ? { ...header, ...came } : header,
        ({ id, event }) => {
          seen.ids.push(id);
          seen.subjects.add(event.subjectId);
        },
      ).catch(() => undefined);
      if (reader === undefined) continue;
      seen.lives += 1;
      const enough = seen.ids.length + 1 + Math.random() * LIFE_EVENTS_MAX;
      await until(() => isEnded() || (!isWritten() && seen.ids.length >= enough));
      reader.kill();
      await reader.over;
      const missed = lastId() + 1 + Math.random() * MISSED_EVENTS_MAX;
      await until(() => isEnded() || isWritten() || head() >= missed);
    }
  };
  seen.over = live();
  return seen;
}

test(`${READERS} readers killed at random under load miss nothing and keep the order`, async () => {
  let ended = false;
  const lives = () => readers.reduce((sum, reader) => sum + reader.lives, 0);
  const load: Load = {
    written: 0,
    isEnough: () =>
      load.written >= EVENTS &&
      lives() > READERS * 3 &&
      controls.every((control) => control.lives > 1),
  };
  const steady = await readEvents(`${app.url}/api/v1/event/stream?types=load.told`, header);
  const follower = {
    head: () => Number(steady.lastId() ?? 0),
    isWritten: load.isEnough,
    isEnded: () => ended,
  };
  const of = (count: number, remembers: boolean) =>
    Array.from({ length: count }, () => follow({ ...follower, remembers }));
  const [readers, controls] = [of(READERS, true), of(CONTROLS, false)];
  const all = [...readers, ...controls];
  await until(() => all.every((reader) => reader.lives > 0));
  await Promise.all(Array.from({ length: WRITERS }, () => writer(load)));
  await until(() => readers.every(({ subjects }) => subjects.size === load.written));
  ended = true;
  await Promise.all(all.map(({ over }) => over));
  steady.kill();
  await steady.over;
  for (const { ids } of readers) {
    assert.ok(
      ids.every((id, at) => at === 0 || id > (ids[at - 1] ?? 0)),
      'in order, and none twice',
    );
    assert.equal(ids.length, load.written);
  }
  const lost = controls.filter(({ subjects }) => subjects.size < load.written);
  const figures = { events: load.written, readers: READERS, deaths: lives() - READERS, missing: 0 };
  sayProof('readers of events killed', { ...figures, 'controls lost': lost.length });
  assert.equal(lost.length, CONTROLS, 'one without its last id loses the events of the gap');
});
