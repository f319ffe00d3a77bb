// Fee schedules as reference data: one person proposes a version, another approves it, and all
// versions are kept.

import { type Call, seesOffice, type Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { requireCurrency } from '../../../platform/http/request/currency.js';
import type { Outcome, Page } from '../../../platform/http/route.js';
import { minorUnits } from '../../../platform/money/currency.js';
import { type ChangeKind, changeKind } from '../../../platform/reference-data/change-kind.js';
import { proposeChange } from '../../change/index.js';
import { type Chart, chartOf } from '../../finance/index.js';
import { type AssetClass, requireExchange } from '../../market/index.js';
import { groupByCode, officeByCode } from '../../party/index.js';
import { FEE } from '../limits.js';
import { orderProblems } from '../problems.js';
import { scheduleError } from './schedule-error.js';
import { rulesOf, type WireSchedule, wireSchedule } from './schedule-record.js';
import { FeeScheduleBody } from './schedule-schema.js';
import { NIGERIAN_TARIFFS } from './shipped-tariff.js';
import { inForceOn, overlapOf, type ScheduleVersion } from './tariff.js';
import { insertSchedule, readTariff, type StoredSchedule } from './tariff-queries.js';

/** Changes to fee schedules; the subject is the schedule's name. */
export const feeSchedules: ChangeKind = changeKind({
  name: 'fee-schedule',
  label: 'Fee schedule',
  body: FeeScheduleBody,
  shipped: NIGERIAN_TARIFFS.map((tariff) => ({
    subject: tariff.name,
    body: wireSchedule(tariff),
  })),
  present: presentSchedule,
  check: async (work, { body }) => {
    const tariff = await readTariff(work.tx);
    if (tariff.schedules.length >= FEE.versionsMax)
      throw refused('name', `cannot be added: the tariff already has ${FEE.versionsMax} versions`);
    const rival = overlapOf(
      tariff,
      await scheduleIn(work, { body, version: nextOf(tariff, body) }),
    );
    if (rival === undefined) return;
    throw refusal(orderProblems.FEE_SCHEDULE_OVERLAP, {
      detail: `${rival.name}, version ${rival.version}, applies to some of the same trades`,
      args: [rival.name, String(rival.version)],
    });
  },
  apply: async (work, { body, version }) => {
    const id = await insertSchedule(work, await scheduleIn(work, { body, version }));
    return { id, name: `${body.name}-${version}` };
  },
});

async function presentSchedule(on: Database | Tx, name: string): Promise<object | undefined> {
  const { schedules } = await readTariff(on);
  const latest = schedules.find((schedule) => schedule.name === name.toUpperCase());
  return latest && wireSchedule(latest);
}

function nextOf(tariff: { readonly schedules: readonly StoredSchedule[] }, body: WireSchedule) {
  return (tariff.schedules.find(({ name }) => name === body.name)?.version ?? 0) + 1;
}

/**
 * Converts a request body to the version that it proposes. Refuses a schedule that cannot be used
 * to charge a note.
 */
async function scheduleIn(
  work: Work,
  { body, version }: { readonly body: WireSchedule; readonly version: number },
): Promise<Omit<ScheduleVersion, 'id'>> {
  const { name, label, currency, assetClasses, validFrom, validTo } = body;
  if (!/^[A-Z][A-Z0-9_]*$/.test(name)) {
    throw refused(
      'name',
      'must begin with a capital letter and contain only capitals, digits and underscores',
    );
  }
  if (minorUnits(currency) === undefined) {
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'currency', 'is not an ISO 4217 code');
  }
  const exchange = await exchangeOf(work.tx, body);
  const { businessOffice: officeCode } = body;
  const office = officeCode === undefined ? undefined : await officeByCode(work.tx, officeCode);
  if (officeCode !== undefined && office === undefined) throw unknown('businessOffice');
  const schedule = {
    ...{ name, version, label, currency, assetClasses, validFrom, validTo },
    exchangeId: exchange?.id,
    officeId: office?.id,
    rules: rulesOf(body),
  };
  const chart = await chartOf(work.tx, work.context.db);
  const fault = scheduleError(schedule) ?? accountError(schedule, chart);
  if (fault !== undefined) throw refused(fault.member, fault.detail);
  return schedule;
}

// Each line of a note is posted to its account, so a missing account would block the note.
function accountError({ rules }: Pick<ScheduleVersion, 'rules'>, chart: Chart) {
  const index = rules.findIndex(({ ledgerAccount }) => !isChargeAccount(chart, ledgerAccount));
  if (index < 0) return undefined;
  return {
    member: `rules/${index}/ledgerAccount`,
    detail:
      "must be an income or liability account of the firm's own that is not a control account",
  };
}

function isChargeAccount(chart: Chart, code: string): boolean {
  const entry = chart.entryOf(code);
  if (entry === undefined || !entry.active || entry.control || entry.clientMoney) return false;
  return entry.accountClass === 'INCOME' || entry.accountClass === 'LIABILITY';
}

function refused(member: string, detail: string) {
  return refuseMember(orderProblems.FEE_SCHEDULE_REFUSED, member, detail);
}

