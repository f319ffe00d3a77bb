// Fills in the defaults of proposed terms, so that a version shows all terms that apply.

import { accruedToCall } from '../rule/bond-schedule.js';
import { KIND_RULES, participationOf } from '../rule/kind.js';
import { type EventReferences, exDateOf, qualificationDateOf } from './reference.js';
import type { EventBody, OptionBody } from './schema.js';

/**
 * Returns the terms with all defaults filled in. The given terms must have passed
 * `refuseWrongShape`.
 */
export function completeTerms(body: EventBody, references: EventReferences): EventBody {
  const { label } = KIND_RULES[body.kind];
  const { security } = references;
  const dates = completeDates(body, references);
  return {
    ...body,
    securityName: security.name,
    label: body.label ?? `${label} ${security.name}`,
    ...dates,
    ...(body.newName === undefined ? {} : { newName: body.newName.toUpperCase() }),
    ...(body.newIsin === undefined ? {} : { newIsin: body.newIsin.toUpperCase() }),
    ...(takes(body, 'withheldBy') ? { withheldBy: body.withheldBy ?? 'ISSUER' } : {}),
    ...(takes(body, 'issuerExempts') ? { issuerExempts: body.issuerExempts ?? false } : {}),
    options: completeOptions({ ...body, ...dates }, references),
  };
}

function takes({ kind }: EventBody, member: 'withheldBy' | 'issuerExempts'): boolean {
  return KIND_RULES[kind].members.includes(member);
}

function completeDates(body: EventBody, references: EventReferences) {
  const { qualificationDate, exDate } = body;
  if (qualificationDate !== undefined) {
    return { qualificationDate, exDate: exDate ?? exDateOf(qualificationDate, references) };
  }
  return exDate === undefined
    ? {}
    : { exDate, qualificationDate: qualificationDateOf(exDate, references) };
}

function completeOptions(body: EventBody, references: EventReferences): OptionBody[] {
  const given = body.options ?? [];
  const rules = KIND_RULES[body.kind].options;
  const [type] = Object.keys(rules);
  if (given.length === 0 && (type === 'CASH' || type === 'NOAC')) {
    return [{ number: 1, type, isDefault: true }];
  }
  const isMandatory = participationOf(body.kind, given.length) === 'MAND';
  const accrued = body.kind === 'MCAL' ? interestToCall(body, references) : undefined;
  const dividend = given.find((option) => option.type === 'CASH');
  return given.map((option, index) => {
    const members = rules[option.type]?.members ?? [];
    const cashPerUnit =
      option.cashPerUnit ??
      (members.includes('price') && members.includes('cashPerUnit')
        ? dividend?.cashPerUnit
        : accrued);
    const newSecurity = references.newSecurities[index];
    return {
      ...option,
      isDefault: option.isDefault ?? isMandatory,
      ...(cashPerUnit === undefined ? {} : { cashPerUnit }),
      ...(members.includes('currency')
        ? { currency: (option.currency ?? references.security.currency).toUpperCase() }
        : {}),
      ...(newSecurity === undefined ? {} : { newSecurityName: newSecurity.name }),
      ...(members.includes('fractions') ? { fractions: option.fractions ?? 'RDDN' } : {}),
    };
  });
}

// When a bond is called, it pays the interest accrued up to the call.
function interestToCall({ exDate }: EventBody, { security }: EventReferences) {
  const { couponRate, couponsPerYear, dayCount, maturityDate, issueDate } = security;
  if (exDate === undefined || couponRate === null || maturityDate === null) return undefined;
  if (couponsPerYear === null || dayCount === null) return undefined;
  const terms = { couponRate, couponsPerYear, dayCount, maturityDate, issueDate };
  return accruedToCall({ ...terms, flatFrom: security.tradesFlatFrom }, exDate);
}
