// A bond's income terms, which are reference data under the four-eyes rule. A change regenerates
// the events that have not begun.

import { type Static, Type } from '@sinclair/typebox';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Work } from '../../../platform/context.js';
import type { Outcome } from '../../../platform/http/route.js';
import {
  closedObject,
  wireChoice,
  wireDate,
  wireDecimal,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { type ChangeKind, changeKind } from '../../../platform/reference-data/change-kind.js';
import { changeReason, proposeChange } from '../../change/index.js';
import {
  changeIncomeTerms,
  findSecurity,
  type IncomeTerms,
  isBond,
  lockBondFor,
  type Security,
} from '../../market/index.js';
import type { CorporateActions } from '../event/change.js';
import { announcedFrom, remakeIncome } from './income.js';
import { lockBond } from './queries.js';

const members = {
  securityName: wireText({ description: 'Code of the bond' }),
  faceValue: wireDecimal({ description: 'Face value of one unit as issued', least: 0.01 }),
  couponRate: wireDecimal({ description: 'Percent of face value per year', least: 0, most: 100 }),
  maturityDate: wireDate({ description: 'The date on which the bond is repaid' }),
  dayCount: wireChoice(['ACT_ACT_ICMA', 'THIRTY_360'], { description: 'How interest accrues' }),
  couponsPerYear: wireInteger({ description: '1, 2, 4 or 12', least: 1, most: 12 }),
  issueDate: Type.Optional(wireDate({ description: 'First day of the first coupon period' })),
};

const termsBody = closedObject(members);
type TermsBody = Static<typeof termsBody>;

/** Proposed bond terms, with the reason. */
export const securityTermsProposal = closedObject({ ...members, ...changeReason });

/** Defines changes to bond terms. The subject of each change is the bond's code. */
export function securityTerms(actions: () => CorporateActions): ChangeKind {
  return changeKind({
    name: 'security-terms',
    label: 'Terms of a bond',
    body: termsBody,
    present: async (on, subject) => {
      const bond = await findSecurity(on, { name: subject });
      return bond !== undefined && isBond(bond.securityType) ? bodyOf(bond) : undefined;
    },
    check: async (work, { body }) => {
      await actions().lock(work);
      await lockBondFor(work.tx, body.securityName, termsOf(body));
    },
    apply: async (work, { body }) => {
      const bond = await lockBondFor(work.tx, body.securityName, termsOf(body));
      await changeIncomeTerms(work, bond, termsOf(body));
      await remakeIncomeOf(work, actions(), bond.id);
      return { id: bond.id, name: bond.name };
    },
  });
}

/** Proposes new terms for a bond; a second person approves them. */
export async function proposeSecurityTerms(
  work: Work,
  kind: ChangeKind,
  proposal: Static<typeof securityTermsProposal>,
): Promise<Outcome> {
  const { reason, effectiveNote, ...body } = proposal;
  const bond = await findSecurity(work.tx, { name: body.securityName.toUpperCase() });
  const subject = bond?.name ?? body.securityName;
  return proposeChange(work, {
    kind,
    subject,
    body: { ...body, securityName: subject },
    reason,
    effectiveNote,
  });
}

/** Updates a bond's announced income to its current terms, starting with income due tomorrow. */
export async function remakeIncomeOf(
  work: Work,
  actions: CorporateActions,
  securityId: bigint,
): Promise<void> {
  const bond = await lockBond(work.tx, securityId);
  if (bond === undefined) return;
  const dates = announcedFrom(await currentBusinessDate(work.tx));
  await remakeIncome(work, actions, { bond, dates });
}

function termsOf({ securityName: _, issueDate, ...terms }: TermsBody): IncomeTerms {
  return { ...terms, issueDate: issueDate ?? null };
}

function bodyOf(bond: Security): object {
  return {
    securityName: bond.name,
    faceValue: bond.faceValue,
    couponRate: bond.couponRate,
    maturityDate: bond.maturityDate,
    dayCount: bond.dayCount,
    couponsPerYear: bond.couponsPerYear,
    ...(bond.issueDate === null ? {} : { issueDate: bond.issueDate }),
  };
}
