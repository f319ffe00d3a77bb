// A valuation policy as entered, and the request built from it.

import type { ItemOf } from '@countinghouse/sdk';
import { type Write, write } from '../../lib/write.js';

export type Policy = ItemOf<'wealth/policy/list'>;

export const METHODS = ['AMORTISED_COST', 'MARKET'] as const;
export const FLOW_TIMINGS = ['IN_START_OUT_END', 'START', 'END', 'MIDDAY'] as const;

/** The fields entered as a number of days, by their place in the policy. */
export const STALE = ['EQUITY', 'BOND', 'RATE'] as const;
export const UNUSABLE = ['EQUITY', 'BOND', 'FUND'] as const;

export interface PolicyValues {
  /** The code of an office. Empty for the whole firm. */
  readonly office: string;
  readonly validFrom: string;
  readonly bill: string;
  readonly paper: string;
  readonly stale: Readonly<Record<(typeof STALE)[number], string>>;
  readonly unusable: Readonly<Record<(typeof UNUSABLE)[number], string>>;
  readonly smallestCapital: string;
  readonly flowTiming: string;
  /** The code of a benchmark. Empty for none. */
  readonly benchmark: string;
  readonly reason: string;
}

const textOf = (value: unknown): string => (value === undefined ? '' : String(value));

/** Returns the initial values of the form: the values of a policy, without its date. */
export function valuesOf(policy: Policy): PolicyValues {
  const { staleAfterDays: stale, unusableAfterDays: unusable = {} } = policy;
  return {
    office: policy.businessOfficeName ?? '',
    validFrom: '',
    bill: policy.method.BILL,
    paper: policy.method.PAPER,
    stale: {
      EQUITY: textOf(stale.EQUITY),
      BOND: textOf(stale.BOND),
      RATE: textOf(stale.RATE),
    },
    unusable: {
      EQUITY: textOf(unusable.EQUITY),
      BOND: textOf(unusable.BOND),
      FUND: textOf(unusable.FUND),
    },
    smallestCapital: textOf(policy.smallestCapital),
    flowTiming: policy.flowTiming,
    benchmark: textOf(policy.benchmark),
    reason: '',
  };
}

/** Returns the request. Empty fields are omitted, so that the server reports missing ones. */
export function proposing(values: PolicyValues): Write<unknown> {
  const { office, validFrom, bill, paper, stale, unusable, flowTiming, benchmark, reason } = values;
  const unusableAfterDays = given(unusable);
  const body = {
    ...given({ businessOfficeName: office, validFrom, flowTiming, benchmark, reason }),
    ...given({ smallestCapital: values.smallestCapital }),
    method: given({ BILL: bill, PAPER: paper }),
    staleAfterDays: given(stale),
    ...(Object.keys(unusableAfterDays).length > 0 && { unusableAfterDays }),
  };
  return write('put', 'wealth/policy/propose', { body: Object(body) });
}

function given(members: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(members).filter(([, text]) => text.trim() !== ''));
}
