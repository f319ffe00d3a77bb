// Counts the records of several lists in one request, so that a home page needs few requests.

import { Type } from '@sinclair/typebox';
import { OWN_WORK } from '../../limits.js';
import { assert, present } from '../../platform/assert.js';
import { currentBusinessDate } from '../../platform/calendar/business-day.js';
import { lazily } from '../../platform/concurrency/lazily.js';
import { inSlices } from '../../platform/concurrency/turn.js';
import type { Call } from '../../platform/context.js';
import { commonProblems, refuseMember } from '../../platform/http/reply/problem.js';
import { type Page, type Route, read } from '../../platform/http/route.js';
import { compileInput } from '../../platform/http/shape/schema.js';
import {
  closedObject,
  wireInstant,
  wireInteger,
  wireText,
} from '../../platform/http/shape/wire.js';
import type { Module } from '../../platform/module.js';
import { FIGURES, WORK, type WorkKind } from './kind.js';

const workQuery = closedObject({
  codes: Type.Optional(
    wireText({
      description: 'Codes separated by commas, such as ORDER_BOOKED. Default: all',
      longest: OWN_WORK.codesLengthMax,
    }),
  ),
});

const workReply = closedObject({
  result: Type.Array(
    closedObject({
      code: wireText({ description: 'The kind of records' }),
      count: wireInteger({ description: 'Records that the caller may read' }),
      oldestDttm: Type.Optional(
        wireInstant({ description: 'For work: when the oldest record was entered' }),
      ),
    }),
    { description: 'The kinds that the caller has permission to read' },
  ),
});

interface Work {
  readonly code: string;
  readonly count: number;
  readonly oldestDttm?: string;
}

/** A kind with its list operation. */
interface Counted {
  readonly code: string;
  readonly permission: string;
  readonly count: (call: Call) => Promise<Work>;
}

/** Creates the module that counts the records of the given modules' lists. */
export function workModule(modules: readonly Module[]): Module {
  const counted = lazily(() => countedIn(modules.flatMap(({ routes }) => routes)));
  const route = read({
    path: 'security/own/work',
    operation: 'readOwnWork',
    summary: 'Counts of waiting work and other records, with the age of the oldest one',
    description:
      'Each count is the number of records in a list operation with fixed filters. Codes without ' +
      "the list's permission are left out.",
    permission: 'system.session.read',
    query: workQuery,
    reply: workReply,
    run: async (call, { query }) => ({
      result: await countAll(call, chosenFrom(counted(), query.codes)),
    }),
  });
  return {
    name: 'work',
    summary: "Counts of the caller's waiting work",
    routes: [route],
    problems: {},
  };
}

function chosenFrom(all: readonly Counted[], codes: string | undefined): readonly Counted[] {
  if (codes === undefined) return all;
  const chosen = new Set(codes.split(',').map((code) => code.trim()));
  const unknown = [...chosen].find((code) => !all.some((each) => each.code === code));
  if (unknown !== undefined) {
    const detail = `contains ${unknown}, which is not one of the codes`;
    throw refuseMember(commonProblems.INVALID_REQUEST, 'codes', detail);
  }
  return all.filter(({ code }) => chosen.has(code));
}

// Only a few counts run at once, because each needs a database connection.
async function countAll(call: Call, chosen: readonly Counted[]): Promise<readonly Work[]> {
  const waiting = chosen.filter(({ permission }) => call.principal.permissions.has(permission));
  const found: Work[] = [];
  for (let start = 0; start < waiting.length; start += OWN_WORK.countedAtOnce) {
    const some = waiting.slice(start, start + OWN_WORK.countedAtOnce);
    found.push(...(await Promise.all(some.map(({ count }) => count(call)))));
  }
  return found;
}

function countedIn(routes: readonly Route[]): readonly Counted[] {
  const lists = new Map(routes.map((route) => [route.path, route]));
  const counted = (code: string, kind: WorkKind, hasAge: boolean): Counted => {
    const route = present(lists.get(kind.list), `${kind.list} is an operation`);
    const recordAt = readerOf(kind, route);
    const count = (call: Call) => workIn((place) => recordAt(call, place), { code, hasAge });
    return { code, permission: route.permission, count };
  };
  return [
    ...Object.entries(WORK).map(([code, kind]) => counted(code, kind, true)),
    ...Object.entries(FIGURES).map(([code, kind]) => counted(code, kind, false)),
  ];
}

type OneRecord = Page<object>;

/** Returns a function that reads one record of a list by its place, which starts at 0. */
function readerOf(kind: WorkKind, route: Route): (call: Call, place: number) => Promise<OneRecord> {
  const paging = present(route.paging, `${route.path} is a list`);
  const readInput = compileInput(route);
  return async (call, place) => {
    const days = kind.isOfToday === true ? await daysOf(call) : {};
    const number = paging.zeroBased === true ? place : place + 1;
    const query = { ...kind.query, ...days, [paging.page]: String(number), [paging.size]: '1' };
    const input = await inSlices(readInput({ params: {}, query, body: undefined }));
    const page = await route.run(call, input);
    assert(isPage(page), `${route.path} returns a page`);
    return page;
  };
}

const isPage = (reply: unknown): reply is OneRecord =>
  typeof reply === 'object' && reply !== null && 'count' in reply && 'result' in reply;

async function workIn(
  recordAt: (place: number) => Promise<OneRecord>,
  { code, hasAge }: { readonly code: string; readonly hasAge: boolean },
): Promise<Work> {
  const first = await recordAt(0);
  const count = Number(first.count);
  if (!hasAge) return { code, count };
  // A list begins with its oldest or with its newest record.
  const last = count > 1 ? await recordAt(count - 1) : first;
  const [oldestDttm] = [...first.result, ...last.result].flatMap(momentOf).toSorted();
  return { code, count, ...(oldestDttm === undefined ? {} : { oldestDttm }) };
}

async function daysOf({ db }: Call): Promise<Readonly<Record<string, string>>> {
  const today = await currentBusinessDate(db);
  return { sd: today, ed: today };
}

/** The members that contain the time when a record was entered, as named in the lists. */
const MOMENTS = [
  ...(['reversalAskedDttm', 'requestedDttm', 'receivedDttm', 'createdDttm', 'orderDate'] as const),
] as const;

function momentOf(row: object): string[] {
  const members = new Map<string, unknown>(Object.entries(row));
  const moment = MOMENTS.map((name) => members.get(name)).find((each) => typeof each === 'string');
  return typeof moment === 'string' ? [moment] : [];
}
