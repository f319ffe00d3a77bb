// Withholding tax as reference data that needs four-eyes approval to change: dated rules by tax
// class, and exemptions by customer.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Work } from '../../../platform/context.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { toJson } from '../../../platform/json/json.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { changeKind, type ProposedRecord } from '../../../platform/reference-data/change-kind.js';
import { proposeChange } from '../../change/index.js';
import { assetProblems } from '../problems.js';
import {
  type ExemptionRow,
  replaceExemptions,
  replaceRules,
  selectCustomerNamed,
  selectExemptions,
  selectRulesOf,
  selectWithholdingRules,
  type WithholdingRuleRow,
} from './queries.js';
import {
  ExemptionBody,
  type ExemptionMembers,
  type ExemptionTableMembers,
  type RuleMembers,
  RuleTableBody,
  type RuleTableMembers,
} from './schema.js';
import { NIGERIAN_WITHHOLDING } from './withholding-tax.js';

interface Reasons {
  readonly reason?: string;
  readonly effectiveNote?: string;
}

/** A row that applies between two dates, both inclusive. */
interface DatedRow {
  readonly validFrom?: BusinessDate | undefined;
  readonly validTo?: BusinessDate | undefined;
}

/** Defines changes to a tax class's rules. The subject of each change is the class. */
export const withholdingRuleKind = changeKind({
  name: 'withholding-rule',
  label: 'Withholding tax on a class of instruments',
  body: RuleTableBody,
  shipped: shippedRules(),
  present: async (on, subject) => {
    const rows = await selectRulesOf(on, subject);
    return rows.length === 0
      ? undefined
      : { instrumentClass: subject, rules: rows.map(ruleMembers) };
  },
  check: async (work, { subject, body }) => {
    refuseInverted(body.rules, 'rules');
    const before = (await selectRulesOf(work.tx, subject)).map(ruleMembers);
    // A class's first rules cannot change tax already withheld, because no instrument can have a
    // class without rules.
    if (before.length > 0)
      await refuseRewritten(work, 'rules', {
        before,
        after: body.rules.map((rule) => ruleMembers({ id: 0n, ...ruleRow(subject, rule) })),
      });
  },
  apply: async (work, { subject, body }) => {
    const rows = body.rules.map((rule) => ruleRow(subject, rule));
    await replaceRules(work.tx, subject, rows);
    return { id: 0n, name: subject };
  },
});

/**
 * Defines changes to a customer's exemptions. The subject of each change is the customer's code.
 */
export const withholdingExemptionKind = changeKind({
  name: 'withholding-exemption',
  label: "A customer's exemptions from withholding tax",
  body: ExemptionBody,
  present: async (on, subject) => {
    const customer = await selectCustomerNamed(on, subject);
    if (customer === undefined) return undefined;
    const rows = await selectExemptions(on, customer.id);
    return rows.length === 0
      ? undefined
      : { customerName: subject, exemptions: rows.map(exemptionMembers) };
  },
  check: async (work, { subject, body }) => {
    const customer = await requireCustomer(work, subject);
    refuseInverted(body.exemptions, 'exemptions');
    await refuseUnknownClasses(work, body.exemptions);
    const before = (await selectExemptions(work.tx, customer.id)).map(exemptionMembers);
    await refuseRewritten(work, 'exemptions', {
      before,
      after: body.exemptions.map(inOrder),
    });
  },
  apply: async (work, { subject, body }) => {
    const customer = await requireCustomer(work, subject);
    await replaceExemptions(work.tx, customer.id, body.exemptions.map(exemptionRow));
    return { id: customer.id, name: subject };
  },
});

/** Proposes a tax class's full set of rules. */
export function proposeRules(work: Work, body: RuleTableMembers & Reasons): Promise<Outcome> {
  const { reason, effectiveNote, rules } = body;
  const subject = body.instrumentClass.toUpperCase();
  return proposeChange(work, {
    kind: withholdingRuleKind,
    subject,
    body: { instrumentClass: subject, rules },
    reason,
    effectiveNote,
  });
}

/** Proposes a customer's full set of exemptions. */
export function proposeExemptions(
  work: Work,
  body: ExemptionTableMembers & Reasons,
): Promise<Outcome> {
  const { reason, effectiveNote, customerName: subject, exemptions } = body;
  return proposeChange(work, {
    kind: withholdingExemptionKind,
    subject,
    body: { customerName: subject, exemptions },
    reason,
    effectiveNote,
  });
}

