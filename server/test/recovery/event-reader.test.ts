// Readers of the event stream that die at any moment, under load: none misses an event, and each
// gets them in order.
//
// READERS, EVENTS_PER_SECOND and SECONDS make it larger than it is here.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { storeEvents } from '../../src/platform/events/event.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { readEvents } from '../support/event-reader.js';
import { sayProof } from '../support/proof.js';
import { until } from '../support/wait.js';

const READERS = Number(process.env.READERS ?? 6);
const EVENTS_PER_SECOND = Number(process.env.EVENTS_PER_SECOND ?? 200);
const SECONDS = Number(process.env.SECONDS ?? 2);
const EVENTS = EVENTS_PER_SECOND * SECONDS;
const WRITERS = 4;

let app: TestApp;
let header: Record<string, string>;

before(async () => {
  app = await startTestApp();
  header = await app.header('AUDITOR');
});
after(() => app?.stop());

/** Transactions of 1 to 5 events that end out of order, and some not at all. */
async function writer(number: number): Promise<void> {
  const began = Date.now();
  let subject = number;
  while (subject < EVENTS) {
    const events: { type: string; subjectId: bigint }[] = [];
    for (let more = 1 + Math.floor(Math.random() * 5); more > 0 && subject < EVENTS; more -= 1) {
      events.push({ type: 'load.told', subjectId: BigInt(subject) });
      subject += WRITERS;
    }
    const held = Math.random() * 30;
    await app.db.transaction(async (tx) => {
      await storeEvents(tx, events);
      await pause(held);
    });
    await pause(Math.max(0, (subject / EVENTS_PER_SECOND) * 1_000 - (Date.now() - began)));
  }
}

interface Following {
  readonly ids: number[];
  readonly subjects: Set<number>;
  lives: number;
  ended: boolean;
}

/**
 * A program that follows the stream and dies again and again; what it has seen outlives it.
 * @param remembers whether it comes back with its last id
 */
async function follow(remembers: boolean, begun: () => void): Promise<Following> {
  const seen: Following = { ids: [], subjects: new Set(), lives: 0, ended: false };
  let last = '0';
  void (async () => {
    while (!seen.ended) {
      const came = { 'last-event-id': last };
      const reader = await readEvents(
        `${app.url}/api/v1/event/stream?types=load.told`,
        remembers || seen.lives === 0 ? { ...header, ...came } : header,
        ({ id, event }) => {
          seen.ids.push(id);
          seen.subjects.add(event.subjectId);
          last = String(id);
        },
      ).catch(() => undefined);
      if (reader === undefined) continue;
      seen.lives += 1;
      begun();
      await pause(Math.random() * 600);
      reader.kill();
      await reader.over;
      await pause(Math.random() * 100);
    }
  })();
  return seen;
}

test(`${READERS} readers killed at random under load miss nothing and keep the order`, async () => {
  let begun = 0;
  const begin = () => {
    begun += 1;
  };
  const readers = await Promise.all(Array.from({ length: READERS }, () => follow(true, begin)));
  const controls = await Promise.all(Array.from({ length: 3 }, () => follow(false, begin)));
  await until(() => begun >= READERS + controls.length);
  await Promise.all(Array.from({ length: WRITERS }, (_, at) => writer(at)));
  await until(() => readers.every(({ subjects }) => subjects.size === EVENTS));
  const lives = () => readers.reduce((sum, reader) => sum + reader.lives, 0);
  await until(() => lives() > READERS * 2);
  for (const reader of [...readers, ...controls]) reader.ended = true;
  for (const { ids } of readers) {
    assert.ok(
      ids.every((id, at) => at === 0 || id > (ids[at - 1] ?? 0)),
      'in order, and none twice',
    );
    assert.equal(ids.length, EVENTS);
  }
  const lost = controls.filter(({ subjects }) => subjects.size < EVENTS);
  const figures = { events: EVENTS, readers: READERS, deaths: lives() - READERS, missing: 0 };
  sayProof('readers of events killed', { ...figures, 'controls lost': lost.length });
  assert.ok(lost.length > 0, 'who comes back without its last id loses what happened meanwhile');
});
