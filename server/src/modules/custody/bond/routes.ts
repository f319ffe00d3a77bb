// Operations on the terms of bonds.

import { type Route, write } from '../../../platform/http/route.js';
import type { ChangeKind } from '../../../platform/reference-data/change-kind.js';
import { changeReply } from '../../change/index.js';
import { marketProblems } from '../../market/index.js';
import { proposeSecurityTerms, securityTermsProposal } from './terms.js';

/** Returns the routes. */
export function bondRoutes(kind: ChangeKind): readonly Route[] {
  return [
    write({
      method: 'PUT',
      path: 'custody/security-terms/propose',
      operation: 'proposeSecurityTerms',
      summary: 'Propose the terms of a bond',
      description:
        'All terms from which its income is computed, even if income is already announced. A ' +
        'second person approves the change. Announced coupons and redemptions that have ' +
        'not begun are generated again.',
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
        reason: 'The coupon was mistyped',
      },
      run: (work, { body }) => proposeSecurityTerms(work, kind, body),
    }),
  ];
}
