// The operations of data keys: which there are, and a new one for what is sealed from now on.

import { Type } from '@sinclair/typebox';
import { VAULT } from '../../../limits.js';
import { present } from '../../../platform/assert.js';
import { startLoop } from '../../../platform/concurrency/loop.js';
import type { Call, Context, Work } from '../../../platform/context.js';
import {
  PAGE_BS,
  type PageRequest,
  pageBS,
  pageOf,
  pageOfAll,
} from '../../../platform/http/reply/paging.js';
import { defineProblems, refusal } from '../../../platform/http/reply/problem.js';
import { list, type Outcome, type Page, type Route, write } from '../../../platform/http/route.js';
import {
  closedObject,
  wireChoice,
  wireFlag,
  wireInstant,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { enqueue } from '../../../platform/jobs/job.js';
import type { Module } from '../../../platform/module.js';
import {
  addKey,
  isInSettings,
  type KeyRing,
  readKeyRing,
} from '../../../platform/vault/key-ring.js';
import { insertKey, type KeyRow, lockKeys, selectKeys } from '../../../platform/vault/queries.js';
import { RE_ENCRYPT, reEncryptJob, type SealedTable } from '../../../platform/vault/re-encrypt.js';
import { refreshVault } from '../../../platform/vault/unlock.js';
import { proofOf } from '../../../platform/vault/vault.js';
import type { Worker } from '../../../platform/worker.js';

const KEY_SIGNAL = 'data-key';

export const dataKeyProblems = defineProblems({
  NO_NEW_DATA_KEY: [409, 'The settings hold no key that is newer than the present one.'],
});

/** The module of data keys; it seals the rows of all these modules anew. */
export function dataKeyModule(modules: readonly Module[]): Module {
  return {
    name: 'data-key',
    summary: 'The keys that encrypt personal data',
    routes: dataKeyRoutes,
    problems: dataKeyProblems,
    jobs: [reEncryptJob(sealedTablesOf(modules))],
    workers: [refresher],
  };
}

/** What modules have sealed in their tables. */
export function sealedTablesOf(modules: readonly Module[]): readonly SealedTable[] {
  return modules.flatMap((module) => module.sealed ?? []);
}

/** Takes up keys that other nodes made, before they seal with them. */
const refresher: Worker = {
  name: 'data-key',
  start: async (context) =>
    startLoop(context, {
      name: 'data-key',
      everyMs: VAULT.refreshEveryMs,
      wakeOn: KEY_SIGNAL,
      round: () => refreshVault({ ...context, source: context.config }),
    }),
};

const DataKeyRecord = closedObject({
  name: wireText({ description: 'Version of the key' }),
  purpose: wireChoice(['SEAL', 'INDEX'], { description: 'What it is for' }),
  active: wireFlag({ description: 'Sealed under by this node now' }),
  held: wireFlag({ description: 'Whether this node has the key' }),
  sealsFromDttm: wireInstant({ description: 'Sealed under from then on' }),
  replacedDttm: Type.Optional(
    wireInstant({ description: 'Since when only stored replies are sealed under it' }),
  ),
  createdBy: wireText({ description: 'Who made it' }),
  createdDttm: wireInstant({ description: 'When it was made' }),
});

const dataKeyRoutes: readonly Route[] = [
  list({
    path: 'security/data-key/list',
    operation: 'listDataKeys',
    summary: 'The keys that personal numbers are sealed with, never the keys themselves',
    permission: 'identity.data-key.read',
    paging: PAGE_BS,
    query: closedObject({ ...pageBS }),
    reply: DataKeyRecord,
    run: (call, { query }) => dataKeyPage(call, pageOf(query, PAGE_BS)),
  }),
  write({
    method: 'POST',
    path: 'security/data-key/rotate',
    operation: 'rotateDataKey',
    summary: 'Seal personal numbers under a new key from now on, and in time all of them',
    description:
      'Adds a key to the file of the data folder; where the keys stand in the settings, takes ' +
      'the next newer one that was put there. A job seals anew what is stored.',
    permission: 'identity.data-key.rotate',
    problems: [dataKeyProblems.NO_NEW_DATA_KEY],
    body: closedObject({}),
    reply: DataKeyRecord,
    run: (work) => rotateDataKey(work),
  }),
];

async function dataKeyPage({ db, context }: Call, page: PageRequest): Promise<Page<object>> {
  const keys = await selectKeys(db);
  return pageOfAll(
    keys.map((key) => recordOf(context, key)),
    page,
  );
}

function recordOf({ vault }: Context, key: KeyRow): object {
  const isSealing = key.purpose === 'SEAL';
  return {
    name: String(key.version),
    purpose: key.purpose,
    active: !isSealing || key.version === vault.version,
    held: !isSealing || vault.holds(key.version),
    sealsFromDttm: key.sealsFrom,
    replacedDttm: key.replacedAt ?? undefined,
    createdBy: key.createdBy,
    createdDttm: key.createdAt,
  };
}

// The key is in the file before the database knows it, so a crash between them leaves a key that
// the next rotation takes, and never a row whose key is nowhere.
async function rotateDataKey(work: Work): Promise<Outcome> {
  const { context, tx, principal } = work;
  await lockKeys(tx);
  const newest = Math.max(...(await sealingVersions(work)));
  const { ring, version } = await nextKey(work, newest);
  const key = present(ring.sealing.get(version), 'it was just found or made');
  const made = { purpose: 'SEAL', version, proof: proofOf(key) } as const;
  await insertKey(tx, { ...made, sealsInMs: VAULT.graceMs, createdBy: principal.name });
  await enqueue(work, RE_ENCRYPT, { data: {}, delayMs: VAULT.graceMs + VAULT.refreshEveryMs });
  tx.afterCommit(() => context.signals.raise(KEY_SIGNAL));
  const row = (await selectKeys(tx)).find((each) => each.version === version);
  return {
    msgCode: 'DATA_KEY_ROTATED',
    name: String(version),
    created: true,
    result: recordOf(context, present(row, 'it was just written')),
  };
}

async function sealingVersions({ tx }: Work): Promise<readonly number[]> {
  const keys = await selectKeys(tx);
  return keys.filter(({ purpose }) => purpose === 'SEAL').map(({ version }) => version);
}

async function nextKey({ context, tx }: Work, newest: number) {
  const source = context.config;
  const ring = present(await readKeyRing(source), 'the start has read or made it');
  const waiting = [...ring.sealing.keys()].filter((version) => version > newest);
  if (waiting.length > 0) return { ring, version: Math.min(...waiting) };
  if (isInSettings(source)) {
    throw refusal(dataKeyProblems.NO_NEW_DATA_KEY, { args: [String(newest)] });
  }
  const version = newest + 1;
  return {
    ring: tx.dryRun ? dryRing(ring, version) : await addKey(source, ring, version),
    version,
  };
}

// A dry run leaves no key behind; any bytes of the right length stand for the one to come.
function dryRing(ring: KeyRing, version: number): KeyRing {
  return { ...ring, sealing: new Map([...ring.sealing, [version, ring.index]]) };
}
