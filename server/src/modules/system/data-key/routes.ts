// HTTP operations on data keys: list them, and rotate to a new key.

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
  NO_NEW_DATA_KEY: [409, 'The settings contain no data key newer than the current one.'],
});

/** Builds the data key module. Its job re-encrypts the encrypted rows of all given modules. */
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

/** Returns the tables with encrypted columns in the given modules. */
export function sealedTablesOf(modules: readonly Module[]): readonly SealedTable[] {
  return modules.flatMap((module) => module.sealed ?? []);
}

/** Loads keys created by other nodes, before those nodes encrypt data with them. */
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
  purpose: wireChoice(['SEAL', 'INDEX'], { description: 'Purpose of the key' }),
  active: wireFlag({ description: 'Whether this node encrypts with it now' }),
  held: wireFlag({ description: 'Whether this node has the key' }),
  sealsFromDttm: wireInstant({ description: 'Time from which nodes encrypt with it' }),
  replacedDttm: Type.Optional(
    wireInstant({ description: 'Time since which it is used only for stored replies' }),
  ),
  createdBy: wireText({ description: 'Name of the user or client that created it' }),
  createdDttm: wireInstant({ description: 'Time of its creation' }),
});

const dataKeyRoutes: readonly Route[] = [
  list({
    path: 'security/data-key/list',
    operation: 'listDataKeys',
    summary: 'The versions of the keys that encrypt personal numbers, without the keys themselves',
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
    summary: 'Rotate to a new data key, and re-encrypt stored data',
    description:
      'Adds a key to the key file in the data folder. If the settings contain the keys, the ' +
      'next newer key there is used instead. A job re-encrypts stored data.',
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

// Creates a new data key. The key is written to the file before its row is stored in the database.
// If the program crashes in between, the next rotation uses that key, so no row ever refers to a
// missing key.
async function rotateDataKey(work: Work): Promise<Outcome> {
  const { context, tx, principal } = work;
  await lockKeys(tx);
  const newest = Math.max(...(await sealingVersions(work)));
  const { ring, version } = await nextKey(work, newest);
  const key = present(ring.sealing.get(version), 'the key was just found or created');
  const made = { purpose: 'SEAL', version, proof: proofOf(key) } as const;
  await insertKey(tx, { ...made, sealsInMs: VAULT.graceMs, createdBy: principal.name });
  await enqueue(work, RE_ENCRYPT, { data: {}, delayMs: VAULT.graceMs + VAULT.refreshEveryMs });
  tx.afterCommit(() => context.signals.raise(KEY_SIGNAL));
  const row = (await selectKeys(tx)).find((each) => each.version === version);
  return {
    msgCode: 'DATA_KEY_ROTATED',
    name: String(version),
    created: true,
    result: recordOf(context, present(row, 'the key was just written')),
  };
}

async function sealingVersions({ tx }: Work): Promise<readonly number[]> {
  const keys = await selectKeys(tx);
  return keys.filter(({ purpose }) => purpose === 'SEAL').map(({ version }) => version);
}

async function nextKey({ context, tx }: Work, newest: number) {
  const source = context.config;
  const ring = present(await readKeyRing(source), 'the start has read or created the key ring');
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

// Returns a key ring for a dry run. No key is created; bytes of the right length are used instead.
function dryRing(ring: KeyRing, version: number): KeyRing {
  return { ...ring, sealing: new Map([...ring.sealing, [version, ring.index]]) };
}