// Returns Nigeria's tax rates, by class.
function shippedRules(): ProposedRecord<object>[] {
  const classes = [...new Set(NIGERIAN_WITHHOLDING.map((rule) => rule.instrumentClass))];
  return classes.map((subject) => ({
    subject,
    body: {
      instrumentClass: subject,
      rules: NIGERIAN_WITHHOLDING.filter((rule) => rule.instrumentClass === subject).map(
        ({ taxCode, percent, isFinal, validFrom }) => ({
          taxCode,
          percent: new Decimal(percent),
          isFinal,
          validFrom,
        }),
      ),
    },
  }));
}

async function requireCustomer(work: Work, name: string): Promise<{ readonly id: bigint }> {
  const customer = await selectCustomerNamed(work.tx, name);
  if (customer !== undefined) return customer;
  throw refuseMember(
    commonProblems.UNKNOWN_REFERENCE,
    'customerName',
    'is not the code of a customer',
  );
}

async function refuseUnknownClasses(
  work: Work,
  exemptions: readonly ExemptionMembers[],
): Promise<void> {
  const rules = await selectWithholdingRules(work.tx);
  const known = new Set(rules.map((rule) => rule.instrument_class));
  const unknown = exemptions.find((one) => !known.has(one.instrumentClass));
  if (unknown === undefined) return;
  const why = `no tax rule has the class ${unknown.instrumentClass}`;
  throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'exemptions', why);
}

function refuseInverted(rows: readonly DatedRow[], member: string): void {
  const inverted = rows.some(
    ({ validFrom, validTo }) =>
      validFrom !== undefined && validTo !== undefined && validTo < validFrom,
  );
  if (inverted) throw refused(member, 'a row ends before it begins');
}

// Interest was taxed under the rows in force on its date, and a recalculation must give the same
// tax. A row that has begun therefore cannot be changed or removed; it can only be given an end
// date, today at the earliest. New rows begin after today.
async function refuseRewritten(
  work: Work,
  member: string,
  rows: { readonly before: readonly DatedRow[]; readonly after: readonly DatedRow[] },
): Promise<void> {
  const today = await currentBusinessDate(work.tx);
  const begun = ({ validFrom }: DatedRow) => validFrom === undefined || validFrom <= today;
  const lasting = rows.after.filter(begun);
  const stood = rows.before.filter(begun);
  if (lasting.length !== stood.length) {
    throw refused(member, `rows that begin on or before ${today} cannot be added or removed`);
  }
  const changed = stood.find((row, index) => !continues(row, lasting[index], today));
  if (changed !== undefined) {
    throw refused(
      member,
      `a row that has begun can only be given an end date, on ${today} or later`,
    );
  }
}

function continues(stood: DatedRow, row: DatedRow | undefined, today: BusinessDate): boolean {
  if (row === undefined || toJson(endless(stood)) !== toJson(endless(row))) return false;
  if (stood.validTo === row.validTo) return true;
  const open = (end: BusinessDate | undefined) => end === undefined || end >= today;
  return open(stood.validTo) && open(row.validTo);
}

function endless(row: DatedRow): object {
  return { ...row, validTo: undefined };
}

function refused(member: string, why: string) {
  return refuseMember(assetProblems.WITHHOLDING_REFUSED, member, why);
}

// The order of members must be the same here and below, because rows are compared as strings.

/** Returns a rule in its wire format, without its class. */
export function ruleMembers(row: WithholdingRuleRow) {
  return {
    taxCode: row.tax_code,
    payerClass: row.payer_class ?? undefined,
    percent: row.percent,
    isFinal: row.is_final,
    validFrom: row.valid_from ?? undefined,
    validTo: row.valid_to ?? undefined,
  };
}

function ruleRow(instrumentClass: string, rule: RuleMembers): Omit<WithholdingRuleRow, 'id'> {
  return {
    tax_code: rule.taxCode,
    instrument_class: instrumentClass,
    payer_class: rule.payerClass ?? null,
    percent: rule.percent,
    is_final: rule.isFinal ?? false,
    valid_from: rule.validFrom ?? null,
    valid_to: rule.validTo ?? null,
  };
}

/** Returns an exemption in its wire format, without its customer. */
export function exemptionMembers(row: ExemptionRow) {
  return {
    instrumentClass: row.instrument_class,
    certificate: row.certificate,
    validFrom: row.valid_from,
    validTo: row.valid_to ?? undefined,
  };
}

function inOrder({ instrumentClass, certificate, validFrom, validTo }: ExemptionMembers) {
  return { instrumentClass, certificate, validFrom, validTo };
}

function exemptionRow(exemption: ExemptionMembers) {
  return {
    instrument_class: exemption.instrumentClass,
    certificate: exemption.certificate,
    valid_from: exemption.validFrom,
    valid_to: exemption.validTo ?? null,
  };
}
