// Demonstration reference data: a payment gateway.

import { recordFirstGateway } from '../modules/finance/index.js';
import type { DemoStep } from './step.js';

/** Stores the partners that orders and payments may name. */
export const referenceStep: DemoStep = {
  name: 'reference',
  run: (work) =>
    recordFirstGateway(work, {
      name: 'PAYGATE',
      label: 'Sample Pay Gate Ltd',
      successCodes: ['00', 'SUCCESS'],
    }),
};