// Returns the exchange that a schedule or filter names by its code or a former code.
async function exchangeOf(on: Database | Tx, { exchangeName: code }: { exchangeName?: string }) {
  return code === undefined ? undefined : requireExchange(on, code, 'exchangeName');
}

function unknown(member: string) {
  return refuseMember(commonProblems.UNKNOWN_REFERENCE, member, 'does not match any active record');
}

/** A proposal: the complete new schedule, and the reason. */
interface ProposalRequest {
  readonly schedule: WireSchedule;
  readonly reason?: string | undefined;
  readonly effectiveNote?: string | undefined;
}

/**
 * Proposes a schedule, or the next version of one. Refuses a rule for an unknown customer group,
 * because the group's customers would silently be charged the general rate.
 */
export async function proposeFeeSchedule(work: Work, request: ProposalRequest): Promise<Outcome> {
  const { schedule, reason, effectiveNote } = request;
  const body = await withPresentCodes(work, schedule);
  return proposeChange(work, {
    kind: feeSchedules,
    subject: schedule.name,
    body,
    reason,
    effectiveNote,
  });
}

// Replaces aliases with codes. A group that the version in force already names is kept, even if the
// group does not exist.
async function withPresentCodes(work: Work, schedule: WireSchedule): Promise<WireSchedule> {
  const inForce = await readTariff(work.tx);
  const before = inForce.schedules.find(({ name }) => name === schedule.name)?.rules ?? [];
  const known = new Set(before.flatMap(({ customerGroups }) => customerGroups ?? []));
  const groupNames = async (codes: readonly string[], index: number): Promise<string[]> => {
    const names: string[] = [];
    for (const code of codes) {
      const group = known.has(code) ? { name: code } : await groupByCode(work.tx, code);
      if (group === undefined) throw unknown(`rules/${index}/customerGroups`);
      names.push(group.name);
    }
    return names;
  };
  const rules: WireSchedule['rules'][number][] = [];
  for (const [index, rule] of schedule.rules.entries()) {
    const { customerGroups } = rule;
    if (customerGroups === undefined) rules.push(rule);
    else rules.push({ ...rule, customerGroups: await groupNames(customerGroups, index) });
  }
  const { businessOffice: officeCode } = schedule;
  const exchange = (await exchangeOf(work.tx, schedule))?.name;
  const office = officeCode && (await officeByCode(work.tx, officeCode))?.name;
  return {
    ...{ ...schedule, rules },
    ...(exchange ? { exchangeName: exchange } : {}),
    ...(office ? { businessOffice: office } : {}),
  };
}

interface ScheduleFilter {
  readonly name?: string;
  readonly currency?: string;
  readonly exchangeName?: string;
  readonly assetClass?: AssetClass;
  readonly tradeDate?: StoredSchedule['validFrom'];
}

/** Returns a page of versions, newest first: all of them, or those in force on a date. */
export async function listFeeSchedules(
  call: Call,
  filter: ScheduleFilter,
  page: PageRequest,
): Promise<Page<object>> {
  const tariff = await readTariff(call.db);
  const { tradeDate: date } = filter;
  if (filter.currency !== undefined) requireCurrency(filter.currency);
  const exchangeName = (await exchangeOf(call.db, filter))?.name;
  const wanted = { ...filter, ...(exchangeName === undefined ? {} : { exchangeName }) };
  const counting = date === undefined ? undefined : new Set(inForceOn(tariff, date));
  const found = tariff.schedules
    .filter((schedule) => counting?.has(schedule) ?? true)
    .filter((schedule) => isSeen(call, schedule) && fits(schedule, wanted))
    .sort((left, right) => (left.id < right.id ? 1 : -1));
  const after = found.filter(({ id }) => page.after === null || id < page.after);
  const rows = after.slice(page.offset, page.offset + page.limit + 1);
  const { rows: shown, nextAfter } = pageFrom(rows, page);
  return { count: found.length, result: shown.map(scheduleRecord), nextAfter };
}

function fits(schedule: StoredSchedule, filter: ScheduleFilter): boolean {
  const { name, currency, exchangeName, assetClass } = filter;
  return (
    (name === undefined || schedule.name === name) &&
    (currency === undefined || schedule.currency === currency) &&
    (exchangeName === undefined ||
      schedule.exchangeName === undefined ||
      schedule.exchangeName === exchangeName) &&
    (assetClass === undefined || schedule.assetClasses.includes(assetClass))
  );
}

function isSeen({ principal }: Call, { officeId }: StoredSchedule): boolean {
  return officeId === undefined || seesOffice(principal, officeId);
}

/** Returns one version, or refuses with DOCUMENT_NOT_FOUND. */
export async function readFeeSchedule(call: Call, id: bigint): Promise<object> {
  const { schedules } = await readTariff(call.db);
  const version = schedules.find((schedule) => schedule.id === id && isSeen(call, schedule));
  if (version === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  return scheduleRecord(version);
}

function scheduleRecord(schedule: StoredSchedule) {
  return {
    id: schedule.id,
    version: schedule.version,
    ...wireSchedule(schedule),
    createdBy: schedule.createdBy,
    createdDttm: schedule.createdAt,
  };
}
