// Operations on bond terms and on the bond ladder.

import { SHEET_TYPES } from '../../../platform/http/reply/media-type.js';
import { type Route, read, write } from '../../../platform/http/route.js';
import type { ChangeKind } from '../../../platform/reference-data/change-kind.js';
import { changeReply } from '../../change/index.js';
import { marketProblems } from '../../market/index.js';
import { readLadder } from './ladder.js';
import { ladderFile } from './ladder-file.js';
import { LadderQuery, LadderRecord } from './ladder-schema.js';
import { proposeSecurityTerms, securityTermsProposal } from './terms.js';

const LADDER = 'custody/bond/ladder';

const ladderRoutes: readonly Route[] = [
  read({
    path: LADDER,
    operation: 'readBondLadder',
    summary: 'Expected coupons and redemptions of bonds by date, with monthly totals',
    description:
      'Covers a customer, a portfolio, an office, or everything that you may see. Includes ' +
      'announced, scheduled and overdue payments. Amounts are based on the units held now.',
    permission: 'custody.entitlement.read',
    query: LadderQuery,
    reply: LadderRecord,
    run: (call, { query }) => readLadder(call, query),
  }),
  ...(['csv', 'xlsx'] as const).map((format) =>
    read({
      path: `${LADDER}/${format}`,
      operation: format === 'csv' ? 'exportBondLadderCsv' : 'exportBondLadderXlsx',
      summary: `The expected coupons and redemptions of bonds, as ${format.toUpperCase()}`,
      description:
        format === 'csv'
          ? 'The last row contains END and the number of payments, which is also in X-Row-Count.'
          : 'One sheet lists the payments, another the monthly totals.',
      permission: 'custody.entitlement.read',
      query: LadderQuery,
      produces: SHEET_TYPES[format],
      run: (call, { query }) => ladderFile(call, query, format),
    }),
  ),
];

/** Returns the routes. */
export function bondRoutes(kind: ChangeKind): readonly Route[] {
  return [
    write({
      method: 'PUT',
      path: 'custody/security-terms/propose',
      operation: 'proposeSecurityTerms',
      summary: 'Propose the terms of a bond',
      description:
        'Replaces all terms from which the bond’s income is computed, even if income is ' +
        'already announced. A second person approves the change. Announced coupons and ' +
        'redemptions that have not begun are then generated again.',
      permission: 'custody.security-terms.propose',
      problems: [marketProblems.BOND_TERMS_MISSING],
      body: securityTermsProposal,
      reply: changeReply,
      example: {
        securityName: 'FG162027S1',
        faceValue: 1000,
        couponRate: 16.2884,
        maturityDate: '2027-03-17',
        dayCount: 'ACT_ACT_ICMA',
        couponsPerYear: 2,
        reason: 'The coupon rate was mistyped',
      },
      run: (work, { body }) => proposeSecurityTerms(work, kind, body),
    }),
    ...ladderRoutes,
  ];
}
