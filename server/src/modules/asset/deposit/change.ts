// The terms that can change while an instrument runs, if its type allows it: the label, portfolio,
// termination account and rollover instructions.

import { present } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import { type ProblemKind, refusal } from '../../../platform/http/reply/problem.js';
import { isCodeOf } from '../../../platform/reference-data/code.js';
import { cashAccountFor, portfolioOf } from '../instrument/cash-account.js';
import type { AssetPorts } from '../port.js';
import { assetProblems } from '../problems.js';
import type { InstrumentTermsRow, TermInstrumentRow } from './queries.js';
import { dayNamedBy } from './record.js';
import { requestOf, type TermRequest, withoutZeros } from './request.js';
import { rolloverOf } from './rollover-instruction.js';
import type { ChangeableMember } from './type.js';
import { selectTypeVersion } from './type-queries.js';

/**
 * Returns the changed columns. Refuses with TERM_INSTRUMENT_WRONG_STATE and names a member that can
 * no longer change.
 */
export async function runningChanges(
  work: Work,
  row: TermInstrumentRow,
  to: { readonly sent: TermRequest; readonly ports: AssetPorts },
): Promise<Partial<InstrumentTermsRow>> {
  const given = withoutZeros(to.sent);
  const fixed: Fixed = {
    row,
    stays: requestOf(row),
    changeable: row.changeable,
    wrongState: assetProblems.TERM_INSTRUMENT_WRONG_STATE,
  };
  refuseFixed(given, fixed);
  const found = await selectTypeVersion(work.tx, row);
  const type = present(found, 'the type of an instrument exists');
  const termination = await cashAccountFor(work.tx, row.customer_id, {
    id: given.terminationAccountId ?? row.termination_account_id,
    member: 'terminationAccountId',
    currency: row.currency,
  });
  const stays = requestOf(row);
  const rollover = rolloverOf({ ...stays, ...rolloverMeant(stays, given) }, type);
  // If the type does not let the customer change the rule, the default rule must not replace it.
  refuseFixed({ rolloverRule: rollover.rollover_rule }, fixed);
  const portfolioName = await portfolioOf(
    work,
    { portfolioName: given.portfolioName ?? stays.portfolioName },
    { depositor: { id: row.customer_id }, ports: to.ports },
  );
  return {
    label: given.label ?? row.label,
    portfolio_name: portfolioName,
    termination_account_id: termination.id,
    ...rollover,
  };
}

/**
 * Returns the rollover instructions after a change. If the request contains a rule but no
 * `autoRollover`, the rule determines whether the instrument rolls over. If an instrument without a
 * rule is set to roll over and the request contains no rule, no rule is returned and the default
 * applies.
 */
export function rolloverMeant(stays: TermRequest, given: TermRequest): TermRequest {
  const { rolloverRule: rule, autoRollover } = given;
  return {
    rolloverRule:
      rule ?? (autoRollover === true && isWithoutRule(stays) ? undefined : stays.rolloverRule),
    autoRollover: autoRollover ?? (rule === undefined ? stays.autoRollover : undefined),
    rolloverAmount: given.rolloverAmount ?? stays.rolloverAmount,
  };
}

function isWithoutRule({ rolloverRule }: TermRequest): boolean {
  return rolloverRule === undefined || rolloverRule === 'NONE';
}

/** A running instrument, the request that would recreate it, and the members that can change. */
interface Fixed {
  readonly row: FixedRow;
  readonly stays: TermRequest;
  readonly changeable: readonly string[];
  readonly wrongState: ProblemKind;
}

type FixedRow = Pick<
  TermInstrumentRow,
  | 'type_name'
  | 'type_aliases'
  | 'type_label'
  | 'customer_id'
  | 'customer_name'
  | 'init_account_id'
  | 'time_zone'
  | 'start_date'
  | 'tenure'
  | 'currency'
  | 'rate'
  | 'label'
  | 'portfolio_name'
  | 'termination_account_id'
  | 'auto_rollover'
  | 'rollover_rule'
  | 'status'
> & { readonly loan_product?: boolean };

// Returns the current code for an alias of the instrument's type.
function presentTypeName({ instrumentTypeName: given }: TermRequest, row: FixedRow) {
  if (given === undefined) return undefined;
  const type = { name: row.type_name, aliases: row.type_aliases };
  return isCodeOf(type, given) ? row.type_name : given;
}

/**
 * Refuses a request that changes a fixed member. Clients send the whole record back, so a member
 * that equals the current value is not a change.
 */
export function refuseFixed(given: TermRequest, fixed: Fixed): void {
  const { row, stays, changeable } = fixed;
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ['instrumentTypeName', presentTypeName(given, row), row.type_name],
    // If the code is given, the label is ignored.
    [
      'instrumentTypeLabel',
      given.instrumentTypeName === undefined ? given.instrumentTypeLabel : undefined,
      row.type_label,
    ],
    ['customerId', given.customerId, row.customer_id],
    ['customerName', given.customerName, row.customer_name],
    ['initAccountId', given.initAccountId, row.init_account_id],
    ['startDate', given.startDate && dayNamedBy(given.startDate, row.time_zone), row.start_date],
    ['tenure', given.tenure, row.tenure],
    ['currency', given.currency?.toUpperCase(), row.currency],
    ['faceValue', given.faceValue, stays.faceValue],
    ['currentRate', given.currentRate, row.rate],
    ['loanProduct', given.loanProduct, row.loan_product ?? false],
  ];
  const byType: readonly (readonly [ChangeableMember, unknown, unknown])[] = [
    ['label', given.label, row.label],
    ['portfolioName', given.portfolioName, row.portfolio_name],
    ['terminationAccountId', given.terminationAccountId, row.termination_account_id],
    ['autoRollover', given.autoRollover, row.auto_rollover],
    ['rolloverRule', given.rolloverRule, row.rollover_rule],
    ['rolloverAmount', given.rolloverAmount, stays.rolloverAmount],
  ];
  const unchangeable = byType.filter(([member]) => !changeable.includes(member));
  for (const [member, sent, stored] of [...pairs, ...unchangeable]) {
    if (sent !== undefined && String(sent) !== String(stored)) {
      const detail = `${member} cannot be changed while the instrument is ${row.status}`;
      throw refusal(fixed.wrongState, {
        detail,
        args: [row.status, member],
      });
    }
  }
}
