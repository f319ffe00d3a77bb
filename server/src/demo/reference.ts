// Demonstration reference data: a payment gateway, an agent and a custodian.

import { recordFirstGateway } from '../modules/finance/index.js';
import { recordFirstAgent, recordFirstCustodian } from '../modules/party/index.js';
import { businessDate } from '../platform/calendar/business-date.js';
import { Decimal } from '../platform/money/decimal.js';
import type { DemoStep } from './step.js';

/** Creates the partners that orders and payments may name. */
export const referenceStep: DemoStep = {
  name: 'reference',
  run: async (work) => {
    await recordFirstGateway(work, {
      name: 'PAYGATE',
      label: 'Sample Pay Gate Ltd',
      successCodes: ['00', 'SUCCESS'],
    });
    await recordFirstAgent(work, {
      name: 'INTRODUCER',
      label: 'Sample Introducers Ltd',
      shares: [{ validFrom: businessDate('2020-01-01'), percent: new Decimal(30) }],
    });
    await recordFirstCustodian(work, {
      name: 'CUSTODY',
      label: 'Sample Custody Bank Ltd',
      depositoryCode: 'SCB01',
      settles: 'OWN',
    });
  },
};
