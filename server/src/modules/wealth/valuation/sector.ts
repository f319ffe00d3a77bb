// The sectors of lines. Shares have their own sectors, bonds are either federal or corporate, and
// every other class is one sector.

import { unreachable } from '../../../platform/assert.js';
import type { Line } from './line.js';

const UNCLASSIFIED = 'Unclassified';

/** Returns the sector of a line. */
export function sectorOf(line: Pick<Line, 'class' | 'sector' | 'isFederal'>): string {
  switch (line.class) {
    case 'EQUITY':
      return line.sector ?? UNCLASSIFIED;
    case 'BOND':
      return line.isFederal === true ? 'Federal bonds' : 'Corporate bonds';
    case 'DEPOSIT':
      return 'Fixed deposits';
    case 'PAPER':
      return 'Commercial paper';
    case 'BILL':
      return 'Treasury bills';
    case 'FUND':
      return 'Funds';
    case 'CASH':
      return 'Cash';
    case 'RECEIVABLE':
      return 'Receivables';
    case 'PAYABLE':
      return 'Payables';
    case 'LOAN':
      return 'Loans';
    default:
      return unreachable(line.class);
  }
}
